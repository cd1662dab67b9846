/** One message as the channel shows it: its head, what it answers, its text, embeds, files and components. */

import { avatar } from "./avatar.js";
import { components } from "./components.js";
import { h, spoken } from "./dom.js";
import { embed } from "./embed.js";
import { markdown } from "./markdown.js";
import { attachments, shownFiles } from "./media.js";
import { EPHEMERAL, LOADING, nameOf, textOf } from "./store.js";
import { written } from "./time.js";

const SLASH = 2;

/**
 * The element of a message.
 *
 * `around` gives `store`, `names`, `act(message, component, values)`, `lost(error)`, `dismiss(message)`, `jump(id)`.
 */
export function draw(message, around) {
  const { store } = around;
  const author = store.user(message.author?.id) ?? message.author;
  const own = Boolean(message.flags & EPHEMERAL);
  const pinged = store.me && textOf(message).includes(`<@${store.me.id}>`);
  const element = h(
    "article",
    {
      class: ["message", own && "own", pinged && "pinged"].filter(Boolean).join(" "),
      tabindex: -1,
      data: { id: message.id, author: message.author?.id ?? "" },
      "aria-label": `Message of ${nameOf(author)}`,
    },
    used(message, store),
    replied(message, around),
    h("div", { class: "gutter" }, avatar(author), written(message.timestamp, { clockOnly: true })),
    h("div", { class: "body" }, head(message, author), body(message, author, around), own && ownFoot(message, around)),
  );
  return element;
}

/** Whether a message may stand under the one before it without a head of its own. */
export function follows(message, before) {
  if (!before || used(message) || message.message_reference) return false;
  const near = new Date(message.timestamp) - new Date(before.timestamp) < 5 * 60_000;
  const kind = (one) => one.flags & EPHEMERAL;
  return near && before.author?.id === message.author?.id && kind(message) === kind(before);
}

function head(message, author) {
  return h(
    "header",
    { class: "head" },
    h("span", { class: "author" }, nameOf(author)),
    author?.bot && h("span", { class: "tag" }, "App"),
    written(message.timestamp),
  );
}

function body(message, author, around) {
  const { names, store } = around;
  const edited = message.edited_timestamp && h("span", { class: "edited" }, "(edited)");
  if (message.flags & LOADING) {
    return h("p", { class: "thinking", role: "status" }, dots(), `${nameOf(author)} is thinking…`);
  }
  const act = (component, values) => around.act(message, component, values);
  const scene = { store, names, message, act, lost: around.lost };
  const hasParts = message.components?.length > 0;
  const text = message.content && h("div", { class: "text content" }, markdown(message.content, names), edited);
  return [
    text,
    (message.embeds ?? []).map((given) => embed(given, names)),
    attachments(message, shownFiles(message.components)),
    hasParts && components(message.components, scene),
    !message.content && edited && h("div", { class: "edited-line" }, edited),
  ];
}

function used(message, store) {
  const given = message.interaction ?? message.interaction_metadata;
  const name = message.interaction?.name ?? message.interaction_metadata?.name;
  if (given?.type !== SLASH || !name) return null;
  const user = store?.user(given.user?.id) ?? given.user;
  return h("p", { class: "above" }, avatar(user, "tiny"), h("b", null, nameOf(user)), " used ", h("span", { class: "mention" }, `/${name}`));
}

function replied(message, around) {
  const reference = message.message_reference;
  if (!reference?.message_id) return null;
  const { store } = around;
  const original =
    message.referenced_message ??
    store.messages(reference.channel_id ?? store.place).find((one) => one.id === reference.message_id);
  if (!original) return h("p", { class: "above" }, h("i", null, "Answers a message that is gone"));
  const words = textOf(original).split("\n")[0].replaceAll(/[*_~`|#>]/g, "").trim() || "a message";
  return h(
    "button",
    { class: "above", type: "button", on: { click: () => around.jump(original.id) } },
    spoken("Answers: "),
    avatar(store.user(original.author?.id) ?? original.author, "tiny"),
    h("b", null, nameOf(store.user(original.author?.id) ?? original.author)),
    h("span", { class: "excerpt" }, words),
  );
}

function ownFoot(message, around) {
  const dismiss = h(
    "button",
    { class: "plain", type: "button", data: { key: "dismiss" }, on: { click: () => around.dismiss(message) } },
    "Dismiss",
  );
  return h("footer", { class: "own-foot" }, "Only you can see this · ", dismiss);
}

function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
