/** Discord's system messages about threads: one was started or renamed, a member was added. */

/** @import { Child, Message, MessageContext } from "../types.js" */

import { nameOf } from "../base/avatar.js";
import { h } from "../base/dom.js";
import { messageTime } from "../base/time.js";
import { mentionButton } from "./inline.js";
import { excerptOf } from "../state/message_properties.js";

/** @type {Record<number, (message: Message, context: MessageContext) => Child[]>} */
const SENTENCES = {
  1: (message, { store }) => ["added ", people(message, store), " to the thread."],
  4: (message) => ["changed the name to ", h("b", null, message.content), "."],
  18: (message, context) => ["started a thread: ", channelButton(message.message_reference?.channel_id, message.content ?? "", context)],
  21: (message, context) => [
    "'s message began this thread: ",
    h("q", null, message.referenced_message && excerptOf(message.referenced_message, context.names)),
    " in ",
    channelButton(message.message_reference?.channel_id, "the channel", context),
  ],
};

/**
 * Whether a message is a system message.
 *
 * @param {Message} message
 */
export function isSystemMessage(message) {
  return (message.type ?? 0) in SENTENCES;
}

/**
 * The line for a system message.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
export function systemMessage(message, context) {
  const author = nameOf(context.store.user(message.author?.id) ?? message.author);
  const sentence = SENTENCES[message.type ?? 0](message, context);
  const gap = message.type === 21 ? "" : " ";
  return h("p", { class: "notice" }, h("b", null, author), gap, sentence, " ", messageTime(message.timestamp));
}

/**
 * The button that opens the thread of a message, if it has one; both have the same id.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
export function threadLink(message, context) {
  if (!message.thread) return null;
  const { name } = context.store.channel(message.id) ?? message.thread;
  return h("p", { class: "thread-link" }, "Thread: ", channelButton(message.id, name, context));
}

/**
 * @param {string | undefined} id
 * @param {string} name
 * @param {MessageContext} context
 */
function channelButton(id, name, { names }) {
  const known = id && names.channel(id);
  if (!known) return h("b", null, name);
  return mentionButton(known, () => names.open(id));
}

/**
 * @param {Message} message
 * @param {MessageContext["store"]} store
 */
function people(message, store) {
  return (message.mentions ?? []).map((user) => h("b", null, nameOf(store.user(user.id) ?? user)));
}
