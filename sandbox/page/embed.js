/** Embeds: a framed text with a coloured edge, fields and pictures. */

import { h, link, webAddress } from "./dom.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";
import { written } from "./time.js";

/** One embed. */
export function embed(given, names) {
  const color = given.color ?? null;
  const title = given.title && inline(given.title, names);
  return h(
    "article",
    { class: "embed", style: color === null ? {} : { "--accent": `#${color.toString(16).padStart(6, "0")}` } },
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

function fields(list, names) {
  if (!list.length) return null;
  const one = (field) =>
    h(
      "div",
      { class: field.inline ? "field inline" : "field" },
      h("dt", null, inline(field.name, names)),
      h("dd", { class: "text" }, markdown(field.value, names)),
    );
  return h("dl", { class: "fields" }, list.map(one));
}

function foot(given) {
  if (!given.footer && !given.timestamp) return null;
  const parts = [given.footer?.text, given.timestamp && written(given.timestamp)].filter(Boolean);
  return h("footer", { class: "embed-foot" }, parts.flatMap((part, index) => (index ? [" · ", part] : [part])));
}

function linked(url, content) {
  return url && webAddress(url) ? link(url, content) : content;
}
