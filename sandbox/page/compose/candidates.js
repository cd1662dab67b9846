/** What an option of a slash command can be, as items to choose from. */

/** @import { Choice, CommandOption, Item } from "../types.js" */
/** @import { Store } from "../state/store.js" */
/** @import { Parsed } from "./commands.js" */

import { avatar, nameOf } from "../base/avatar.js";
import { TYPE, parse } from "./commands.js";

/**
 * The items of an option, or null if it is typed freely or completed by the bot.
 *
 * @param {CommandOption} option
 * @param {Store} store
 * @returns {Item[] | null}
 */
export function candidates(option, store) {
  const people = () =>
    [...store.members, ...(store.bot ? [store.bot] : [])].map((user) => ({
      key: user.id,
      value: user.id,
      label: nameOf(user),
      hint: `@${user.username}`,
      mark: avatar(user, "tiny"),
    }));
  const roles = () => (store.guild.roles ?? []).map(({ id, name }) => ({ key: id, value: id, label: name, hint: "Role" }));
  if (option.choices?.length) return option.choices.map(fromChoice);
  switch (option.type) {
    case TYPE.BOOLEAN:
      return [true, false].map((value) => ({ key: String(value), value, label: value ? "True" : "False" }));
    case TYPE.USER:
      return people();
    case TYPE.ROLE:
      return roles();
    case TYPE.MENTIONABLE:
      return [...people(), ...roles()];
    case TYPE.CHANNEL:
      return store.channels
        .filter((channel) => !option.channel_types?.length || option.channel_types.includes(channel.type))
        .map(({ id, name }) => ({ key: id, value: id, label: `#${name}` }));
    default:
      return null;
  }
}

/**
 * A choice of a command, or of the bot's completions, as an item.
 *
 * @param {Choice} choice
 * @returns {Item}
 */
export function fromChoice({ name, value }) {
  return { key: String(value), value, label: name };
}

/**
 * The items that fit what was typed, those that begin with it first.
 *
 * @param {Item[]} items
 * @param {string} typed
 */
export function fitting(items, typed) {
  /** @param {Item} item */
  const at = (item) => plain(item.label).indexOf(plain(typed));
  return items.filter((item) => at(item) >= 0).sort((a, b) => Number(at(a) > 0) - Number(at(b) > 0));
}

/**
 * The value of a typed text: of the item with this label or value, else of the text itself.
 *
 * @param {CommandOption} option
 * @param {string} typed
 * @param {Store} store
 * @returns {Parsed}
 */
export function understand(option, typed, store) {
  const items = candidates(option, store) ?? [];
  const meant =
    items.find(({ label }) => plain(label) === plain(typed)) ?? items.find(({ value }) => plain(String(value)) === plain(typed));
  return meant?.value === undefined ? parse(option, typed) : { value: meant.value };
}

/** @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replace(/^[@#]/, "");
}
