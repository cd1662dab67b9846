/** Avatars: an account's initials on a coloured background. */

/** @import { User } from "../types.js" */

import { h } from "./dom.js";

const COLORS = ["#d1495b", "#2e86ab", "#3c896d", "#b1740f", "#7b4fa6", "#3b5ba5"];

/**
 * The name that is shown for an account.
 *
 * @param {User | null | undefined} user
 */
export function nameOf(user) {
  return user?.global_name || user?.username || "someone";
}

/**
 * An avatar; screen readers skip it, because the name is next to it.
 *
 * @param {User | null | undefined} user
 */
export function avatar(user, size = "") {
  const initials = nameOf(user)
    .split(/[\s_]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
  const digits = [...(user?.id ?? "0")].map(Number);
  const color = user?.avatar_color ?? COLORS[digits.reduce((sum, digit) => sum + digit, 0) % COLORS.length];
  const kind = user?.bot ? "avatar bot" : "avatar";
  return h("span", { class: `${kind} ${size}`.trim(), "aria-hidden": "true", style: { "--tint": color } }, initials);
}
