/** What an option of a slash command can be, as items to choose from. */

import { avatar } from "./avatar.js";
import { TYPE, parse } from "./commands.js";
import { nameOf } from "./store.js";

/** The items of an option, or null if it is typed freely or the bot completes it. */
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

/** A choice, of the command's own or of the bot's completion, as an item. */
export function fromChoice({ name, value }) {
  return { key: String(value), value, label: name };
}

/** The items that fit what was typed, those that begin with it first. */
export function fitting(items, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, "");
  const at = (item) => item.label.toLowerCase().replace(/^[@#]/, "").indexOf(wanted);
  return items.filter((item) => at(item) >= 0).sort((a, b) => Number(at(a) > 0) - Number(at(b) > 0));
}

/** What the typed text stands for: {value} or {error}. */
export function understand(option, typed, store) {
  const items = candidates(option, store);
  const plain = (text) => text.trim().toLowerCase().replace(/^[@#]/, "");
  const meant = items?.find((item) => plain(item.label) === plain(typed));
  if (meant) return { value: meant.value };
  return parse(option, typed);
}
