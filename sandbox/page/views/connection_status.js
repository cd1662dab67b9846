/** The line about a connection that is lost or not open yet. */

/** @import { ConnectionState } from "../types.js" */

import { byId, fill, h } from "../base/dom.js";

let countdown = 0;

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
