/** Emojis: characters, and the pictures of the application's emojis, which this server holds. */

/** @import { Emoji } from "../types.js" */

import { h } from "../base/dom.js";

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
export function emojiPicture(id, words) {
  return h("img", { class: "custom-emoji", src: `/emojis/${id}.png`, alt: words, title: words || null, draggable: "false" });
}
