/** The possible values of a slash command's option, as items to choose from. */

/** @import { Choice, CommandOption, Item } from "../types.js" */
/** @import { Store } from "../state/store.js" */
/** @import { Parsed } from "./commands.js" */

import { channelItems, peopleItems, roleItems } from "../state/items.js";
import { TYPE, parseValue } from "./commands.js";

/**
 * The items of an option; null if its value is free text or completed by the bot.
 *
 * @param {CommandOption} option
 * @param {Store} store
 * @returns {Item[] | null}
 */
export function optionValues(option, store) {
  const { BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE } = TYPE;
  if (option.choices?.length) return option.choices.map(choiceItem);
  if (option.type === BOOLEAN) return [true, false].map((value) => ({ key: String(value), value, label: value ? "True" : "False" }));
  if (option.type === CHANNEL) return channelItems(store, option.channel_types);
  const people = peopleItems(store, (user) => `@${user.username}`);
  if (option.type === USER) return people;
  if (option.type === ROLE) return roleItems(store);
  return option.type === MENTIONABLE ? [...people, ...roleItems(store)] : null;
}

/**
 * A choice of a command, or of the bot's completions, as an item.
 *
 * @param {Choice} choice
 * @returns {Item}
 */
export function choiceItem({ name, value }) {
  return { key: String(value), value, label: name };
}

/**
 * The items that match the typed text; those that begin with it come first.
 *
 * @param {Item[]} items
 * @param {string} typed
 */
export function matchingItems(items, typed) {
  /** @param {Item} item */
  const at = (item) => plain(item.label).indexOf(plain(typed));
  return items.filter((item) => at(item) >= 0).sort((a, b) => Number(at(a) > 0) - Number(at(b) > 0));
}

/**
 * The value of a typed text: that of the item with this label or value, otherwise the text itself; or its error.
 *
 * @param {CommandOption} option
 * @param {string} typed
 * @param {Store} store
 * @returns {Parsed}
 */
export function typedValue(option, typed, store) {
  const items = optionValues(option, store);
  if (!items) return parseValue(option, typed);
  const meant =
    items.find(({ label }) => plain(label) === plain(typed)) ?? items.find(({ value }) => plain(String(value)) === plain(typed));
  return meant?.value === undefined ? { error: "Choose one of the list." } : { value: meant.value };
}

/**
 * A file as the value of an option: a data URL with the file's name.
 *
 * @param {File} file
 * @returns {Promise<Item>}
 */
export async function fileItem(file) {
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.addEventListener("load", resolve);
    reader.addEventListener("error", reject);
  });
  reader.readAsDataURL(file);
  await read;
  const [, data] = String(reader.result).split(",");
  const value = `data:${file.type};name=${encodeURIComponent(file.name)};base64,${data ?? ""}`;
  return { key: file.name, value, label: file.name };
}

/** @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replace(/^[@#]/, "");
}
