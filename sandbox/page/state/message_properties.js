/** Properties of a message: its flags, whether it mentions a user, its text. */

/** @import { Component, Message, Names } from "../types.js" */

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
/** The message consists of V2 components, and only they show its files. */
export const LAYOUT = 1 << 15;

/**
 * Whether a message is highlighted for a member. Discord lists these members; a name in the text is not enough.
 *
 * @param {Message} message
 * @param {string} userId
 */
export function isMentioned(message, userId) {
  return (message.mentions ?? []).some(({ id }) => id === userId);
}

/**
 * All text that a message shows in its content and components.
 *
 * @param {Message} message
 */
function textOf(message) {
  return [message.content ?? "", ...componentTexts(message.components ?? [])].filter(Boolean).join("\n");
}

/**
 * The first line of a message's text, without marks and emojis.
 *
 * @param {Message} message
 * @param {Names} names
 */
export function excerptOf(message, names) {
  const marks = /<a?:\w+:\d+>|[*_~`|#>]|^-# /g;
  const line = textOf(message).split("\n")[0];
  const named = line.replaceAll(/<@!?(\d+)>/g, (_, id) => `@${names.user(id) ?? "unknown member"}`);
  return named.replaceAll(marks, "").replaceAll(/\s+/g, " ").trim() || "a message";
}

/**
 * @param {Component[]} components
 * @returns {string[]}
 */
function componentTexts(components) {
  return components.flatMap((part) => [part.content ?? "", ...componentTexts(part.components ?? [])]);
}
