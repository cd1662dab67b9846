/** A box that floats next to an element, and closes at a click outside both. */

/** @import { Child } from "../types.js" */

import { h } from "./dom.js";

const GAP_PX = 6;

/**
 * Shows `content` next to `anchor` and as wide; calls `closed` once, when it closes.
 *
 * @param {Element} anchor
 * @param {Child} content
 * @param {() => void} closed
 * @returns {{ close: () => void }}
 */
export function popup(anchor, content, closed) {
  const element = h("div", { class: "popup" }, content);
  // A modal makes everything outside it inert: put the box into the modal if the anchor is in one.
  (anchor.closest("dialog") ?? document.body).append(element);
  const position = () => {
    const box = anchor.getBoundingClientRect();
    const below = innerHeight - box.bottom - GAP_PX * 2;
    const above = box.top - GAP_PX * 2;
    const up = below < Math.min(element.scrollHeight, 260) && above > below;
    element.style.width = `${Math.min(box.width, innerWidth - GAP_PX * 2)}px`;
    element.style.maxHeight = `${Math.max(120, Math.min(360, up ? above : below))}px`;
    element.style.left = `${Math.max(GAP_PX, Math.min(box.left, innerWidth - element.offsetWidth - GAP_PX))}px`;
    element.style.top = up ? "auto" : `${box.bottom + GAP_PX}px`;
    element.style.bottom = up ? `${innerHeight - box.top + GAP_PX}px` : "auto";
  };
  /** @param {Event} event */
  const isInside = (event) => event.target instanceof Node && element.contains(event.target);
  /** @param {Event} event */
  const outside = (event) => {
    const onAnchor = event.target instanceof Node && anchor.contains(event.target);
    if (!isInside(event) && !onAnchor) close();
  };
  /** @param {Event} event */
  const follow = (event) => {
    if (!anchor.isConnected) close();
    else if (!isInside(event)) position();
  };
  let open = true;
  function close() {
    if (!open) return;
    open = false;
    removeEventListener("pointerdown", outside, true);
    removeEventListener("scroll", follow, true);
    removeEventListener("resize", follow);
    element.remove();
    closed();
  }
  addEventListener("pointerdown", outside, true);
  addEventListener("scroll", follow, true);
  addEventListener("resize", follow);
  position();
  return { close };
}
