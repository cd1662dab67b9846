/** People, roles and channels as items to choose from. */

/** @import { Item, User } from "../types.js" */
/** @import { Store } from "./store.js" */

import { avatar, nameOf } from "../base/avatar.js";

/**
 * The people and the bot.
 *
 * @param {Store} store
 * @param {(user: User) => string} hint
 * @returns {Item[]}
 */
export function peopleItems(store, hint) {
  return [...store.members, ...(store.bot ? [store.bot] : [])].map((user) => ({
    key: user.id,
    value: user.id,
    label: nameOf(user),
    hint: hint(user),
    mark: avatar(user, "tiny"),
  }));
}

/**
 * The roles of the guild.
 *
 * @param {Store} store
 * @returns {Item[]}
 */
export function roleItems(store) {
  return store.guild.roles.map(({ id, name }) => ({ key: id, value: id, label: name, hint: "Role" }));
}

/**
 * The channels of these types; all if none are named.
 *
 * @param {Store} store
 * @param {number[]} [types]
 * @returns {Item[]}
 */
export function channelItems(store, types = []) {
  return store.channels
    .filter(({ type }) => !types.length || types.includes(type))
    .map(({ id, name }) => ({ key: id, value: id, label: `#${name}` }));
}
