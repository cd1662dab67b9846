/** The state in the page's URL: the member that the page acts as, and the open guild and channel. */

/** @import { Socket } from "./socket.js" */
/** @import { Store } from "./store.js" */

import { nameOf } from "../base/avatar.js";
import { channelsIn } from "./channel_list.js";

/** Reads and changes the query `?guild=…&member=…&channel=…`, and connects the page accordingly. */
export class UrlState {
  #query = new URLSearchParams(location.search);
  #wasDirect = false;
  #memberName = "";

  /**
   * @param {Store} store
   * @param {Socket} socket
   */
  constructor(store, socket) {
    this.store = store;
    this.socket = socket;
    store.on("hello", () => this.#openChannel());
    store.on("channel", () => {
      this.#wasDirect = Boolean(store.dm(store.channelId));
    });
    socket.on("unknown", () => {
      // After a restart, the server's members have other ids: act as the member of the same name.
      this.#query.delete("member");
      this.#query.delete("guild");
      this.connect();
    });
  }

  /**
   * Opens a channel or direct channel.
   *
   * @param {string | undefined} id
   */
  open(id) {
    if (!id) return;
    this.#set("channel", id);
    this.store.open(id);
  }

  /**
   * Acts as another member.
   *
   * @param {string} id
   */
  become(id) {
    this.#set("member", id);
    this.connect();
  }

  /**
   * Goes to another guild, as the same member.
   *
   * @param {string} id
   */
  visit(id) {
    this.#set("guild", id);
    this.#set("member", this.store.me.id);
    this.connect();
  }

  /** Connects as the member in the URL. */
  connect() {
    this.socket.open(this.#query.get("member") ?? "", this.#query.get("guild") ?? "");
  }

  #openChannel() {
    const { store } = this;
    const namesake = store.members.find((user) => nameOf(user) === this.#memberName);
    if (!this.#query.has("member") && namesake && namesake.id !== store.me.id) {
      this.become(namesake.id);
      return;
    }
    this.#memberName = nameOf(store.me);
    const wanted = this.#query.get("channel");
    const known = store.channel(wanted) ?? store.dm(wanted);
    if (known?.id === store.channelId) store.markRead();
    else if (known) store.open(known.id);
    else this.open((this.#wasDirect && store.dms[0]?.id) || channelsIn(store.channels)[0]?.id);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #set(name, value) {
    this.#query.set(name, value);
    history.replaceState(null, "", `?${this.#query}`);
  }
}
