/** Converts Discord's Markdown to elements: the blocks; inline.js has the marks within a line. */

/** @import { Names } from "../types.js" */

import { h } from "../base/dom.js";
import { inline } from "./inline.js";

const HEADINGS = /** @type {const} */ (["h3", "h4", "h5"]);
const LINE = {
  heading: /^(#{1,3}) +(.+)$/,
  subtext: /^-# +(.+)$/,
  quote: /^> (.*)$/,
  bullet: /^[-*] +(.+)$/,
  number: /^(\d{1,9})\. +(.+)$/,
};

/**
 * The elements of a text.
 *
 * @param {string} text
 * @param {Names} names
 */
export function markdown(text, names) {
  /** @type {HTMLElement[]} */
  const found = [];
  const lines = text ? text.split("\n") : [];
  for (let at = 0; at < lines.length; ) {
    const { element, next } = blockAt(lines, at, names);
    found.push(element);
    at = next;
  }
  return found;
}

/**
 * The block that begins at a line, and the index of the line after it.
 *
 * @param {string[]} lines
 * @param {number} at
 * @param {Names} names
 * @returns {{ element: HTMLElement, next: number }}
 */
function blockAt(lines, at, names) {
  const line = lines[at];
  const heading = LINE.heading.exec(line);
  if (heading) {
    const level = heading[1].length;
    // The page's own title is above, so a message's largest heading is the page's third.
    return { element: h(HEADINGS[level - 1], { class: `heading-${level}` }, inline(heading[2], names)), next: at + 1 };
  }
  const subtext = LINE.subtext.exec(line);
  if (subtext) return { element: h("small", { class: "subtext" }, inline(subtext[1], names)), next: at + 1 };
  const kind = Object.values(LINE).find((pattern) => pattern.test(line));
  const other = lines.slice(at).findIndex((each) => Object.values(LINE).find((pattern) => pattern.test(each)) !== kind);
  const next = other < 0 ? lines.length : at + other;
  const run = lines.slice(at, next);
  if (!kind) return { element: h("p", null, inline(run.join("\n"), names)), next };
  const inner = run.map((each) => kind.exec(each)?.at(-1) ?? "");
  if (kind === LINE.quote) return { element: h("blockquote", null, markdown(inner.join("\n"), names)), next };
  const items = inner.map((each) => h("li", null, inline(each, names)));
  return { element: kind === LINE.number ? h("ol", { start: parseInt(line, 10) }, items) : h("ul", null, items), next };
}
