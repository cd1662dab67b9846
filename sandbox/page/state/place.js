/** Which member the page acts as, and which guild and channel are open, kept in the page's address. */

/** @import { Socket } from "./socket.js" */
/** @import { Store } from "./store.js" */

import { nameOf } from "../base/avatar.js";
import { channelsIn } from "./threads.js";

/** The page's address `?guild=…&member=…&channel=…`, and what follows from it. */
export class Place {
  #address = new URLSearchParams(location.search);
  #wasDirect = false;
  #memberName = "";

  /**
   * @param {Store} store
   * @param {Socket} socket
   */
  constructor(store, socket) {
    this.store = store;
    this.socket = socket;
    store.on("hello", () => this.#settle());
    store.on("place", () => {
      this.#wasDirect = Boolean(store.dm(store.place));
    });
    socket.on("unknown", () => {
      // A restarted server has given its members other ids: act as the member of the same name.
      this.#address.delete("member");
      this.#address.delete("guild");
      this.#connect();
    });
  }

  /** Connects as the member of the address. */
  start() {
    this.#connect();
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
    this.#connect();
  }

  /**
   * Goes to another guild, as the same member.
   *
   * @param {string} id
   */
  visit(id) {
    this.#set("guild", id);
    this.#set("member", this.store.me.id);
    this.#connect();
  }

  #connect() {
    this.socket.open(this.#address.get("member") ?? "", this.#address.get("guild") ?? "");
  }

  #settle() {
    const { store } = this;
    const same = store.members.find((user) => nameOf(user) === this.#memberName);
    if (!this.#address.has("member") && same && same.id !== store.me.id) {
      this.become(same.id);
      return;
    }
    this.#memberName = nameOf(store.me);
    const wanted = this.#address.get("channel");
    const known = store.channel(wanted) ?? store.dm(wanted);
    if (known?.id === store.place) store.markRead();
    else if (known) store.open(known.id);
    else this.open((this.#wasDirect && store.dms[0]?.id) || channelsIn(store.channels)[0]?.id);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #set(name, value) {
    this.#address.set(name, value);
    history.replaceState(null, "", `?${this.#address}`);
  }
}
