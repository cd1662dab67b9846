/** The sidebar as a drawer on narrow pages: a button opens it, Escape or a tap outside closes it. */

import { byId } from "../base/dom.js";

const narrow = matchMedia("(max-width: 720px)");

/** Makes the drawer's buttons work. */
export function setUpDrawer() {
  byId("drawer-open", HTMLElement).addEventListener("click", () => show(true));
  byId("drawer-close", HTMLElement).addEventListener("click", () => show(false));
  byId("shade", HTMLElement).addEventListener("click", () => show(false));
  byId("drawer", HTMLElement).addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeDrawer();
  });
  narrow.addEventListener("change", limitFocus);
  limitFocus();
}

/** Closes the drawer on a narrow page; returns whether the page is one. */
export function closeDrawer() {
  if (narrow.matches) show(false);
  return narrow.matches;
}

/** @param {boolean} shown */
function show(shown) {
  byId("app", HTMLElement).classList.toggle("drawer-open", shown);
  byId("shade", HTMLElement).hidden = !shown;
  byId("drawer-open", HTMLElement).setAttribute("aria-expanded", String(shown));
  limitFocus();
  byId(shown ? "drawer-close" : "drawer-open", HTMLElement).focus();
}

/** On a narrow page, makes the part under the open drawer, or the closed drawer itself, impossible to focus. */
function limitFocus() {
  const shown = byId("app", HTMLElement).classList.contains("drawer-open");
  byId("drawer", HTMLElement).inert = narrow.matches && !shown;
  byId("main", HTMLElement).inert = narrow.matches && shown;
}
