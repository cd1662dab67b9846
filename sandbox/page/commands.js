/** Slash commands: the list that one chooses from, and what is sent when one is used. */

const SUB = 1;
const GROUP = 2;
export const TYPE = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10 };

/** Every command that can be used, subcommands as "coup new": {path, description, options}. */
export function leaves(commands, direct) {
  return commands
    .filter((command) => (command.type ?? 1) === 1 && allowed(command, direct))
    .flatMap((command) => below(command, command.name))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** The commands that fit what was typed after the slash, those that begin with it first. */
export function search(list, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const rank = ({ path }) => {
    if (path.startsWith(wanted)) return 0;
    if (path.split(" ").some((word) => word.startsWith(wanted))) return 1;
    return path.includes(wanted) ? 2 : 3;
  };
  return list.filter((leaf) => rank(leaf) < 3).sort((a, b) => rank(a) - rank(b));
}

/** What is sent for a command with these {option, value} pairs; `focused` is the name of the one being typed. */
export function request(leaf, filled, focused = null) {
  const [name, ...subs] = leaf.path.split(" ");
  let options = filled.map(({ option, value }) => ({
    type: option.type,
    name: option.name,
    value,
    ...(option.name === focused ? { focused: true } : {}),
  }));
  // The innermost subcommand holds the options; what is around it is a group.
  for (const [index, sub] of [...subs].reverse().entries()) {
    options = [{ type: index === 0 ? SUB : GROUP, name: sub, options }];
  }
  return { name, options };
}

/** The value of what was typed in an option's field, or what is wrong with it: {value} or {error}. */
export function parse(option, text) {
  const { INTEGER, NUMBER, STRING } = TYPE;
  if (option.type === INTEGER || option.type === NUMBER) return number(option, text.trim());
  if (option.choices?.length) {
    const choice = option.choices.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
    return choice ? { value: choice.value } : { error: "Choose one of the list." };
  }
  if (option.type !== STRING) return { error: "Choose one of the list." };
  if (text.length < (option.min_length ?? 0)) return { error: `At least ${option.min_length} characters.` };
  if (text.length > (option.max_length ?? 6000)) return { error: `At most ${option.max_length ?? 6000} characters.` };
  return { value: text };
}

function number(option, text) {
  const whole = option.type === TYPE.INTEGER;
  const choice = option.choices?.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (choice) return { value: choice.value };
  if (option.choices?.length) return { error: "Choose one of the list." };
  if (!(whole ? /^[+-]?\d{1,15}$/ : /^[+-]?\d+(\.\d+)?$/).test(text)) {
    return { error: whole ? "A whole number, please." : "A number, please." };
  }
  const value = Number(text);
  if (option.min_value !== undefined && value < option.min_value) return { error: `At least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `At most ${option.max_value}.` };
  return { value };
}

function below(node, path) {
  const inner = (node.options ?? []).filter((option) => option.type === SUB || option.type === GROUP);
  if (!inner.length) return [{ path, description: node.description, options: node.options ?? [] }];
  return inner.flatMap((option) => below(option, `${path} ${option.name}`));
}

function allowed(command, direct) {
  if (!direct) return true;
  return command.contexts ? command.contexts.includes(1) : command.dm_permission !== false && !command.guild_id;
}
