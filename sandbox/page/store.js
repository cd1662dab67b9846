/** What the member sees: people, channels, messages, what is unread. Frames go in, events come out. */

const MENTIONED = (id) => new RegExp(`<@!?${id}>`);
export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const COMPONENTS_V2 = 1 << 15;

/**
 * Events: `hello`, `places` (channels, direct messages, people, unread marks), `commands`, `bot`,
 * `message`, `message_update`, `message_delete` (detail: {channelId, id, message}), `place` (another one is open).
 */
export class Store extends EventTarget {
  me = null;
  bot = null;
  online = false;
  guild = { id: "", name: "" };
  /** The people; the bot stands for itself. */
  members = [];
  channels = [];
  dms = [];
  commands = [];
  /** The id of the channel that is open. */
  place = "";
  /** Whether this member takes no direct messages. */
  dmsClosed = false;
  unread = new Map();
  #messages = new Map();
  #notices = 0;

  /** Takes in a frame of the server. */
  take(frame) {
    this[`_${frame.t}`]?.(frame);
  }

  /** The messages of a channel, oldest first. */
  messages(channelId) {
    return [...(this.#messages.get(channelId)?.values() ?? [])];
  }

  /** The person or bot with this id, if known. */
  user(id) {
    if (this.bot?.id === id) return this.bot;
    return this.members.find((member) => member.id === id) ?? this.dms.find((dm) => dm.user?.id === id)?.user;
  }

  /** The channel or direct message with this id, if known. */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** The direct message with this id, if known. */
  dm(id) {
    return this.dms.find((dm) => dm.id === id);
  }

  /** What a place is called. */
  title(id) {
    const dm = this.dm(id);
    return dm ? nameOf(dm.user ?? this.bot) : (this.channel(id)?.name ?? "");
  }

  /** Opens a channel or direct message and counts it as read. */
  open(id) {
    this.place = id;
    this.markRead();
    this.#tell("place");
  }

  /** Counts what is in the open channel as read. */
  markRead() {
    if (!this.place) return;
    const newest = this.messages(this.place).filter((message) => !message.local).at(-1);
    if (newest) sessionStorage.setItem(this.#readKey(this.place), newest.id);
    if (this.unread.delete(this.place)) this.#tell("places");
  }

  /** Shows a line of the page's own in a channel, to this member only. */
  notice(channelId, text, command) {
    this.#notices += 1;
    const id = `notice-${this.#notices}`;
    this._message({
      channel_id: channelId,
      message: {
        id,
        local: true,
        author: this.bot,
        content: text,
        flags: EPHEMERAL,
        timestamp: new Date().toISOString(),
        interaction: command ? { type: 2, name: command, user: this.me } : undefined,
      },
    });
  }

  /** Takes a message away. */
  remove(channelId, id) {
    if (this.#messages.get(channelId)?.delete(id)) this.#tell("message_delete", { channelId, id });
  }

  _hello(frame) {
    Object.assign(this, {
      me: frame.me,
      bot: frame.bot ?? null,
      online: frame.online,
      guild: frame.guild,
      members: frame.members.filter(({ bot }) => !bot),
      channels: frame.channels,
      dms: frame.dms ?? [],
      commands: frame.commands ?? [],
      dmsClosed: Boolean(frame.settings?.dms_closed),
    });
    this.#messages = new Map(
      Object.entries(frame.messages ?? {}).map(([channelId, list]) => [
        channelId,
        new Map(list.map((message) => [message.id, message])),
      ]),
    );
    this.unread = new Map();
    for (const { id } of [...this.channels, ...this.dms]) this.#countUnread(id);
    this.#tell("hello");
  }

  _message({ channel_id: channelId, message }) {
    if (!this.#messages.has(channelId)) this.#messages.set(channelId, new Map());
    this.#messages.get(channelId).set(message.id, message);
    const looking = channelId === this.place && !document.hidden;
    if (looking) this.markRead();
    else if (message.author?.id !== this.me.id) this.#count(channelId, message);
    this.#tell("message", { channelId, id: message.id, message });
  }

  _message_update({ channel_id: channelId, message }) {
    const known = this.#messages.get(channelId);
    if (!known?.has(message.id)) return;
    known.set(message.id, message);
    this.#tell("message_update", { channelId, id: message.id, message });
  }

  _message_delete({ channel_id: channelId, id }) {
    this.remove(channelId, id);
  }

  _commands({ commands }) {
    this.commands = commands;
    this.#tell("commands");
  }

  _bot({ online, user }) {
    this.online = online;
    if (user) this.bot = user;
    this.#tell("bot");
  }

  _member({ user }) {
    if (user.bot) return;
    this.members = [...this.members.filter((member) => member.id !== user.id), user];
    if (user.id === this.me.id) this.me = user;
    this.#tell("places");
  }

  _dm({ dm }) {
    if (!this.dm(dm.id)) this.dms = [...this.dms, dm];
    this.#tell("places");
  }

  _channel({ channel }) {
    const others = this.channels.filter((known) => known.id !== channel.id);
    this.channels = [...others, channel].sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    this.#tell("places");
  }

  _channel_delete(frame) {
    const id = frame.id ?? frame.channel?.id ?? frame.channel_id;
    this.channels = this.channels.filter((channel) => channel.id !== id);
    this.#messages.delete(id);
    this.unread.delete(id);
    if (this.place === id) this.open(this.channels[0]?.id ?? "");
    this.#tell("places");
  }

  #countUnread(channelId) {
    const read = sessionStorage.getItem(this.#readKey(channelId));
    if (read === null && !this.dm(channelId)) {
      // What was said before this member first looked is not news, what comes from now on is.
      sessionStorage.setItem(this.#readKey(channelId), this.messages(channelId).at(-1)?.id ?? "0");
      return;
    }
    const newer = this.messages(channelId).filter(
      (message) => message.author?.id !== this.me.id && BigInt(message.id) > BigInt(read ?? 0),
    );
    for (const message of newer) this.#count(channelId, message);
  }

  #count(channelId, message) {
    const { total, pings } = this.unread.get(channelId) ?? { total: 0, pings: 0 };
    const ping = Boolean(this.dm(channelId)) || MENTIONED(this.me.id).test(textOf(message));
    this.unread.set(channelId, { total: total + 1, pings: pings + (ping ? 1 : 0) });
    this.#tell("places");
  }

  #readKey(channelId) {
    return `read:${this.me.id}:${channelId}`;
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** How a person is shown. */
export function nameOf(user) {
  return user?.global_name || user?.username || "someone";
}

/** All text that a message shows in its content and components. */
export function textOf(message) {
  const texts = (components) =>
    (components ?? []).flatMap((part) => [part.type === 10 ? part.content : "", ...texts(part.components)]);
  return [message.content ?? "", ...texts(message.components)].filter(Boolean).join("\n");
}
