/** A slash command being filled in: its name, a field for each option, and the list for the field one is in. */

import { candidates, fitting, fromChoice, understand } from "./candidates.js";
import { request } from "./commands.js";
import { h, uniqueId } from "./dom.js";

const PAUSE = 150;

/**
 * `host` gives `store`, `complete(body)` (asks the bot; resolves to {choices} or {error}),
 * `suggest({title, note, items, pick})` and `hide()` for the list above the composer, `list()` while it is
 * shown, `send(leaf, body)` and `leave(text)`, which goes back to plain typing.
 */
export class SlashForm {
  #fields = [];
  #asked = 0;
  #timer = 0;

  constructor(leaf, host) {
    this.leaf = leaf;
    this.host = host;
    this.tail = h("input", { ...fieldProps(), class: "slash-tail", "aria-label": `More for /${leaf.path}; Enter sends` });
    this.tail.addEventListener("focus", () => this.#offerOptions());
    this.tail.addEventListener("input", () => this.#offerOptions());
    this.tail.addEventListener("keydown", (event) => this.#tailKey(event));
    this.element = h(
      "div",
      { class: "slash", role: "group", "aria-label": `Command /${leaf.path}` },
      h("span", { class: "slash-name" }, `/${leaf.path}`),
      this.tail,
    );
    for (const option of leaf.options.filter(({ required }) => required)) this.#add(option);
  }

  /** Puts the focus where something is still to be filled in. */
  focus() {
    (this.#fields.find((field) => !field.input.value)?.input ?? this.tail).focus();
  }

  /** Sends the command if every field is right; else shows what is wrong. */
  submit() {
    clearTimeout(this.#timer);
    const filled = [];
    let wrong = null;
    for (const field of this.#fields) {
      const answer = this.#read(field);
      this.#mark(field, answer?.error);
      if (answer?.error) wrong ??= field;
      else if (answer) filled.push({ option: field.option, value: answer.value });
    }
    if (wrong) wrong.input.focus();
    else this.host.send(this.leaf, request(this.leaf, filled));
  }

  #add(option) {
    const error = h("span", { class: "pill-error", id: uniqueId("error"), hidden: true });
    const input = h("input", {
      ...fieldProps(),
      "aria-label": `${option.name}: ${option.description}`,
      "aria-required": option.required ? "true" : null,
      "aria-describedby": error.id,
      size: 6,
    });
    const pill = h(
      "span",
      { class: "pill" },
      h("label", { class: "pill-body" }, h("span", { class: "pill-name", "aria-hidden": "true" }, option.name, option.required && h("b", null, "*")), input),
      error,
    );
    const field = { option, input, pill, error, choice: null };
    input.addEventListener("focus", () => this.#offer(field));
    input.addEventListener("input", () => {
      field.choice = null;
      this.#size(field);
      this.#mark(field, "");
      this.#offer(field);
    });
    input.addEventListener("keydown", (event) => this.#key(event, field));
    this.#fields.push(field);
    this.tail.before(pill);
    return field;
  }

  #remove(field) {
    const before = this.#fields[this.#fields.indexOf(field) - 1];
    this.#fields = this.#fields.filter((other) => other !== field);
    field.pill.remove();
    (before?.input ?? this.tail).focus();
  }

  #size(field) {
    field.input.size = Math.min(40, Math.max(6, field.input.value.length + 1));
  }

  #mark(field, error) {
    field.error.textContent = error ?? "";
    field.error.hidden = !error;
    field.input.setAttribute("aria-invalid", error ? "true" : "false");
  }

  /** A field's {value} or {error}; null if it is empty and may be. */
  #read(field) {
    const { option, input, choice } = field;
    if (choice && choice.label === input.value) return { value: choice.value };
    if (!input.value.trim()) return option.required ? { error: "This is required." } : null;
    return understand(option, input.value, this.host.store);
  }

  #offer(field) {
    const { option, input } = field;
    clearTimeout(this.#timer);
    this.#asked += 1;
    const title = option.name;
    const pick = (item) => this.#pick(field, item);
    if (option.autocomplete) {
      this.host.suggest({ title, note: "…", items: [], pick });
      this.#timer = setTimeout(() => this.#complete(field, this.#asked), input.value ? PAUSE : 0);
      return;
    }
    const all = candidates(option, this.host.store);
    // What was picked already stands in the field: show its neighbours, not it alone.
    const items = all && fitting(all, field.choice ? "" : input.value);
    const note = items && !items.length ? "Nothing fits." : option.description;
    this.host.suggest({ title, note, items: items ?? [], pick, active: field.choice?.key });
  }

  async #complete(field, asked) {
    const { option, input } = field;
    const others = this.#fields
      .filter((other) => other !== field)
      .map((other) => ({ option: other.option, answer: this.#read(other) }))
      .filter(({ answer }) => answer && !answer.error)
      .map(({ option: known, answer }) => ({ option: known, value: answer.value }));
    const typed = field.choice ? field.choice.value : input.value;
    const body = request(this.leaf, [...others, { option, value: String(typed) }], option.name);
    const { choices, error } = await this.host.complete(body);
    // Only the answer to the newest question counts: one may have typed on, or gone elsewhere.
    if (asked !== this.#asked || document.activeElement !== input) return;
    const items = (choices ?? []).map(fromChoice);
    const note = error || choices === undefined ? "The options could not be loaded." : items.length ? option.description : "Nothing fits.";
    this.host.suggest({ title: option.name, note, items, pick: (item) => this.#pick(field, item), active: field.choice?.key });
  }

  #pick(field, item) {
    field.choice = item;
    field.input.value = item.label;
    this.#size(field);
    this.#mark(field, "");
    this.#next(field);
  }

  #next(field) {
    const later = this.#fields.slice(this.#fields.indexOf(field) + 1);
    (later.find(({ input }) => !input.value)?.input ?? this.tail).focus();
  }

  #offerOptions() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const used = new Set(this.#fields.map(({ option }) => option.name));
    const left = this.leaf.options
      .filter(({ name }) => !used.has(name))
      .map((option) => ({ key: option.name, label: option.name, hint: option.description, badge: "optional", option }));
    const items = fitting(left, this.tail.value);
    const note = items.length ? "Enter sends. Arrow keys and Tab add an option." : "Enter sends.";
    const pick = (item) => {
      this.tail.value = "";
      this.#add(item.option).input.focus();
    };
    // Nothing is active at first, so that Enter sends; typing or an arrow key turns to the list.
    this.host.suggest({ title: `/${this.leaf.path}`, note, items, pick, active: this.tail.value ? undefined : null });
  }

  #key(event, field) {
    const list = this.host.list();
    const empty = !field.input.value;
    const settled = field.choice && field.choice.label === field.input.value;
    if (this.#listKey(event, list)) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (settled || !list?.choose()) this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && !event.isComposing) {
      if (!list) return;
      event.preventDefault();
      if (settled || (empty && !field.option.required) || !list.choose()) this.#next(field);
    } else if (event.key === "Backspace" && empty) {
      event.preventDefault();
      if (!field.option.required) this.#remove(field);
      else if (this.#fields[0] === field) this.host.leave(`/${this.leaf.path}`);
      else this.#fields[this.#fields.indexOf(field) - 1].input.focus();
    }
  }

  #tailKey(event) {
    const list = this.host.list();
    if (this.#listKey(event, list)) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (!list?.choose()) this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && list?.items.length) {
      event.preventDefault();
      if (!list.active) list.move(1);
      list.choose();
    } else if (event.key === "Backspace" && !this.tail.value) {
      event.preventDefault();
      const last = this.#fields.at(-1);
      if (last) last.input.focus();
      else this.host.leave(`/${this.leaf.path}`);
    }
  }

  /** Keys that belong to the list wherever one is; whether this was one. */
  #listKey(event, list) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (list) this.host.hide();
      else this.host.leave("");
      return true;
    }
    if (!list || !["ArrowDown", "ArrowUp"].includes(event.key)) return false;
    event.preventDefault();
    list.move(event.key === "ArrowDown" ? 1 : -1);
    return true;
  }
}

function fieldProps() {
  return {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
  };
}
