/** Links in texts: as in Discord, a link to a message scrolls to it; any other opens a new tab. */

/** @import { Child, Names } from "../types.js" */

import { h, link as outside } from "../base/dom.js";

const MESSAGE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/**
 * A link to an address.
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
