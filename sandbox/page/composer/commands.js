/** Slash commands: their paths, a search in them, and the data that is sent for one. */

/** @import { Command, CommandOption, CommandPath, CommandRequest, OptionInput, OptionValue } from "../types.js" */

const SUBCOMMAND = 1;
const GROUP = 2;
/**
 * A value, or the error of a text that has none.
 *
 * @typedef {{ value: OptionValue, error?: undefined } | { error: string, value?: undefined }} Parsed
 */
export const TYPE = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };

/**
 * Every command that can be used, sorted by path.
 *
 * @param {Command[]} commands
 * @param {boolean} direct whether it is for a direct channel
 * @returns {CommandPath[]}
 */
export function commandPaths(commands, direct) {
  return commands
    .filter((command) => (command.type ?? 1) === 1 && isUsable(command, direct))
    .flatMap((command) => subcommandPaths(command, command.name))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/**
 * The commands that match the text after the slash; those that begin with it come first.
 *
 * @param {CommandPath[]} list
 * @param {string} typed
 */
export function searchCommands(list, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  /** @param {CommandPath} command */
  const rank = ({ path }) => {
    if (path.startsWith(wanted)) return 0;
    if (path.split(" ").some((word) => word.startsWith(wanted))) return 1;
    return path.includes(wanted) ? 2 : 3;
  };
  return list.filter((command) => rank(command) < 3).sort((a, b) => rank(a) - rank(b));
}

/**
 * The data that is sent for a command with these values.
 *
 * @param {CommandPath} command
 * @param {{ option: CommandOption, value: OptionValue }[]} filled
 * @param {string | null} focused the name of the option that the member is typing
 * @returns {CommandRequest}
 */
export function commandRequest(command, filled, focused = null) {
  const [name, ...subs] = command.path.split(" ");
  /** @type {OptionInput[]} */
  let options = filled.map(({ option, value }) => ({
    type: option.type,
    name: option.name,
    value,
    ...(option.name === focused ? { focused: true } : {}),
  }));
  // The innermost subcommand holds the options; a group holds the subcommand.
  for (const [index, sub] of [...subs].reverse().entries()) {
    options = [{ type: index === 0 ? SUBCOMMAND : GROUP, name: sub, options }];
  }
  return { name, options };
}

/**
 * The value of a free text or a number in an option's field, or its error.
 *
 * @param {CommandOption} option
 * @param {string} text
 * @returns {Parsed}
 */
export function parseValue(option, text) {
  if (option.type === TYPE.INTEGER || option.type === TYPE.NUMBER) return number(option, text.trim());
  if (text.length < (option.min_length ?? 0)) return { error: `At least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000)) return { error: `At most ${option.max_length ?? 6000} characters.` };
  return { value: text };
}

/**
 * @param {CommandOption} option
 * @param {string} text
 * @returns {Parsed}
 */
function number(option, text) {
  const whole = option.type === TYPE.INTEGER;
  if (!(whole ? /^[+-]?\d{1,15}$/ : /^[+-]?\d+(\.\d+)?$/).test(text)) {
    return { error: whole ? "A whole number, please." : "A number, please." };
  }
  const value = Number(text);
  if (option.min_value !== undefined && value < option.min_value) return { error: `At least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `At most ${option.max_value}.` };
  return { value };
}

/**
 * @param {Command | CommandOption} node
 * @param {string} path
 * @returns {CommandPath[]}
 */
function subcommandPaths(node, path) {
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (!inner.length) return [{ path, description: node.description, options: node.options ?? [] }];
  return inner.flatMap((option) => subcommandPaths(option, `${path} ${option.name}`));
}

/**
 * @param {Command} command
 * @param {boolean} direct
 */
function isUsable(command, direct) {
  return !direct || (!command.guild_id && (command.contexts ?? [1]).includes(1));
}
