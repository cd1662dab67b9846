/** Avatars: an account's initials on a coloured background. */

/** @import { User } from "../types.js" */

import { h } from "./dom.js";

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
  const kind = user?.bot ? "avatar bot" : "avatar";
  const style = user?.avatar_color ? { "--tint": user.avatar_color } : undefined;
  return h("span", { class: `${kind} ${size}`.trim(), "aria-hidden": "true", style }, initials);
}
