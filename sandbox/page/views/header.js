/**
 * The bar above the messages and the window's title: the open channel, unread counts, whether the bot is online; and
 * the line below the bar about a connection that is lost or not open yet.
 */

/** @import { ConnectionState } from "../types.js" */
/** @import { Store } from "../state/store.js" */

import { nameOf } from "../base/avatar.js";
import { byId, fill, h } from "../base/dom.js";
import { threadState } from "../state/channel_list.js";

let countdown = 0;

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

/**
 * Shows the state of a connection that is not open; before the next try, with a countdown and a button.
 *
 * @param {ConnectionState} connection
 * @param {() => void} retry
 */
export function showConnection({ state, retryAt }, retry) {
  const line = byId("line", HTMLElement);
  clearInterval(countdown);
  line.hidden = state === "open";
  if (state === "connecting") fill(line, "Connecting…");
  if (state !== "waiting") return;
  const seconds = h("span", { "aria-hidden": "true" });
  const count = () => {
    seconds.textContent = `Trying again in ${Math.max(1, Math.ceil((retryAt - Date.now()) / 1000))} s.`;
  };
  const button = h("button", { class: "plain", type: "button", on: { click: retry } }, "Try now");
  fill(line, "The connection to the sandbox is lost. ", seconds, " ", button);
  count();
  countdown = setInterval(count, 500);
}
