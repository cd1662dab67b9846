/** The bar above the messages and the window's title: the open channel, unread counts, whether the bot is online. */

/** @import { Store } from "../state/store.js" */

import { nameOf } from "../base/avatar.js";
import { byId } from "../base/dom.js";
import { threadState } from "../state/channel_list.js";

/**
 * Keeps the bar and the title up to date with the store.
 *
 * @param {Store} store
 */
export function showHeader(store) {
  for (const event of /** @type {const} */ (["hello", "lists", "channel"])) store.on(event, () => showTitles(store));
  for (const event of /** @type {const} */ (["hello", "bot"])) store.on(event, () => showBot(store));
}

/** @param {Store} store */
function showTitles(store) {
  const title = store.title(store.channelId);
  byId("channel-title", HTMLElement).textContent = title;
  byId("channel-state", HTMLElement).textContent = threadState(store.channel(store.channelId));
  const pings = [...store.unread.values()].reduce((sum, unread) => sum + unread.pings, 0);
  const mark = pings ? `(${pings}) ` : store.unread.size ? "• " : "";
  document.title = `${mark}${title}, ${nameOf(store.me)} · sandbox, not Discord`;
  byId("drawer-dot", HTMLElement).hidden = store.unread.size === 0;
  const other = store.members.find((user) => user.id !== store.me.id);
  const window = byId("window", HTMLAnchorElement);
  window.href = other ? `?guild=${store.guild.id}&member=${other.id}&channel=${store.channel(store.channelId)?.id ?? ""}` : "";
  window.hidden = !other;
}

/** @param {Store} store */
function showBot(store) {
  const name = store.bot ? nameOf(store.bot) : "The bot";
  const state = byId("bot", HTMLElement);
  state.classList.toggle("online", store.online);
  state.textContent = store.online ? `${name} is online` : `${name} is offline`;
}
