/** What the member sees: people, channels, messages, unread counts. Frames update it, and it emits events. */

/** @import { Channel, Command, DirectChannel, Guild, GuildEntry, Hello, MemberState, Message, ServerFrame, StoreEvents, User } from "../types.js" */

import { nameOf } from "../base/avatar.js";
import { Emitter } from "../base/events.js";
import { EPHEMERAL, isMentioned } from "./message_properties.js";
import { channelsIn } from "./channel_list.js";

/**
 * The state of the page.
 *
 * @extends {Emitter<StoreEvents>}
 */
export class Store extends Emitter {
  /** @type {User} */
  me = { id: "" };
  /** @type {User | null} */
  bot = null;
  online = false;
  /** @type {Guild} */
  guild = { id: "", name: "", roles: [] };
  /**
   * The guilds that the member is in.
   *
   * @type {GuildEntry[]}
   */
  guilds = [];
  /**
   * The people, without the bot.
   *
   * @type {User[]}
   */
  members = [];
  /** @type {Channel[]} */
  channels = [];
  /** @type {DirectChannel[]} */
  dms = [];
  /** @type {Command[]} */
  commands = [];
  /** The id of the open channel. */
  channelId = "";
  /** Whether this member has closed their direct messages. */
  dms_closed = false;
  /**
   * Unread messages by channel id.
   *
   * @type {Map<string, { total: number, pings: number }>}
   */
  unread = new Map();
  /** @type {Map<string, Map<string, Message>>} */
  #messages = new Map();
  #localMessages = 0;

  /**
   * Updates the state by a frame of the server; results of requests do not change it.
   *
   * @param {ServerFrame} frame
   */
  receive(frame) {
    switch (frame.t) {
      case "hello":
        return this.#reset(frame);
      case "message":
        return this.#added(frame.channel_id, frame.message);
      case "message_update":
        return this.#edited(frame.channel_id, frame.message);
      case "message_delete":
        return this.remove(frame.channel_id, frame.id);
      case "state":
        return this.#update(frame.state);
      case "channel":
        return this.#channelAdded(frame.channel, frame.messages ?? []);
      case "channel_delete":
        return this.#channelDeleted(frame.channel.id);
      default:
    }
  }

  /**
   * The messages of a channel, oldest first.
   *
   * @param {string} channelId
   */
  messages(channelId) {
    return [...(this.#messages.get(channelId)?.values() ?? [])];
  }

  /**
   * The person or bot with this id, if known.
   *
   * @param {string | undefined} id
   */
  user(id) {
    if (this.bot && this.bot.id === id) return this.bot;
    return this.members.find((member) => member.id === id);
  }

  /**
   * The guild's channel with this id, if known.
   *
   * @param {string | null | undefined} id
   */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /**
   * The direct channel with this id, if known.
   *
   * @param {string | null | undefined} id
   */
  dm(id) {
    return this.dms.find((dm) => dm.id === id);
  }

  /**
   * The title of a channel: "#coup", "@Coup" for a direct channel, "#coup / A game" for a thread.
   *
   * @param {string} id
   */
  title(id) {
    const dm = this.dm(id);
    const channel = this.channel(id);
    const parent = this.channel(channel?.parent_id);
    const name = dm ? `@${nameOf(dm.user)}` : `#${parent?.name ?? channel?.name ?? ""}`;
    return parent ? `${name} / ${channel?.name}` : name;
  }

  /**
   * Opens a channel or direct channel and marks it as read.
   *
   * @param {string} id
   */
  open(id) {
    this.channelId = id;
    this.markRead();
    this.emit("channel", undefined);
  }

  /** Marks the open channel as read. */
  markRead() {
    if (!this.channelId) return;
    const newest = this.messages(this.channelId).findLast((message) => !message.local);
    if (newest) sessionStorage.setItem(this.#readKey(this.channelId), newest.id);
    if (this.unread.delete(this.channelId)) this.emit("lists", undefined);
  }

  /**
   * Adds a message of the page itself to a channel; only this member sees it.
   *
   * @param {string} channelId
   * @param {string} text
   * @param {string} command the command that the text is about
   */
  addLocalMessage(channelId, text, command) {
    this.#localMessages += 1;
    this.#added(channelId, {
      id: `local-${this.#localMessages}`,
      local: true,
      author: this.bot ?? undefined,
      content: text,
      flags: EPHEMERAL,
      timestamp: new Date().toISOString(),
      interaction: { type: 2, name: command, user: this.me },
    });
  }

  /**
   * Removes a message.
   *
   * @param {string} channelId
   * @param {string} id
   */
  remove(channelId, id) {
    if (this.#messages.get(channelId)?.delete(id)) this.emit("message_delete", { channelId, id });
  }

  /** @param {Hello} frame */
  #reset({ me, bot, state, channels, messages }) {
    Object.assign(this, { me, bot, channels });
    this.#assign(state);
    this.#messages = new Map(
      Object.entries(messages).map(([channelId, list]) => [channelId, new Map(list.map((message) => [message.id, message]))]),
    );
    this.unread = new Map();
    for (const { id } of [...this.channels, ...this.dms]) this.#countUnread(id);
    this.emit("hello", undefined);
  }

