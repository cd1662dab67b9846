/** Notices about the page itself: the state of its connection, and errors that pass. */

/** @import { ConnectionState } from "../types.js" */

import { byId, fill, h } from "../base/dom.js";

const TOAST_MS = 6000;
let countdown = 0;

/**
 * Shows an error for a few seconds.
 *
 * @param {string} text
 */
export function toast(text) {
  const shown = h("p", { class: "toast" }, text);
  byId("toasts", HTMLElement).append(shown);
  setTimeout(() => shown.remove(), TOAST_MS);
}

/**
 * Shows the state of the connection, unless it is open; while it waits, with a countdown and a button to retry.
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
