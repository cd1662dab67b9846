/** Creates elements. All text becomes text nodes, so that no user's text can become markup. */

/** @import { Child, Props } from "../types.js" */

import { webAddress } from "./addresses.js";

let count = 0;

/**
 * A new id for an element.
 *
 * @param {string} prefix
 */
export function uniqueId(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}

/**
 * The element of the page's own HTML with this id, which must be of the given class.
 *
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} type
 * @returns {E}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} #${id}`);
  return found;
}

/**
 * An element.
 *
 * `props` are attributes, except `on` (listeners by event), `data` (data attributes) and `style` (custom
 * properties and styles by name). False, null and undefined leave an attribute out; true sets it empty.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  const made = document.createElement(tag);
  const { on = {}, data = {}, style = {}, ...attributes } = props ?? {};
  for (const [event, listener] of Object.entries(on)) {
    made.addEventListener(event, /** @type {EventListener} */ (listener));
  }
  Object.assign(made.dataset, data);
  for (const [name, text] of Object.entries(style)) made.style.setProperty(name, text);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

/**
 * Appends nodes, texts and lists of them; skips absent ones. Adjacent texts become one, as screen readers stop at each.
 *
 * @param {Element} parent
 * @param {Child} child
 */
function append(parent, child) {
  if (Array.isArray(child)) for (const one of child) append(parent, one);
  else if (typeof child === "string" && parent.lastChild instanceof Text) parent.lastChild.appendData(child);
  else if (child !== null && child !== undefined && child !== false) parent.append(child);
}

/**
 * Replaces the content of an element.
 *
 * @param {Element} parent
 * @param {Child[]} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * Text that only screen readers present.
 *
 * @param {string} text
 */
export function spoken(text) {
  return h("span", { class: "spoken" }, text);
}

/**
 * A link that opens in a new tab.
 *
 * @param {string} url
 * @param {Child[]} children
 */
export function link(url, ...children) {
  return h("a", { href: webAddress(url), target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/**
 * The style of an element with an accent of this colour, if it has one.
 *
 * @param {number | null | undefined} color
 * @returns {Record<string, string>}
 */
export function accent(color) {
  return typeof color === "number" ? { "--accent": `#${color.toString(16).padStart(6, "0")}` } : {};
}
