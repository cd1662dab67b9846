/** The form of a slash command: its name, a field for each option, and a list for the focused field. */

/** @import { CommandOption, CommandPath, Item } from "../types.js" */
/** @import { Listbox } from "../base/listbox.js" */
/** @import { Parsed } from "./commands.js" */
/** @import { Composer } from "./composer.js" */
/** @import { Field } from "./option_field.js" */

import { TYPE, commandRequest } from "./commands.js";
import { choiceItem, fileItem, matchingItems, optionValues, typedValue } from "./option_values.js";
import { createField, fieldProps, fitWidth, markError } from "./option_field.js";
import { h } from "../base/dom.js";

/** Milliseconds without typing after which completions are requested. */
const COMPLETION_DELAY_MS = 150;

/**
 * A list to show above the composer; `active` is the key of its active item, null for none.
 *
 * @typedef {{ title: string, note: string, items: Item[], pick: (item: Item) => void, active?: string | null }} Suggestions
 */

/** The form of one command. */
export class SlashForm {
  /** @type {Field[]} */
  #fields = [];
  #requests = 0;
  #timer = 0;

  /**
   * @param {CommandPath} command
   * @param {Composer} composer
   */
  constructor(command, composer) {
    this.command = command;
    this.composer = composer;
    this.tail = h("input", { ...fieldProps(), class: "slash-tail", "aria-label": `More for /${command.path}; Enter sends` });
    this.tail.addEventListener("focus", () => this.#offerOptions());
    this.tail.addEventListener("input", () => {
      this.#spread(this.tail);
      if (document.activeElement === this.tail) this.#offerOptions();
    });
    this.tail.addEventListener("keydown", (event) => this.#key(event, null));
    this.element = h(
      "div",
      { class: "slash", role: "group", "aria-label": `Command /${command.path}` },
      h("span", { class: "slash-name" }, `/${command.path}`),
      this.tail,
    );
    for (const option of command.options.filter(({ required }) => required)) this.#add(option);
  }

  /** Focuses the first empty field, or the input after the fields. */
  focus() {
    (this.#fields.find((field) => !field.input.value)?.input ?? this.tail).focus();
  }

  /**
   * Sets the text after the command's name; options in it ("name:value") become fields.
   *
   * @param {string} text
   */
  write(text) {
    this.tail.value = text;
    this.#spread(this.tail);
  }

  /** Sends the command if every field is valid and there is no other text; otherwise shows the errors. */
  submit() {
    clearTimeout(this.#timer);
    if (this.tail.value.trim()) {
      this.tail.focus();
      this.#offerOptions();
      return;
    }
    const filled = [];
    let wrong = null;
    for (const field of this.#fields) {
      const parsed = this.#read(field);
      markError(field, parsed?.error);
      if (parsed?.error !== undefined) wrong ??= field;
      else if (parsed) filled.push({ option: field.option, value: parsed.value });
    }
    if (wrong) wrong.input.focus();
    else this.composer.send(this.command, commandRequest(this.command, filled));
  }

  /** @param {CommandOption} option */
  #add(option) {
    const field = createField(option);
    const { input } = field;
    input.addEventListener("focus", () => this.#offer(field));
    input.addEventListener("input", () => {
      field.choice = null;
      this.#spread(input);
      fitWidth(field);
      markError(field, "");
      if (document.activeElement === input) this.#offer(field);
    });
    input.addEventListener("keydown", (event) => this.#key(event, field));
    this.#fields.push(field);
    this.tail.before(field.pill);
    return field;
  }

  /**
   * Moves each option typed as "name:value" in an input to that option's own field, unless it has a value there.
   *
   * @param {HTMLInputElement} input
   */
  #spread(input) {
    for (const { index, 0: mark, 1: name } of input.value.matchAll(/(?<!\S)([^\s:]+):/g)) {
      const option = this.command.options.find((known) => known.name === name.toLowerCase());
      const old = this.#fields.find((field) => field.option === option);
      if (!option || (old?.input === input ? index : old?.input.value)) continue;
      const value = input.value.slice(index + mark.length).trimStart();
      input.value = input.value.slice(0, index).trimEnd();
      const field = old ?? this.#add(option);
      field.input.value = value;
      fitWidth(field);
      field.input.focus();
      this.#spread(field.input);
      return;
    }
  }

  /** @param {Field} field */
  #remove(field) {
    const before = this.#fields[this.#fields.indexOf(field) - 1];
    this.#fields = this.#fields.filter((other) => other !== field);
    field.pill.remove();
    (before?.input ?? this.tail).focus();
  }

  /**
   * The value of a field, or its error; null if it is empty and not required.
   *
   * @param {Field} field
   * @returns {Parsed | null}
   */
  #read(field) {
    const { option, input, choice } = field;
    if (choice?.value !== undefined && choice.label === input.value) return { value: choice.value };
    if (!input.value.trim()) return option.required ? { error: "This is required." } : null;
    return typedValue(option, input.value, this.composer.store);
  }

  /** @param {Field} field */
  #offer(field) {
    const { option, input } = field;
    clearTimeout(this.#timer);
    this.#requests += 1;
    const title = option.name;
    /** @param {Item} item */
    const pick = (item) => this.#pick(field, item);
    if (option.autocomplete) {
      this.composer.suggest({ title, note: "…", items: [], pick });
      this.#timer = setTimeout(() => this.#complete(field, this.#requests), input.value ? COMPLETION_DELAY_MS : 0);
      return;
    }
    if (option.type === TYPE.ATTACHMENT) {
      const items = [{ key: "file", label: "Choose a file…" }];
      this.composer.suggest({ title, note: option.description, items, pick: () => this.#chooseFile(field) });
      return;
    }
    const all = optionValues(option, this.composer.store);
    // The field shows a value that was picked before: list the other values too.
    const items = all && matchingItems(all, field.choice ? "" : input.value);
    const note = items && !items.length ? "Nothing fits." : option.description;
    this.composer.suggest({ title, note, items: items ?? [], pick, active: field.choice?.key });
  }

  /**
   * @param {Field} field
   * @param {number} request the number of this request
   */
  async #complete(field, request) {
    const { option, input } = field;
    const others = this.#fields.flatMap((other) => {
      const value = other === field ? undefined : this.#read(other)?.value;
      return value === undefined ? [] : [{ option: other.option, value }];
    });
    const typed = field.choice?.value ?? input.value;
    const body = commandRequest(this.command, [...others, { option, value: String(typed) }], option.name);
    const { ok, choices = [] } = await this.composer.actions.complete(body);
    // Only the result of the newest request counts: the member may have typed more, or left the field.
    if (request !== this.#requests || document.activeElement !== input) return;
    const items = choices.map(choiceItem);
    const note = ok ? (items.length ? option.description : "Nothing fits.") : "The options could not be loaded.";
    this.composer.suggest({ title: option.name, note, items, pick: (item) => this.#pick(field, item), active: field.choice?.key });
  }

  /**
   * @param {Field} field
   * @param {Item} item
   */
  #pick(field, item) {
    field.choice = item;
    field.input.value = item.label;
    fitWidth(field);
    markError(field, "");
    this.#next(field);
  }

  /** @param {Field} field */
  #chooseFile(field) {
    const picker = h("input", { type: "file" });
    picker.addEventListener("change", async () => {
      const file = picker.files?.[0];
      if (file) this.#pick(field, await fileItem(file));
    });
    picker.click();
  }

  /** @param {Field} field */
  #next(field) {
    const later = this.#fields.slice(this.#fields.indexOf(field) + 1);
    (later.find(({ input }) => !input.value)?.input ?? this.tail).focus();
  }

  #offerOptions() {
    clearTimeout(this.#timer);
    this.#requests += 1;
    const used = new Set(this.#fields.map(({ option }) => option.name));
    const left = this.command.options
      .filter(({ name }) => !used.has(name))
      .map((option) => ({ key: option.name, label: option.name, hint: option.description, badge: "optional", option }));
    const items = matchingItems(left, this.tail.value);
    const typed = this.tail.value.trim();
    const keys = items.length ? "Enter sends. Arrow keys and Tab add an option." : "Enter sends.";
    const names = this.command.options.map(({ name }) => `${name}:`).join(" ");
    const note = typed && !items.length ? `“${typed}” is no option of this command. It has ${names || "none"}` : keys;
    /** @param {Item} item */
    const pick = (item) => {
      this.tail.value = "";
      if (item.option) this.#add(item.option).input.focus();
    };
    // No item is active at first, so that Enter sends; typing or an arrow key makes one active.
    this.composer.suggest({ title: `/${this.command.path}`, note, items, pick, active: this.tail.value ? undefined : null });
  }

  /**
   * Handles a key in a field, or in the input after the fields if there is none.
   *
   * @param {KeyboardEvent} event
   * @param {Field | null} field
   */
  #key(event, field) {
    const list = this.composer.list;
    const empty = !(field?.input ?? this.tail).value;
    const settled = field?.choice?.label === field?.input.value;
    if (this.#listKey(event, list) || event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if ((field && settled) || !list?.choose()) this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && field && list) {
      event.preventDefault();
      if (settled || (empty && !field.option.required) || !list.choose()) this.#next(field);
    } else if (event.key === "Tab" && !event.shiftKey && list?.items.length) {
      event.preventDefault();
      if (!list.active) list.move(1);
      list.choose();
    } else if (event.key === "Backspace" && empty) {
      event.preventDefault();
      const before = this.#fields[(field ? this.#fields.indexOf(field) : this.#fields.length) - 1];
      if (field && !field.option.required) this.#remove(field);
      else if (before) before.input.focus();
      else this.composer.closeSlash(`/${this.command.path}`);
    }
  }

  /**
   * Handles a key of the list; returns whether it was one.
   *
   * @param {KeyboardEvent} event
   * @param {Listbox | null} list
   */
  #listKey(event, list) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (list) this.composer.hide();
      else this.composer.closeSlash("");
      return true;
    }
    if (!list || !["ArrowDown", "ArrowUp"].includes(event.key)) return false;
    event.preventDefault();
    list.move(event.key === "ArrowDown" ? 1 : -1);
    return true;
  }
}
