/** The field of a slash command's option, with its error. */

/** @import { CommandOption, Item } from "../types.js" */

import { h, uniqueId } from "../base/dom.js";

/**
 * One option of the command with its field; `choice` is the item that was picked for it.
 *
 * @typedef {{ option: CommandOption, input: HTMLInputElement, pill: Element, error: HTMLElement, choice: Item | null }} Field
 */

/**
 * An empty field for an option.
 *
 * @param {CommandOption} option
 * @returns {Field}
 */
export function createField(option) {
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
  return { option, input, pill, error, choice: null };
}

/**
 * Makes the field as wide as its text.
 *
 * @param {Field} field
 */
export function fitWidth(field) {
  field.input.size = Math.min(40, Math.max(6, field.input.value.length + 1));
}

/**
 * Shows the field's error, or removes it.
 *
 * @param {Field} field
 * @param {string | undefined} error
 */
export function markError(field, error) {
  field.error.textContent = error ?? "";
  field.error.hidden = !error;
  field.input.setAttribute("aria-invalid", error ? "true" : "false");
}

/** The attributes of every text field of the form. */
export function fieldProps() {
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
