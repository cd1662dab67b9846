/** Embeds: framed texts with a coloured edge, fields and pictures. */

/** @import { Child, Embed, EmbedField, Names } from "../types.js" */

import { webAddress } from "../base/addresses.js";
import { accent, h, link } from "../base/dom.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";
import { messageTime } from "../base/time.js";

/**
 * One embed.
 *
 * @param {Embed} given
 * @param {Names} names
 */
export function embed(given, names) {
  const title = given.title && inline(given.title, names);
  return h(
    "article",
    { class: "embed", style: accent(given.color) },
    h(
      "div",
      { class: "embed-body" },
      given.author && h("p", { class: "embed-author" }, linked(given.author.url, given.author.name)),
      title && h("h4", { class: "embed-title" }, linked(given.url, title)),
      given.description && h("div", { class: "text" }, markdown(given.description, names)),
      fields(given.fields ?? [], names),
      given.image && picture(given.image, given.title ?? ""),
      foot(given),
    ),
    given.thumbnail && picture(given.thumbnail, "", "thumbnail"),
  );
}

/**
 * @param {EmbedField[]} list
 * @param {Names} names
 */
function fields(list, names) {
  if (!list.length) return null;
  /** @param {EmbedField} field */
  const one = (field) =>
    h(
      "div",
      { class: field.inline ? "field inline" : "field" },
      h("dt", null, inline(field.name, names)),
      h("dd", { class: "text" }, markdown(field.value, names)),
    );
  return h("dl", { class: "fields" }, list.map(one));
}

/** @param {Embed} given */
function foot(given) {
  if (!given.footer && !given.timestamp) return null;
  /** @type {Child[]} */
  const parts = [given.footer?.text, given.timestamp && messageTime(given.timestamp)];
  const separated = parts.filter(Boolean).flatMap((part, index) => (index ? [" · ", part] : [part]));
  return h("footer", { class: "embed-foot" }, separated);
}

/**
 * @param {string | undefined} url
 * @param {Child} content
 */
function linked(url, content) {
  return url && webAddress(url) ? link(url, content) : content;
}
