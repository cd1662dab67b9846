/** Discord's way of marking up text, as elements: blocks here, what stands within a line in inline.js. */

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w#+.-]+)\n)?\n?([\s\S]+?)\n?```/g;
const LINE = {
  heading: /^(#{1,3}) +(.+)$/,
  subtext: /^-# +(.+)$/,
  quote: /^> (.*)$/,
  quoteAll: /^>>> (.*)$/,
  item: /^( *)([-*]|\d{1,9}\.) +(.+)$/,
};

/** The elements of a text. `names` gives names for ids: user(id), channel(id), role(id), command(path). */
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

function blocks(text, names) {
  if (!text) return [];
  const found = [];
  const lines = text.split("\n");
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

function blockAt(lines, at, names) {
  const line = lines[at];
  const heading = LINE.heading.exec(line);
  if (heading) {
    const level = heading[1].length;
    // The page's own title is above, so a message's largest heading is the page's third.
    return { element: h(`h${level + 2}`, { class: `heading-${level}` }, inline(heading[2], names)), next: at + 1 };
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
    const rest = lines.slice(at, next).map((quoted) => LINE.quote.exec(quoted)[1]);
    return { element: h("blockquote", null, blocks(rest.join("\n"), names)), next };
  }
  if (LINE.item.test(line)) {
    const next = listEnd(lines, at);
    const items = lines.slice(at, next).map((item) => {
      const [, indent, mark, body] = LINE.item.exec(item);
      return { indent: indent.length, mark, body };
    });
    return { element: list(items, names), next };
  }
  return null;
}

function runEnd(lines, at, pattern) {
  let end = at;
  while (end < lines.length && pattern.test(lines[end])) end += 1;
  return end;
}

/** Where a list ends: at other text, or where its own level goes on with another kind of mark. */
function listEnd(lines, at) {
  const [, indent, first] = LINE.item.exec(lines[at]);
  const end = runEnd(lines, at, LINE.item);
  const other = lines.slice(at, end).findIndex((line) => {
    const [, deep, mark] = LINE.item.exec(line);
    return deep.length <= indent.length && /\d/.test(mark) !== /\d/.test(first);
  });
  return other < 0 ? end : at + other;
}

function list(items, names) {
  const ordered = /\d/.test(items[0].mark);
  const element = h(ordered ? "ol" : "ul", { start: ordered ? parseInt(items[0].mark, 10) : null });
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
