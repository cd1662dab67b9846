/**
 * Types of the page: Discord's JSON as far as it is drawn, the frames between page and server (the server checks
 * those of the page by sandbox/client/actions.py), and types that several modules share.
 */

import type { Store } from "./state/store.js";

export interface User {
  id: string;
  username?: string;
  global_name?: string | null;
  bot?: boolean;
  avatar_color?: string;
  manage_guild?: boolean;
}

export interface Role {
  id: string;
  name: string;
}

export interface Guild {
  id: string;
  name: string;
  roles: Role[];
}

/** A guild that the member is in; `online` says whether the bot's shard of it is connected. */
export interface GuildEntry {
  id: string;
  name: string;
  shard: number;
  online: boolean;
}

export interface Channel {
  id: string;
  name: string;
  type: number;
  position?: number;
  /** The channel that a thread belongs to. */
  parent_id?: string | null;
  thread_metadata?: { archived: boolean; locked: boolean };
}

export interface DirectChannel {
  id: string;
  user: User;
}

export interface Emoji {
  id?: string | null;
  name?: string;
}

export interface Media {
  url: string;
  width?: number | null;
  height?: number | null;
}

export interface Attachment extends Media {
  filename?: string;
  size?: number;
  content_type?: string;
  description?: string;
}

export interface SelectOption {
  label: string;
  value: string;
  description?: string;
  emoji?: Emoji;
  default?: boolean;
}

export interface GalleryItem {
  media: Media;
  description?: string | null;
}

/** A component of any type, in a message or a modal; which fields it has depends on its `type`. */
export interface Component {
  type: number;
  id?: number;
  custom_id?: string;
  label?: string;
  description?: string | null;
  content?: string;
  style?: number;
  url?: string;
  emoji?: Emoji;
  disabled?: boolean;
  placeholder?: string;
  required?: boolean;
  value?: string;
  min_values?: number;
  max_values?: number;
  min_length?: number;
  max_length?: number;
  options?: SelectOption[];
  default_values?: { id: string }[];
  channel_types?: number[];
  components?: Component[];
  component?: Component;
  accessory?: Component;
  items?: GalleryItem[];
  media?: Media;
  spacing?: number;
  divider?: boolean;
  accent_color?: number | null;
}

export interface Message {
  id: string;
  /** Missing or 0 for an ordinary message; other types are replies or system messages. */
  type?: number;
  channel_id?: string;
  author?: User;
  content?: string;
  flags: number;
  timestamp: string;
  edited_timestamp?: string | null;
  components?: Component[];
  attachments?: Attachment[];
  /** The users for whom it is highlighted, and who are pinged if it is new. */
  mentions?: User[];
  /** The command that it responds to. */
  interaction?: { type: number; name: string; user?: User };
  message_reference?: { channel_id?: string; message_id?: string };
  referenced_message?: Message;
  /** The thread that starts at it. */
  thread?: Channel;
  /** Whether the page itself created it, so that the server does not know it. */
  local?: boolean;
}

export interface Choice {
  name: string;
  value: string | number | boolean;
}

