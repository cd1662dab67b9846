/** Portraits: a coloured ground and initials, drawn from what is known of an account. */

import { h } from "./dom.js";
import { nameOf } from "./store.js";

const COLORS = ["#d1495b", "#2e86ab", "#3c896d", "#b1740f", "#7b4fa6", "#3b5ba5"];

/** A portrait; decoration only, the name stands beside it. */
export function avatar(user, size = "") {
  const name = nameOf(user);
  const initials = name
    .split(/[\s_]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
  const color = user?.avatar_color ?? COLORS[[...(user?.id ?? "0")].reduce((sum, digit) => sum + Number(digit), 0) % 6];
  const kind = user?.bot ? "avatar bot" : "avatar";
  return h("span", { class: `${kind} ${size}`.trim(), "aria-hidden": "true", style: { "--tint": color } }, initials);
}
