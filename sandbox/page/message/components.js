/** The components of a message, with or without the V2 flag, drawn from Discord's JSON. */

/** @import { Component, MessageContext, Message } from "../types.js" */

import { accent, h } from "../base/dom.js";
import { toast } from "../base/toast.js";
import { emoji, link } from "./inline.js";
import { markdown } from "./markdown.js";
import { gallery, picture } from "./media.js";
import { SELECTS, Select } from "./select.js";

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;

/**
 * The block with the components of one message, and the actions of its buttons and selects.
 *
 * A click acts on the message as it is drawn. Further clicks in the block are ignored until its result comes.
 */
class ComponentBlock {
  /**
   * @param {Message} message
   * @param {MessageContext} context
   */
  constructor(message, context) {
    this.message = message;
    this.context = context;
    this.status = h("p", { class: "failure", role: "alert", hidden: true });
    const drawn = (message.components ?? []).map((component) => draw(component, this));
    this.element = h("div", { class: "components" }, drawn, this.status);
  }

  /**
   * Uses a button or select, and shows the error if that fails.
   *
   * @param {Element} control
   * @param {Component} component
   * @param {string[]} [values]
   */
  async use(control, component, values) {
    if (this.element.classList.contains("waiting")) return;
    this.showError("");
    this.element.classList.add("waiting");
    control.classList.add("busy");
    control.setAttribute("aria-busy", "true");
    const error = await this.context.act(this.message, component, values);
    this.element.classList.remove("waiting");
    control.classList.remove("busy");
    control.removeAttribute("aria-busy");
    this.showError(error);
    if (error && !control.isConnected) toast(error);
  }

  /** @param {string} error */
  showError(error) {
    this.status.textContent = error;
    this.status.hidden = !error;
  }
}

/**
 * The element of a message's components.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
export function components(message, context) {
  return new ComponentBlock(message, context).element;
}

/** @typedef {(part: Component, block: ComponentBlock) => Element} Draw */

/** @type {Draw} */
const draw = (part, block) => {
  const known = SELECTS.includes(part.type) ? select : DRAW[part.type];
  if (known) return known(part, block);
  return h("p", { class: "subtext" }, `(a component of type ${part.type}, which this page cannot draw)`);
};

/** @type {(part: Component, block: ComponentBlock) => Element[]} */
const drawAll = (part, block) => (part.components ?? []).map((child) => draw(child, block));

/** @type {Draw} */
const button = (part, block) => {
  const words = [emoji(part.emoji), part.label && h("span", { class: "button-words" }, part.label)];
  if (part.style === LINK) {
    const anchor = link(part.url ?? "", block.context.names, words, h("span", { class: "leave", "aria-hidden": "true" }, "↗"));
    anchor.className = "button link";
    if (part.disabled) {
      anchor.removeAttribute("href");
      anchor.setAttribute("aria-disabled", "true");
    }
    return anchor;
  }
  const element = h(
    "button",
    {
      class: `button ${STYLES[part.style ?? 2] ?? "secondary"}`,
      type: "button",
      disabled: part.disabled,
      "aria-label": part.label ? null : (part.emoji?.name ?? "Button"),
      data: { key: part.custom_id ?? "" },
    },
    words,
  );
  element.addEventListener("click", () => block.use(element, part));
  return element;
};

/** @type {Draw} */
const select = (part, block) => {
  const made = new Select(part, block.context.store, {
    chosen: (values) => block.use(made.field, part, values),
    invalid: (error) => block.showError(error),
  });
  return made.field;
};

/** @type {Draw} */
const section = (part, block) => {
  const accessory = part.accessory && h("div", { class: "accessory" }, draw(part.accessory, block));
  return h("div", { class: "section" }, h("div", { class: "section-text" }, drawAll(part, block)), accessory);
};

/** @type {Record<number, Draw>} */
const DRAW = {
  1: (part, block) => h("div", { class: "row" }, drawAll(part, block)),
  2: button,
  9: section,
  10: (part, block) => h("div", { class: "text" }, markdown(part.content ?? "", block.context.names)),
  11: (part) => picture(part.media ?? { url: "" }, part.description, "thumbnail"),
  12: (part) => gallery(part.items ?? []),
  14: (part) =>
    h("hr", { class: `separator${part.spacing === 2 ? " wide" : ""}${part.divider === false ? " bare" : ""}` }),
  17: (part, block) => h("div", { class: "container", style: accent(part.accent_color) }, drawAll(part, block)),
};
