/** Marks within a line of text: emphasis, code, links, mentions, times and emojis. */

/** @import { Child, Emoji, Names } from "../types.js" */

import { webAddress } from "../base/addresses.js";
import { h, link as outside } from "../base/dom.js";
import { moment } from "../base/time.js";

/**
 * Each rule has a pattern for the current position, and a function that turns a match into a node (null: plain text).
 *
 * @type {[RegExp, (match: RegExpExecArray, names: Names) => Node | string | null][]}
 */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, ([, sign]) => sign],
  [/(`{1,2})([^`](?:[\s\S]*?[^`])?)\1(?!`)/y, ([, , code]) => h("code", null, code.trim() || code)],
  [/<@!?(\d+)>/y, ([, id], names) => mention(`@${names.user(id) ?? "unknown member"}`, id === names.me)],
  [/<@&(\d+)>/y, ([, id], names) => mention(`@${names.role(id) ?? "unknown role"}`)],
  [/@(?:everyone|here)\b/y, ([words]) => mention(words)],
  [/<#(\d+)>/y, ([, id], names) => channel(id, names)],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, ([, seconds, style]) => moment(Number(seconds), style)],
  [/<a?:(\w{2,32}):(\d+)>/y, ([, name, id]) => emojiPicture(id, `:${name}:`)],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url], names) => (webAddress(url) ? link(url, names, url) : null)],
  [
    /\[((?:\\.|[^\]\n\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"\n]*")?\)/y,
    ([, label, url], names) => (webAddress(url) ? link(url, names, inline(label, names)) : null),
  ],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])|*_~]/y, ([url], names) => (webAddress(url) ? link(url, names, url) : null)],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, ([, text], names) => h("strong", null, h("em", null, inline(text, names)))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, wrapped("strong")],
  [/__([\s\S]+?)__(?!_)/y, wrapped("u")],
  [/~~([\s\S]+?)~~/y, wrapped("s")],
  [/\*(?=\S)((?:\*\*|\\.|[^*\\])+?)(?<=\S)\*(?!\*)/y, wrapped("em")],
  [/(?<![A-Za-z0-9])_((?:__|\\.|[^_\\])+?)_(?![A-Za-z0-9_])/y, wrapped("em")],
];
/** Words after no-break spaces that fit in a line on a phone. */
const GLUED = /(?:\u00a0[\w']{1,16}(?![\w']))+/y;
const MESSAGE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;
const SIGNS = /[\\`<@[h*_~]/g;

/**
 * The nodes of a text without blocks.
 *
 * @param {string} text
 * @param {Names} names
 * @returns {(Node | string)[]}
 */
export function inline(text, names) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const found = ruleAt(text, at, names);
    if (found) {
      nodes.push(plain, found.node);
      plain = "";
      at = found.next;
      // A browser breaks the line next to any picture, even at a no-break space.
      GLUED.lastIndex = at;
      const word = found.node instanceof HTMLImageElement ? GLUED.exec(text)?.[0] : undefined;
      if (word) {
        nodes.push(h("span", { class: "glued" }, nodes.pop(), word));
        at += word.length;
      }
    } else {
      // No rule matches here: continue at the next sign with which a rule may begin.
      SIGNS.lastIndex = at + 1;
      const next = SIGNS.exec(text)?.index ?? text.length;
      plain += text.slice(at, next);
      at = next;
    }
  }
  nodes.push(plain);
  return nodes.filter((node) => node !== "");
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Names} names
 */
function ruleAt(text, at, names) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const node = match && make(match, names);
    if (node) return { node, next: at + match[0].length };
  }
  return null;
}

/**
 * @param {"strong" | "em" | "u" | "s"} tag
 * @returns {(match: RegExpExecArray, names: Names) => Node}
 */
function wrapped(tag) {
  return ([, text], names) => h(tag, null, inline(text, names));
}

/** @param {string} words */
function mention(words, mine = false) {
  return h("span", { class: mine ? "mention mine" : "mention" }, words);
}

/** @type {(id: string, names: Names) => Node} */
const channel = (id, names) => {
  const name = names.channel(id);
  return name ? mentionButton(`#${name}`, () => names.open(id)) : mention("#unknown channel");
};

/**
 * A mention that can be clicked.
 *
 * @param {string} words
 * @param {() => void} click
 */
export function mentionButton(words, click) {
  return h("button", { class: "mention", type: "button", on: { click } }, words);
}

/**
 * A link to an address: as in Discord, one to a message scrolls to it, and any other opens a new tab.
 *
 * @param {string} url
 * @param {Names} names
 * @param {Child[]} children
 */
export function link(url, names, ...children) {
  const found = MESSAGE.exec(url);
  if (!found) return outside(url, children);
  const [, channelId, messageId] = found;
  /** @param {MouseEvent} event */
  const jump = (event) => {
    event.preventDefault();
    names.jump(channelId, messageId);
  };
  return h("a", { href: url, on: { click: jump } }, children);
}

/**
 * The emoji of a button or option, if it has one; it is hidden from screen readers, which read the label.
 *
 * @param {Emoji | undefined} given
 */
export function emoji(given) {
  if (!given) return null;
  const shown = given.id ? emojiPicture(given.id, "") : given.name;
  return h("span", { class: "emoji", "aria-hidden": "true" }, shown);
}

/**
 * The picture of one of the application's emojis.
 *
 * @param {string} id
 * @param {string} words
 */
function emojiPicture(id, words) {
  return h("img", { class: "custom-emoji", src: `/emojis/${id}.png`, alt: words, title: words || null, draggable: "false" });
}
