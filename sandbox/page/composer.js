/** Where one writes: plain messages, and slash commands with a list of what there is. */

import { leaves, search } from "./commands.js";
import { fill, h } from "./dom.js";
import { Listbox } from "./listbox.js";
import { SlashForm } from "./slash.js";

const LONGEST = 2000;

/**
 * The composer in `form` (with `box`, `suggestions` and `note` in it).
 *
 * `deeds` does what is asked for: `say(text)`, `slash(leaf, body)`, `complete(body)`.
 */
export class Composer {
  #slash = null;
  #list = null;
  #drafts = new Map();
  #place = "";

  constructor({ form, box, suggestions, note, store, deeds }) {
    Object.assign(this, { form, box, suggestions, note, store, deeds });
    this.text = h("textarea", {
      rows: 1,
      "aria-autocomplete": "list",
      "aria-describedby": note.id,
      autocomplete: "off",
      on: {
        input: () => this.#typed(),
        keydown: (event) => this.#key(event),
        focus: () => this.#typed(),
      },
    });
    box.append(this.text);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    form.addEventListener("focusout", (event) => {
      // An empty target is the window losing the focus: leave the list for when one comes back.
      if (event.relatedTarget && !form.contains(event.relatedTarget)) this.hide();
    });
    addEventListener("pointerdown", (event) => form.contains(event.target) || this.hide());
    for (const type of ["hello", "place"]) store.addEventListener(type, () => this.#moved());
    store.addEventListener("commands", () => this.#typed());
  }

  /** Puts the focus into what is being written. */
  focus() {
    if (this.#slash) this.#slash.focus();
    else this.text.focus();
  }

  /** Begins a slash command by its path ("coup new"), as if it had been typed; "" shows them all. */
  begin(path) {
    this.leave(`/${path}`);
    const leaf = this.#leaves().find((known) => known.path === path);
    if (leaf) this.#enter(leaf);
  }

  /** Goes back to plain typing with this text. */
  leave(text) {
    this.#slash?.element.remove();
    this.#slash = null;
    this.text.hidden = false;
    this.text.value = text;
    this.hide();
    this.text.focus();
    this.#typed();
  }

  /** The list, while it is shown. */
  list() {
    return this.#list;
  }

  /** Shows a list above what is being written. With `active` null, nothing in it is active at first. */
  suggest({ title, note, items, pick, active }) {
    const owner = this.#owner();
    owner.removeAttribute("aria-activedescendant");
    this.#list = new Listbox({ label: title, owner, pick });
    fill(
      this.suggestions,
      h("p", { class: "suggest-head" }, h("b", null, title), h("span", { role: "status" }, note)),
      items.length ? this.#list.element : null,
    );
    this.suggestions.hidden = false;
    this.#list.set(items, active);
    owner.setAttribute("aria-controls", this.#list.id);
    if (owner !== this.text) owner.setAttribute("aria-expanded", String(items.length > 0));
  }

  /** Takes the list away. */
  hide() {
    this.#list = null;
    this.suggestions.hidden = true;
    this.suggestions.replaceChildren();
    for (const field of this.box.querySelectorAll("[aria-activedescendant]")) field.removeAttribute("aria-activedescendant");
    for (const field of this.box.querySelectorAll("[aria-expanded]")) field.setAttribute("aria-expanded", "false");
  }

  #owner() {
    return this.box.contains(document.activeElement) ? document.activeElement : this.text;
  }

  #leaves() {
    return leaves(this.store.commands, Boolean(this.store.dm(this.store.place)));
  }

  #moved() {
    if (this.#place) this.#drafts.set(this.#place, this.#slash ? "" : this.text.value);
    this.#place = this.store.place;
    this.#slash?.element.remove();
    this.#slash = null;
    this.text.hidden = false;
    this.text.value = this.#drafts.get(this.#place) ?? "";
    const title = this.store.dm(this.#place) ? `@${this.store.title(this.#place)}` : `#${this.store.title(this.#place)}`;
    this.text.placeholder = "Write, or / for commands";
    this.text.setAttribute("aria-label", `Write to ${title}; a slash lists the commands`);
    this.hide();
    this.#grow();
  }

  #typed() {
    this.#grow();
    const text = this.text.value;
    this.note.textContent = text.length > LONGEST - 200 ? `${LONGEST - text.length} characters left` : "";
    if (this.#slash || document.activeElement !== this.text) return;
    if (!text.startsWith("/") || text.includes("\n")) {
      this.hide();
      return;
    }
    const all = this.#leaves();
    const exact = all.find(({ path }) => text === `/${path} `);
    if (exact) {
      this.#enter(exact);
      return;
    }
    const found = search(all, text.slice(1));
    const items = found.map((leaf) => ({
      key: leaf.path,
      label: `/${leaf.path}`,
      hint: leaf.description,
      badge: leaf.options.map(({ name, required }) => (required ? `${name}*` : name)).join("  "),
      leaf,
    }));
    const none = all.length ? "No command is called so." : "The bot has not registered commands.";
    const note = items.length ? "Arrow keys move, Tab or Enter chooses, Escape closes." : none;
    this.suggest({ title: "Commands", note, items, pick: (item) => this.#enter(item.leaf) });
  }

  #enter(leaf) {
    this.hide();
    this.note.textContent = "";
    this.#slash = new SlashForm(leaf, {
      store: this.store,
      complete: (body) => this.deeds.complete(body),
      suggest: (list) => this.suggest(list),
      hide: () => this.hide(),
      list: () => this.#list,
      leave: (text) => this.leave(text),
      send: (used, body) => {
        this.leave("");
        this.deeds.slash(used, body);
      },
    });
    this.text.value = "";
    this.text.hidden = true;
    this.box.append(this.#slash.element);
    this.#slash.focus();
  }

  #key(event) {
    const list = this.#list;
    if (list?.items.length) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chooses = (event.key === "Tab" && !event.shiftKey) || (event.key === "Enter" && !event.shiftKey);
      if (step) list.move(step);
      if (step || (chooses && !event.isComposing && list.choose())) {
        event.preventDefault();
        return;
      }
    }
    if (event.key === "Escape" && list) {
      event.preventDefault();
      this.hide();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    }
  }

  #submit() {
    if (this.#slash) {
      this.#slash.submit();
      return;
    }
    const text = this.text.value.trim();
    if (!text) return;
    if (text.length > LONGEST) {
      this.note.textContent = `Too long by ${text.length - LONGEST} characters.`;
    } else if (text.startsWith("/")) {
      this.note.textContent = "No command is called so. A plain message may not begin with a slash.";
    } else if (this.deeds.say(text)) {
      this.leave("");
    } else {
      this.note.textContent = "Not sent: there is no connection at the moment.";
    }
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
  }
}