export interface CommandOption {
  name: string;
  description: string;
  type: number;
  required?: boolean;
  autocomplete?: boolean;
  choices?: Choice[];
  options?: CommandOption[];
  channel_types?: number[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
}

export interface Command {
  name: string;
  description: string;
  type?: number;
  options?: CommandOption[];
  contexts?: number[] | null;
  guild_id?: string;
}

/** A command that can be used: a subcommand has the path "coup new". */
export interface CommandPath {
  path: string;
  description: string;
  options: CommandOption[];
}

export type OptionValue = string | number | boolean;

/** One option as it is sent; a subcommand holds further options. */
export interface OptionInput {
  type: number;
  name: string;
  value?: OptionValue;
  focused?: boolean;
  options?: OptionInput[];
}

export interface CommandRequest {
  name: string;
  options: OptionInput[];
}

/** One input of a modal as it is sent. */
export interface ComponentInput {
  custom_id: string;
  value?: string;
  values?: string[];
}

export type MemberFrame =
  | ({ t: "slash" | "autocomplete"; channel_id: string } & CommandRequest)
  | { t: "menu"; channel_id: string; name: string; target_id: string }
  | { t: "click"; channel_id: string; message_id: string; custom_id: string; values?: string[] }
  | { t: "modal"; modal: string; components: ComponentInput[] }
  | { t: "say"; channel_id: string; content: string }
  | { t: "dismiss"; message_id: string }
  | { t: "settings"; dms_closed: boolean };

/** What a member sees apart from channels and their messages. */
export interface MemberState {
  members: User[];
  guild: Guild;
  guilds: GuildEntry[];
  dms: DirectChannel[];
  commands: Command[];
  online: boolean;
  dms_closed: boolean;
}

export interface Hello {
  t: "hello";
  me: User;
  bot: User;
  state: MemberState;
  channels: Channel[];
  messages: Record<string, Message[]>;
}

/** A modal of the bot, with the id of the interaction that opened it. */
export interface Modal {
  interaction: string;
  title: string;
  components: Component[];
}

/**
 * The result of the request with this nonce; that of a refused one has an `error`. It comes after the frames for the
 * messages in the bot's response.
 */
export interface RequestResult {
  t: "ack";
  nonce?: string | null;
  ok: boolean;
  error?: string;
  /** The time from the request to the bot's response. */
  seconds?: number;
  /** The message that the response posted or edited. */
  message_id?: string;
  modal?: Modal;
  choices?: Choice[];
}

/**
 * The first frame is Hello. A changed state has its new parts. A channel with `messages` has just become visible.
 */
export type ServerFrame =
  | Hello
  | { t: "state"; state: Partial<MemberState> }
  | { t: "message" | "message_update"; channel_id: string; message: Message }
  | { t: "message_delete"; channel_id: string; id: string }
  | { t: "channel"; channel: Channel; messages?: Message[] }
  | { t: "channel_delete"; channel: Channel }
  | RequestResult;

/** The state of the connection; `retryAt` is the time of the next try in milliseconds since 1970. */
export interface ConnectionState {
  state: "connecting" | "open" | "waiting";
  retryAt: number;
}

export interface SocketEvents {
  frame: ServerFrame;
  state: ConnectionState;
  /** The server knows no such member. */
  unknown: undefined;
}

export interface MessageChange {
  channelId: string;
  id: string;
  message: Message;
}

export interface StoreEvents {
  hello: undefined;
  /** Channels, direct channels, people or unread counts changed. */
  lists: undefined;
  /** Another channel is open. */
  channel: undefined;
  commands: undefined;
  bot: undefined;
  message: MessageChange;
  message_update: MessageChange;
  message_delete: { channelId: string; id: string };
}

/** The names of ids in a text, and the actions of its links. */
export interface Names {
  readonly me: string | undefined;
  user(id: string): string | undefined;
  channel(id: string): string | undefined;
  role(id: string): string | undefined;
  /** Opens a channel. */
  open(id: string): void;
  /** Opens a channel and scrolls to one of its messages, if one is named. */
  jump(channelId: string, messageId?: string): void;
}

/** The parts of the page that messages use. */
export interface MessageContext {
  store: Store;
  names: Names;
  /** Uses a component; resolves to an error message, or to "". */
  act(message: Message, component: Component, values?: string[]): Promise<string>;
  dismiss(message: Message): void;
}

/** Actions of the greeting at the top of a channel. */
export interface GreetingActions {
  run(command: CommandPath): void;
  browse(): void;
}

/** An entry of a list to choose from. */
export interface Item {
  key: string;
  label: string;
  hint?: string;
  badge?: string;
  /** An element before the label. */
  mark?: Node | null;
  selected?: boolean;
  disabled?: boolean;
  value?: OptionValue;
  command?: CommandPath;
  option?: CommandOption;
}

export type Child = Node | string | null | undefined | false | Child[];

/** Attributes of an element, its event listeners, data attributes and styles. */
export interface Props {
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => unknown };
  data?: Record<string, string>;
  style?: Record<string, string>;
  [attribute: string]: unknown;
}
