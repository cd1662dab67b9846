/** What stands at the head of a channel: what this is, and what to try first. */

import { leaves } from "./commands.js";
import { h } from "./dom.js";
import { nameOf } from "./store.js";

const FIRST = ["new", "rules", "help"];

/** The words at the head of the open channel; with suggestions that run at a click when nothing was said yet. */
export function greeting(store, around, empty) {
  const dm = store.dm(store.place);
  const title = dm ? nameOf(dm.user) : `#${store.title(store.place)}`;
  const lead = dm
    ? `Private messages between ${nameOf(store.me)} and ${nameOf(dm.user)} appear here.`
    : `This is the beginning of ${title}.`;
  const parts = [
    h("h2", null, dm ? title : `Welcome to ${title}`),
    h("p", null, lead, " ", h("strong", null, "This page is a local stand-in for Discord, for trying the bot out. It is not Discord.")),
  ];
  if (!empty) return parts;
  return [...parts, store.online ? suggestions(store, around, Boolean(dm)) : waiting()];
}

function suggestions(store, around, direct) {
  const offered = leaves(store.commands, direct);
  const simple = offered.filter((leaf) => !leaf.options.some((option) => option.required));
  const first = FIRST.flatMap((word) => simple.filter((leaf) => leaf.path.endsWith(` ${word}`) || leaf.path === word));
  const run = (leaf) =>
    h(
      "button",
      { class: "suggestion", type: "button", on: { click: () => around.run(leaf) } },
      h("span", { class: "suggestion-name" }, `/${leaf.path}`),
      h("span", null, leaf.description),
    );
  const browse = h(
    "button",
    { class: "suggestion", type: "button", on: { click: () => around.browse() } },
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
