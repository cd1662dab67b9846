/** Toasts: errors that are shown for a few seconds. */

import { byId, h } from "./dom.js";

const TOAST_MS = 6000;

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
