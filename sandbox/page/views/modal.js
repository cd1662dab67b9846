/** Modals: forms that the bot opens over the page, and the data that a submitted one sends. */

/** @import { Component, ComponentInput, Modal, Names } from "../types.js" */
/** @import { Store } from "../state/store.js" */

import { h, uniqueId } from "../base/dom.js";
import { markdown } from "../message/markdown.js";
import { Select } from "../message/select.js";

const [TEXT_INPUT, TEXT] = [4, 10];
const PARAGRAPH = 2;

/**
 * Ids of the elements that describe an input.
 *
 * @typedef {{ label: string, hint: string, error: string }} Ids
 */

/**
 * A part of a modal, with its inputs. `check` shows and returns the error of an input's value, "" if there is none.
 *
 * @typedef {{ element: Element, inputs: (Input & { check: () => string })[] }} Part
 */

/**
 * An input with its value.
 *
 * @typedef {object} Input
 * @property {Element} element
 * @property {HTMLElement} field the element that takes the focus
 * @property {() => string} error the error of the value, "" if there is none
 * @property {() => ComponentInput} value
 */

/**
 * Opens a modal over the page; closes any other.
 *
 * @param {Modal} form
 * @param {Store} store
 * @param {Names} names
 * @param {(components: ComponentInput[]) => Promise<string>} submit sends the modal and resolves to an error
 *   message, or to "", which closes the modal
 */
export function openModal(form, store, names, submit) {
  const open = document.querySelector("dialog.modal");
  if (open instanceof HTMLDialogElement) open.close();
  const before = document.activeElement;
  const title = uniqueId("modal");
  const parts = form.components.map((part) => draw(part, store, names));
  const inputs = parts.flatMap((part) => part.inputs);
  const failure = h("p", { class: "failure", role: "alert", hidden: true });
  const send = h("button", { class: "button primary", type: "submit" }, "Submit");
  const body = h(
    "form",
    { novalidate: true, method: "dialog" },
    h("header", null, h("h2", { id: title }, form.title), closer("✕", "Close")),
    h("div", { class: "modal-parts" }, parts.map(({ element }) => element)),
    failure,
    h("footer", null, h("small", null, "This form goes to the bot of this stand-in."), closer("Cancel"), send),
  );
  const dialog = h("dialog", { class: "modal", "aria-labelledby": title }, body);
  /**
   * @param {string} words
   * @param {string} [label]
   * @returns {HTMLElement}
   */
  function closer(words, label) {
    const plain = words === "✕" ? "plain" : "button secondary";
    return h("button", { class: plain, type: "button", "aria-label": label, on: { click: () => dialog.close() } }, words);
  }
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  body.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = inputs.filter((input) => input.check()).at(0);
    if (wrong) {
      wrong.field.focus();
      return;
    }
    send.disabled = true;
    const error = await submit(inputs.map((input) => input.value()));
    send.disabled = false;
    failure.textContent = error;
    failure.hidden = !error;
    if (!error) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  inputs.at(0)?.field.focus();
}

/**
 * @param {Component} part
 * @param {Store} store
 * @param {Names} names
 * @returns {Part}
 */
function draw(part, store, names) {
  if (part.type === TEXT) {
    const element = h("div", { class: "text" }, markdown(part.content ?? "", names));
    return { element, inputs: [] };
  }
  return labelled(part, part.component ?? part, store);
}

/**
 * @param {Component} around
 * @param {Component} component
 * @param {Store} store
 * @returns {Part}
 */
function labelled({ label, description }, component, store) {
  const ids = { label: uniqueId("label"), hint: uniqueId("hint"), error: uniqueId("error") };
  const error = h("p", { class: "failure", id: ids.error, role: "alert", hidden: true });
  const input = control(component, ids, store);
  const required = component.required !== false;
  const element = h(
    "div",
    { class: "modal-part" },
    h("label", { id: ids.label, for: input.field.id || null }, label, required && h("b", { class: "required", title: "Required" }, " *")),
    description && h("p", { class: "hint", id: ids.hint }, description),
    input.element,
    error,
  );
  const check = () => {
    const wrong = input.error();
    error.textContent = wrong;
    error.hidden = !wrong;
    input.field.setAttribute("aria-invalid", wrong ? "true" : "false");
    return wrong;
  };
  return { element, inputs: [{ ...input, check }] };
}

/**
 * @param {Component} component
 * @param {Ids} ids
 * @param {Store} store
 * @returns {Input}
 */
function control(component, ids, store) {
  const base = { custom_id: component.custom_id ?? "" };
  if (component.type === TEXT_INPUT) return textInput(component, ids, base);
  const select = new Select(component, store, { labelledBy: ids.label });
  select.field.setAttribute("aria-describedby", `${ids.hint} ${ids.error}`);
  return {
    element: select.field,
    field: select.field,
    error: () => (select.values.length || component.required === false ? select.error() : "This is required."),
    value: () => ({ ...base, values: select.values }),
  };
}

/**
 * @param {Component} component
 * @param {Ids} ids
 * @param {ComponentInput} base
 * @returns {Input}
 */
function textInput(component, ids, base) {
  const tall = component.style === PARAGRAPH;
  const props = {
    id: uniqueId("field"),
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    autocomplete: "off",
    "aria-describedby": `${ids.hint} ${ids.error}`,
    "aria-required": component.required === false ? null : "true",
  };
  const field = tall ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
  field.value = component.value ?? "";
  const error = () => {
    if (!field.value.trim()) return component.required === false ? "" : "This is required.";
    return field.value.length < (component.min_length ?? 0) ? `At least ${component.min_length} characters.` : "";
  };
  return { element: field, field, error, value: () => ({ ...base, value: field.value }) };
}
