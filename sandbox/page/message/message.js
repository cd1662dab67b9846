/** One message in the channel: its head, the message it replies to, its text, files and components. */

/** @import { Child, Message, MessageContext } from "../types.js" */

import { avatar, nameOf } from "../base/avatar.js";
import { components } from "./components.js";
import { h, spoken } from "../base/dom.js";
import { markdown } from "./markdown.js";
import { isSystemMessage, systemMessage, threadLink } from "./system_message.js";
import { attachments } from "./media.js";
import { EPHEMERAL, LAYOUT, LOADING, excerptOf, isMentioned } from "../state/message_properties.js";
import { messageTime } from "../base/time.js";

const SLASH = 2;

/**
 * The element of a message.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
export function drawMessage(message, context) {
  if (isSystemMessage(message)) return h("article", { class: "message", tabindex: -1, data: { id: message.id } }, systemMessage(message, context));
  const { store } = context;
  const author = authorOf(message, context);
  const own = Boolean(message.flags & EPHEMERAL);
  const pinged = isMentioned(message, store.me.id);
  return h(
    "article",
    {
      class: ["message", own && "own", pinged && "pinged"].filter(Boolean).join(" "),
      tabindex: -1,
      data: { id: message.id, author: message.author?.id ?? "" },
      "aria-label": `Message of ${nameOf(author)}`,
    },
    usedCommand(message, context),
    reply(message, context),
    h("div", { class: "gutter" }, avatar(author), messageTime(message.timestamp, { clockOnly: true })),
    h("div", { class: "body" }, head(message, context), body(message, context), own && ephemeralFoot(message, context)),
  );
}

/**
 * Whether a message continues the one before it, so that it needs no head.
 *
 * @param {Message} message
 * @param {Message | null} before
 */
export function continues(message, before) {
  if (!before || isSystemMessage(before) || commandOf(message) || message.message_reference) return false;
  const near = Date.parse(message.timestamp) - Date.parse(before.timestamp) < 5 * 60_000;
  const sameKind = (message.flags & EPHEMERAL) === (before.flags & EPHEMERAL);
  return near && before.author?.id === message.author?.id && sameKind;
}

/**
 * The author of a message, as the member knows them now.
 *
 * @param {Message} message
 * @param {MessageContext} context
 */
function authorOf(message, { store }) {
  return store.user(message.author?.id) ?? message.author;
}

/**
 * Draws a part of a message.
 *
 * @typedef {(message: Message, context: MessageContext) => Child} Part
 */

/** @type {Part} */
const head = (message, context) => {
  const author = authorOf(message, context);
  return h(
    "header",
    { class: "head" },
    h("span", { class: "author" }, nameOf(author)),
    author?.bot && h("span", { class: "tag" }, "App"),
    messageTime(message.timestamp),
  );
};

/** @type {Part} */
const body = (message, context) => {
  const { names } = context;
  const edited = message.edited_timestamp && h("span", { class: "edited" }, "(edited)");
  if (message.flags & LOADING) {
    const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    return h("p", { class: "thinking", role: "status" }, dots, `${nameOf(authorOf(message, context))} is thinking…`);
  }
  const text = message.content && h("div", { class: "text content" }, markdown(message.content, names), edited);
  return [
    text,
    message.flags & LAYOUT ? null : attachments(message),
    message.components?.length ? components(message, context) : null,
    threadLink(message, context),
    !message.content && edited && h("div", { class: "edited-line" }, edited),
  ];
};

/**
 * The command that a message responds to and its user, if there is one.
 *
 * @param {Message} message
 */
function commandOf(message) {
  return message.interaction?.type === SLASH ? message.interaction : null;
}

/** @type {Part} */
const usedCommand = (message, { store }) => {
  const command = commandOf(message);
  if (!command) return null;
  const user = store.user(command.user?.id) ?? command.user;
  return h("p", { class: "above" }, avatar(user, "tiny"), h("b", null, nameOf(user)), " used ", h("span", { class: "mention" }, `/${command.name}`));
};

/** @type {Part} */
const reply = (message, context) => {
  const reference = message.message_reference;
  if (!reference?.message_id) return null;
  const { store, names } = context;
  const channelId = reference.channel_id ?? store.channelId;
  const original = message.referenced_message ?? store.messages(channelId).find((one) => one.id === reference.message_id);
  if (!original) return h("p", { class: "above" }, h("i", null, "Answers a message that is gone"));
  const author = authorOf(original, context);
  return h(
    "button",
    { class: "above", type: "button", on: { click: () => names.jump(channelId, original.id) } },
    spoken("Answers: "),
    avatar(author, "tiny"),
    h("b", null, nameOf(author)),
    h("span", { class: "excerpt" }, excerptOf(original, names)),
  );
};

/** @type {Part} */
const ephemeralFoot = (message, context) => {
  const dismiss = h(
    "button",
    { class: "plain", type: "button", data: { key: "dismiss" }, on: { click: () => context.dismiss(message) } },
    "Dismiss",
  );
  return h("footer", { class: "own-foot" }, "Only you can see this · ", dismiss);
};
