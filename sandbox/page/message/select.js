/** Selects of every type: options, members, roles, channels; for one value or several. */

/** @import { Component, Item } from "../types.js" */
/** @import { Store } from "../state/store.js" */

import { fill, h, uniqueId } from "../base/dom.js";
import { Listbox } from "../base/listbox.js";
import { popup } from "../base/popup.js";
import { channelItems, peopleItems, roleItems } from "../state/items.js";
import { emoji } from "./inline.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;
export const SELECTS = [STRING, USER, ROLE, MENTIONABLE, CHANNEL];

/**
 * The select that a field belongs to.
 *
 * @type {WeakMap<Element, Select>}
 */
export const selectOf = new WeakMap();

/**
 * A select, drawn from its component; `values` are the chosen ones.
 *
 * A choice is complete after one click, or, in a select for several values, when the list closes.
 */
export class Select {
  /** @type {{ close: () => void } | null} */
  #popup = null;
  /**
   * The values when the list was opened.
   *
   * @type {string[]}
   */
  #before = [];
  #counter = h("span", { role: "status" });

  /**
   * @param {Component} component
   * @param {Store} store
   * @param {{ chosen?: (values: string[]) => void, invalid?: (error: string) => void, labelledBy?: string }} settings
   *   `chosen` is called with a complete choice, `invalid` with the error of an invalid one
   */
  constructor(component, store, { chosen, invalid, labelledBy }) {
    this.component = component;
    this.chosen = chosen;
    this.invalid = invalid;
    this.choices = choicesOf(component, store);
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.values = this.choices.filter((choice) => choice.selected).map((choice) => choice.key);
    this.placeholder = component.placeholder ?? (this.most > 1 ? "Choose some" : "Choose one");
    this.words = h("span", { class: "select-words", id: uniqueId("select") });
    this.field = h(
      "button",
      {
        class: "select",
        type: "button",
        role: "combobox",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-label": labelledBy ? null : this.placeholder,
        "aria-labelledby": labelledBy ? `${labelledBy} ${this.words.id}` : null,
        disabled: component.disabled,
        data: component.custom_id ? { key: component.custom_id } : {},
        on: { click: () => this.toggle(), keydown: (event) => this.#key(event) },
      },
      this.words,
      h("span", { class: "select-arrow", "aria-hidden": "true" }),
    );
    this.list = new Listbox({
      label: this.placeholder,
      owner: this.field,
      multiple: this.most > 1,
      pick: (item) => this.#pick(item),
    });
    selectOf.set(this.field, this);
    this.#show();
  }

  /** The error if there are too few or too many values; empty if there is none. */
  error() {
    const count = this.values.length;
    const optional = this.component.required === false && count === 0;
    if (optional || (count >= this.least && count <= this.most)) return "";
    if (this.least === this.most) return `Choose ${this.least}.`;
    return count < this.least ? `Choose at least ${this.least}.` : `Choose at most ${this.most}.`;
  }

  /** Opens the list, or closes it and so completes the choice. */
  toggle() {
    if (this.#popup) this.#popup.close();
    else this.open();
  }

  /** Closes the list without a choice; returns the values that were picked in it. */
  cancel() {
    const picked = this.values;
    this.values = this.#before;
    this.#popup?.close();
    return picked;
  }

  /** Opens the list with these values picked, except those that are no longer offered. */
  open(picked = this.values) {
    this.#before = [...this.values];
    this.values = picked.filter((value) => this.choices.some((choice) => choice.key === value));
    this.#fillList();
    const footer = this.most > 1 && this.#footer();
    this.#popup = popup(this.field, [this.list.element, footer], () => this.#closed());
    this.field.setAttribute("aria-expanded", "true");
    this.field.setAttribute("aria-controls", this.list.id);
    this.#fillList(this.values[0]);
  }

  /** @param {Item} item */
  #pick(item) {
    if (this.most === 1) {
      const cleared = this.least === 0 && this.values[0] === item.key;
      this.values = cleared ? [] : [item.key];
      this.#popup?.close();
      return;
    }
    if (this.values.includes(item.key)) this.values = this.values.filter((value) => value !== item.key);
    else if (this.values.length < this.most) this.values = [...this.values, item.key];
    this.#fillList(item.key);
    this.#counter.textContent = this.#count();
    this.#show();
  }

  #footer() {
    this.#counter.textContent = this.#count();
    const done = h("button", { class: "button primary", type: "button", tabindex: -1, on: { click: () => this.#popup?.close() } }, "Done");
    done.addEventListener("pointerdown", (event) => event.preventDefault());
    return h("div", { class: "popup-foot" }, this.#counter, done);
  }

  #count() {
    const wanted = this.least === this.most ? `${this.most}` : `${this.least} to ${this.most}`;
    return `${this.values.length} chosen of ${wanted}`;
  }

  #closed() {
    this.#popup = null;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
    const changed = this.values.join("\n") !== this.#before.join("\n");
    const error = changed ? this.error() : "";
    if (error) {
      this.values = this.#before;
      this.invalid?.(error);
    }
    this.#show();
    if (changed && !error) this.chosen?.(this.values);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowDown: () => this.list.move(1),
      ArrowUp: () => this.list.move(-1),
      Home: () => this.list.moveToEnd(false),
      End: () => this.list.moveToEnd(true),
      Enter: () => this.list.choose(),
      " ": () => this.list.choose(),
      Tab: () => this.#popup?.close(),
      Escape: () => this.cancel(),
    };
    if (!this.#popup) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      this.open();
    } else if (keys[event.key] && !(event.key === " " && this.list.isTyping(event.timeStamp))) {
      if (event.key !== "Tab") {
        event.preventDefault();
        event.stopPropagation();
      }
      keys[event.key]();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.list.type(event.key, event.timeStamp);
    }
  }

  /** @param {string} [active] the key of the active item */
  #fillList(active) {
    const full = this.most > 1 && this.values.length >= this.most;
    const items = this.choices.map((choice) => {
      const selected = this.values.includes(choice.key);
      return { ...choice, selected, disabled: full && !selected };
    });
    this.list.set(items, active);
  }

  #show() {
    const chosen = this.choices.filter((choice) => this.values.includes(choice.key));
    this.field.classList.toggle("chosen", chosen.length > 0);
    const parts = chosen.flatMap(({ mark, label }, at) => [at ? ", " : null, mark?.cloneNode(true), label]);
    fill(this.words, chosen.length ? parts : this.placeholder);
  }
}

/**
 * The items of a select; its defaults are `selected`.
 *
 * @param {Component} component
 * @param {Store} store
 * @returns {Item[]}
 */
function choicesOf(component, store) {
  if (component.type === STRING) {
    return (component.options ?? []).map(({ value, label, description, emoji: given, default: selected }) => ({
      key: value,
      label,
      hint: description,
      mark: emoji(given),
      selected,
    }));
  }
  const presets = new Set((component.default_values ?? []).map((value) => value.id));
  const items = [
    ...([USER, MENTIONABLE].includes(component.type) ? peopleItems(store, (user) => (user.bot ? "App" : "")) : []),
    ...([ROLE, MENTIONABLE].includes(component.type) ? roleItems(store) : []),
    ...(component.type === CHANNEL ? channelItems(store, component.channel_types) : []),
  ];
  return items.map((item) => ({ ...item, selected: presets.has(item.key) }));
}
