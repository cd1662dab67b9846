/** A list to choose from, by the ARIA listbox pattern: the field that owns it keeps the focus. */

/** @import { Item } from "../types.js" */

import { fill, h, uniqueId } from "./dom.js";

/** Pause after which the next letter begins a new text. */
const TYPING_PAUSE_MS = 800;

/** A listbox. It calls `pick` with the chosen item, and names the active item in the owner's aria-activedescendant. */
export class Listbox {
  /** @type {Item[]} */
  items = [];
  #at = -1;
  #typed = "";
  #typedAt = 0;

  /** @param {{ label: string, pick: (item: Item) => void, owner: Element, multiple?: boolean }} settings */
  constructor({ label, pick, owner, multiple = false }) {
    this.id = uniqueId("list");
    this.pick = pick;
    this.owner = owner;
    this.element = h("div", {
      class: "listbox",
      role: "listbox",
      id: this.id,
      "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
    });
    // The owner keeps the focus, so that typing can continue while the pointer chooses.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /**
   * Shows these items and makes one active: the one with the key, or the first; none if the key is null.
   *
   * @param {Item[]} items
   * @param {string | null} [activeKey]
   */
  set(items, activeKey) {
    this.items = items;
    this.#typed = "";
    fill(
      this.element,
      items.map((item, index) => this.#option(item, index)),
    );
    if (activeKey === null) {
      this.#activate(-1);
      return;
    }
    const wanted = items.findIndex((item) => item.key === activeKey);
    this.#activate(wanted >= 0 ? wanted : items.findIndex((item) => !item.disabled));
  }

  /** The active item, if any. */
  get active() {
    return this.items[this.#at] ?? null;
  }

  /**
   * Makes the item one step up (-1) or down (1) active; after an end comes the other.
   *
   * @param {number} step
   */
  move(step) {
    const count = this.items.length;
    const from = this.#at < 0 && step < 0 ? 0 : this.#at;
    for (let tried = 1, at = from; tried <= count; tried += 1) {
      at = (at + step + count) % count;
      if (!this.items[at].disabled) {
        this.#activate(at);
        return;
      }
    }
  }

  /**
   * Makes the first or the last item active.
   *
   * @param {boolean} last
   */
  moveToEnd(last) {
    this.#at = last ? 0 : -1;
    this.move(last ? -1 : 1);
  }

  /**
   * Makes the item active whose label begins with the typed text; repeating one letter moves to the next such item.
   *
   * @param {string} letter
   * @param {number} when in milliseconds; letters within a short time are one text
   */
  type(letter, when) {
    this.#typed = (this.isTyping(when) ? this.#typed : "") + letter.toLowerCase();
    this.#typedAt = when;
    const again = [...this.#typed].every((each) => each === this.#typed[0]);
    const wanted = again ? this.#typed[0] : this.#typed;
    const count = this.items.length;
    for (let tried = 0; tried < count; tried += 1) {
      const at = (Math.max(this.#at, 0) + (again ? 1 : 0) + tried) % count;
      const item = this.items[at];
      if (!item.disabled && item.label.toLowerCase().startsWith(wanted)) {
        this.#activate(at);
        return;
      }
    }
  }

  /**
   * Whether a letter that is typed now continues a text.
   *
   * @param {number} when in milliseconds
   */
  isTyping(when) {
    return this.#typed !== "" && when - this.#typedAt < TYPING_PAUSE_MS;
  }

  /** Chooses the active item; returns whether there was one. */
  choose() {
    const item = this.active;
    if (!item || item.disabled) return false;
    this.pick(item);
    return true;
  }

  /**
   * @param {Item} item
   * @param {number} index
   */
  #option(item, index) {
    return h(
      "div",
      {
        class: "option",
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": item.selected ? "true" : "false",
        "aria-disabled": item.disabled ? "true" : null,
        on: {
          click: () => {
            if (item.disabled) return;
            this.#activate(index);
            this.pick(item);
          },
          pointermove: () => item.disabled || this.#at === index || this.#activate(index, false),
        },
      },
      item.mark,
      h("span", { class: "option-words" }, h("span", { class: "option-label" }, item.label), item.hint && h("span", { class: "option-hint" }, item.hint)),
      item.badge && h("span", { class: "option-badge" }, item.badge),
    );
  }

  /** @param {number} index */
  #activate(index, scroll = true) {
    this.element.querySelector(".option.active")?.classList.remove("active");
    this.#at = index;
    const option = index >= 0 ? this.element.querySelector(`#${this.id}-${index}`) : null;
    option?.classList.add("active");
    if (scroll) option?.scrollIntoView({ block: "nearest" });
    if (option) this.owner.setAttribute("aria-activedescendant", option.id);
    else this.owner.removeAttribute("aria-activedescendant");
  }
}
