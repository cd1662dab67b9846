/** Converts Discord's Markdown to elements: the blocks; inline.js has the marks within a line. */

/** @import { Names } from "../types.js" */

import { h } from "../base/dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w#+.-]+)\n)?\n?([\s\S]+?)\n?```/g;
const HEADINGS = /** @type {const} */ (["h3", "h4", "h5"]);
const LINE = {
  heading: /^(#{1,3}) +(.+)$/,
  subtext: /^-# +(.+)$/,
  quote: /^> (.*)$/,
  quoteAll: /^>>> (.*)$/,
  item: /^( *)([-*]|\d{1,9}\.) +(.+)$/,
};

/**
 * The elements of a text.
 *
 * @param {string} text
 * @param {Names} names
 */
export function markdown(text, names) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    parts.push(...blocks(text.slice(from, match.index).replace(/\n$/, ""), names));
    parts.push(h("pre", { class: "code-block", tabindex: 0 }, h("code", null, match[2])));
    from = match.index + match[0].length;
  }
  parts.push(...blocks(from ? text.slice(from).replace(/^\n/, "") : text, names));
  return parts;
}

/**
 * @param {string} text
 * @param {Names} names
 * @returns {HTMLElement[]}
 */
function blocks(text, names) {
  if (!text) return [];
  /** @type {HTMLElement[]} */
  const found = [];
  const lines = text.split("\n");
  /** @type {string[]} */
  let plain = [];
  const flush = () => {
    if (plain.length) found.push(h("p", null, inline(plain.join("\n"), names)));
    plain = [];
  };
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at, names);
    if (block) {
      flush();
      found.push(block.element);
      at = block.next;
    } else {
      plain.push(lines[at]);
      at += 1;
    }
  }
  flush();
  return found;
}

/**
 * The block that begins at a line, and the index of the line after it; null for plain text.
 *
 * @param {string[]} lines
 * @param {number} at
 * @param {Names} names
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
  const all = LINE.quoteAll.exec(line);
  if (all) {
    const rest = [all[1], ...lines.slice(at + 1)].join("\n");
    return { element: h("blockquote", null, blocks(rest, names)), next: lines.length };
  }
  if (LINE.quote.test(line)) {
    const next = runEnd(lines, at, LINE.quote);
    const rest = lines.slice(at, next).map((quoted) => quoted.slice(2));
    return { element: h("blockquote", null, blocks(rest.join("\n"), names)), next };
  }
  if (LINE.item.test(line)) {
    const next = listEnd(lines, at);
    return { element: list(lines.slice(at, next).map(item), names), next };
  }
  return null;
}

/**
 * The index after the run of lines that match a pattern.
 *
 * @param {string[]} lines
 * @param {number} at
 * @param {RegExp} pattern
 */
function runEnd(lines, at, pattern) {
  let end = at;
  while (end < lines.length && pattern.test(lines[end])) end += 1;
  return end;
}

/**
 * The index after a list: it ends at other text, or when its own level continues with another kind of mark.
 *
 * @param {string[]} lines
 * @param {number} at
 */
function listEnd(lines, at) {
  const first = item(lines[at]);
  const end = runEnd(lines, at, LINE.item);
  const other = lines.slice(at, end).findIndex((line) => {
    const { indent, ordered } = item(line);
    return indent <= first.indent && ordered !== first.ordered;
  });
  return other < 0 ? end : at + other;
}

/**
 * A line of a list.
 *
 * @param {string} line
 */
function item(line) {
  const [, indent, mark, body] = LINE.item.exec(line) ?? ["", "", "", ""];
  return { indent: indent.length, ordered: /\d/.test(mark), start: parseInt(mark, 10), body };
}

/**
 * @param {ReturnType<typeof item>[]} items
 * @param {Names} names
 * @returns {HTMLElement}
 */
function list(items, names) {
  const { ordered, start } = items[0];
  const element = ordered ? h("ol", { start }) : h("ul");
  const level = items[0].indent;
  for (let at = 0; at < items.length; ) {
    let end = at + 1;
    while (end < items.length && items[end].indent > level) end += 1;
    const inner = items.slice(at + 1, end);
    element.append(
      h("li", null, inline(items[at].body, names), inner.length ? list(inner, names) : null),
    );
    at = end;
  }
  return element;
}
