/** Messages of Discord's own: a thread began, somebody was added to it, it has another name. */

/** @import { Child, Message, MessageContext } from "../types.js" */

import { nameOf } from "../base/avatar.js";
import { h } from "../base/dom.js";
import { written } from "../base/time.js";
import { excerptOf } from "./facts.js";

/** @type {Record<number, (message: Message, context: MessageContext) => Child[]>} */
const SENTENCES = {
  1: (message, { store }) => ["added ", people(message, store), " to the thread."],
  2: (message, { store }) => ["removed ", people(message, store), " from the thread."],
  4: (message) => ["changed the name to ", h("b", null, message.content), "."],
  18: (message, context) => ["started a thread: ", place(message.message_reference?.channel_id, message.content ?? "", context)],
  21: (message, context) => [
    "'s message began this thread: ",
    h("q", null, message.referenced_message && excerptOf(message.referenced_message, context.names)),
    " in ",
    place(message.message_reference?.channel_id, "the channel", context),
  ],
};

/**
 * Whether a message is one of Discord's own.
 *
 * @param {Message} message
 */
export function isNotice(message) {
  return (message.type ?? 0) in SENTENCES;
}

/**
 * The line that such a message is shown as.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
export function notice(message, context) {
  const author = nameOf(context.store.user(message.author?.id) ?? message.author);
  const sentence = SENTENCES[message.type ?? 0](message, context);
  const gap = message.type === 21 ? "" : " ";
  return h("p", { class: "notice" }, h("b", null, author), gap, sentence, " ", written(message.timestamp));
}

/**
 * What opens the thread that begins at a message, if there is one; both have the same id.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
export function threadLink(message, context) {
  if (!message.thread) return null;
  const { name } = context.store.channel(message.id) ?? message.thread;
  return h("p", { class: "thread-link" }, "Thread: ", place(message.id, name, context));
}

/**
 * @param {string | undefined} id
 * @param {string} name
 * @param {MessageContext} context
 */
function place(id, name, { names }) {
  const known = id && names.channel(id);
  if (!known) return h("b", null, name);
  return h("button", { class: "mention", type: "button", on: { click: () => names.open(id) } }, known);
}

/**
 * @param {Message} message
 * @param {MessageContext["store"]} store
 */
function people(message, store) {
  return (message.mentions ?? []).map((user) => h("b", null, nameOf(store.user(user.id) ?? user)));
}
