/** The greeting at the top of a channel: an explanation of the page, and commands to try first. */

/** @import { CommandPath, GreetingActions } from "../types.js" */
/** @import { Store } from "../state/store.js" */

import { nameOf } from "../base/avatar.js";
import { h } from "../base/dom.js";
import { commandPaths } from "../composer/commands.js";

const FIRST = ["new", "rules", "help"];

/**
 * The greeting of the open channel; in an empty channel it has buttons that run commands.
 *
 * @param {Store} store
 * @param {GreetingActions} actions
 * @param {boolean} empty
 */
export function greeting(store, actions, empty) {
  const dm = store.dm(store.channelId);
  const title = dm ? nameOf(dm.user) : store.title(store.channelId);
  const lead = dm
    ? `Private messages between ${nameOf(store.me)} and ${nameOf(dm.user)} appear here.`
    : `This is the beginning of ${title}.`;
  const parts = [
    h("h2", null, dm ? title : `Welcome to ${title}`),
    h("p", null, lead, " ", h("strong", null, "This page is a local stand-in for Discord, for trying the bot out. It is not Discord.")),
  ];
  if (!empty) return parts;
  return [...parts, store.online ? suggestions(store, actions, Boolean(dm)) : waiting()];
}

/**
 * @param {Store} store
 * @param {GreetingActions} actions
 * @param {boolean} direct
 */
function suggestions(store, actions, direct) {
  const offered = commandPaths(store.commands, direct);
  const simple = offered.filter((command) => !command.options.some((option) => option.required));
  const first = FIRST.flatMap((word) => simple.filter((command) => command.path.endsWith(` ${word}`) || command.path === word));
  /** @param {CommandPath} command */
  const run = (command) =>
    h(
      "button",
      { class: "suggestion", type: "button", on: { click: () => actions.run(command) } },
      h("span", { class: "suggestion-name" }, `/${command.path}`),
      h("span", null, command.description),
    );
  const browse = h(
    "button",
    { class: "suggestion", type: "button", on: { click: () => actions.browse() } },
    h("span", { class: "suggestion-name" }, "/"),
    h("span", null, "See all commands"),
  );
  if (!offered.length) return direct ? null : h("p", { class: "hint" }, "The bot has not registered commands yet.");
  return h(
    "div",
    { class: "suggestions" },
    h("h3", null, "Try one of these"),
    (first.length ? first : simple).slice(0, 3).map(run),
    browse,
    h("p", { class: "hint" }, "You can play as any member: choose who you are at the foot of the channel list."),
  );
}

function waiting() {
  return h(
    "p",
    { class: "hint" },
    "No bot is connected yet. A bot connects when it is started with ",
    h("code", null, `DISCORD_API_URL=${location.origin}/api/v10`),
    " and ",
    h("code", null, `DISCORD_GATEWAY_URL=${location.origin.replace(/^http/, "ws")}/gateway`),
    ".",
  );
}