  /** @param {Partial<MemberState>} state */
  #update(state) {
    this.#assign(state);
    if (state.commands) this.emit("commands", undefined);
    if (state.online !== undefined) this.emit("bot", undefined);
    this.emit("lists", undefined);
  }

  /** @param {Partial<MemberState>} state */
  #assign({ members, ...others }) {
    if (members) this.members = members.filter(({ bot }) => !bot);
    Object.assign(this, others);
  }

  /**
   * @param {string} channelId
   * @param {Message} message
   */
  #added(channelId, message) {
    const known = this.#messages.get(channelId) ?? new Map();
    this.#messages.set(channelId, known.set(message.id, message));
    const isOpen = channelId === this.channelId && !document.hidden;
    if (isOpen) this.markRead();
    else if (message.author?.id !== this.me.id) this.#count(channelId, message);
    this.emit("message", { channelId, id: message.id, message });
  }

  /**
   * @param {string} channelId
   * @param {Message} message
   */
  #edited(channelId, message) {
    const known = this.#messages.get(channelId);
    if (!known?.has(message.id)) return;
    known.set(message.id, message);
    this.emit("message_update", { channelId, id: message.id, message });
  }

  /**
   * @param {Channel} channel
   * @param {Message[]} messages those that were posted before the member saw the channel
   */
  #channelAdded(channel, messages) {
    this.channels = [...this.channels.filter((known) => known.id !== channel.id), channel];
    const known = this.#messages.get(channel.id) ?? new Map();
    for (const message of messages) {
      if (!known.has(message.id) && isMentioned(message, this.me.id)) this.#count(channel.id, message);
    }
    if (messages.length) this.#messages.set(channel.id, new Map(messages.map((message) => [message.id, message])));
    if (messages.length && channel.id === this.channelId) this.emit("channel", undefined);
    this.emit("lists", undefined);
  }

  /** @param {string} id */
  #channelDeleted(id) {
    const parent = this.channel(id)?.parent_id;
    this.channels = this.channels.filter((channel) => channel.id !== id);
    this.#messages.delete(id);
    this.unread.delete(id);
    if (this.channelId === id) this.open(this.channel(parent)?.id ?? channelsIn(this.channels)[0]?.id ?? "");
    this.emit("lists", undefined);
  }

  /** @param {string} channelId */
  #countUnread(channelId) {
    const read = sessionStorage.getItem(this.#readKey(channelId));
    if (read === null && !this.dm(channelId)) {
      // A channel's messages from before this member first looked do not count as unread.
      sessionStorage.setItem(this.#readKey(channelId), this.messages(channelId).at(-1)?.id ?? "0");
      return;
    }
    const newer = this.messages(channelId).filter(
      (message) => message.author?.id !== this.me.id && BigInt(message.id) > BigInt(read ?? 0),
    );
    for (const message of newer) this.#count(channelId, message);
  }

  /**
   * @param {string} channelId
   * @param {Message} message
   */
  #count(channelId, message) {
    const { total, pings } = this.unread.get(channelId) ?? { total: 0, pings: 0 };
    const ping = Boolean(this.dm(channelId)) || isMentioned(message, this.me.id);
    this.unread.set(channelId, { total: total + 1, pings: pings + (ping ? 1 : 0) });
    this.emit("lists", undefined);
  }

  /** @param {string} channelId */
  #readKey(channelId) {
    return `read:${this.me.id}:${channelId}`;
  }
}
