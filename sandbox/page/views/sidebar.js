/** The sidebar: guilds, channels, direct channels, members, and the choice of the member that the page acts as. */

/** @import { Child, User } from "../types.js" */
/** @import { Store } from "../state/store.js" */

import { avatar, nameOf } from "../base/avatar.js";
import { byId, fill, h, spoken } from "../base/dom.js";
import { channelsIn, threadState, threadsIn } from "../state/channel_list.js";

const USER_MENU = 2;

/**
 * The actions of the sidebar.
 *
 * @typedef {object} Actions
 * @property {(guildId: string) => void} visit goes to another guild
 * @property {(channelId: string) => void} open
 * @property {(memberId: string) => void} become acts as another member
 * @property {(closed: boolean) => void} closeDms
 * @property {(name: string, memberId: string) => void} useMenu uses an entry in the menu of a member
 */

/** Keeps the sidebar up to date with the store. */
export class Sidebar {
  #guild = byId("guild", HTMLElement);
  #guilds = byId("guilds", HTMLElement);
  #channels = byId("channels", HTMLElement);
  #dms = byId("dms", HTMLElement);
  #people = byId("people", HTMLElement);
  #portrait = byId("portrait", HTMLElement);
  #who = byId("who", HTMLSelectElement);
  #closed = byId("closed", HTMLInputElement);
  #shownPeople = "";

  /**
   * @param {Store} store
   * @param {Actions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    for (const event of /** @type {const} */ (["hello", "lists", "channel", "bot", "commands"])) store.on(event, () => this.#draw());
    this.#who.addEventListener("change", () => actions.become(this.#who.value));
    this.#closed.addEventListener("change", () => actions.closeDms(this.#closed.checked));
  }

  #draw() {
    const { store } = this;
    this.#guild.textContent = store.guild.name;
    // Drawing a list again would lose the focus in it.
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.entry : undefined;
    fill(
      this.#guilds,
      store.guilds.map(({ id, name, shard, online }) =>
        h("li", null, this.#button(id, name, id === store.guild.id, this.actions.visit, {
          state: online ? `Shard ${shard}` : `Shard ${shard}, offline`,
        })),
      ),
    );
    showSection(this.#guilds, store.guilds.length > 1);
    fill(
      this.#channels,
      channelsIn(store.channels).map(({ id, name }) => this.#entry(id, sign("#"), name, this.#threads(id, name))),
    );
    fill(
      this.#dms,
      store.dms.map(({ id, user }) => this.#entry(id, avatar(user, "tiny"), nameOf(user))),
    );
    showSection(this.#dms, store.dms.length > 0);
    if (focused) {
      const entry = document.querySelector(`[data-entry="${CSS.escape(focused)}"]`);
      if (entry instanceof HTMLElement) entry.focus();
    }
    this.#drawPeople();
    this.#drawSelf();
  }

  /**
   * The entry of a channel, with the list of its threads.
   *
   * @param {string} id
   * @param {Child} mark
   * @param {string} name
   * @param {Child} below
   * @param {string} state text after the name
   */
  #entry(id, mark, name, below = null, state = "") {
    const unread = this.store.unread.get(id);
    return h("li", null, this.#button(id, name, id === this.store.channelId, this.actions.open, { mark, state, unread }), below);
  }

  /**
   * The button of a guild or channel.
   *
   * @param {string} id
   * @param {string} name
   * @param {boolean} here
   * @param {(id: string) => void} open
   * @param {{ mark?: Child, state: string, unread?: { pings: number } }} shown
   */
  #button(id, name, here, open, { mark, state, unread }) {
    const pings = unread?.pings;
    return h(
      "button",
      {
        class: ["entry", here && "here", unread && "unread"].filter(Boolean).join(" "),
        type: "button",
        "aria-current": here ? "page" : null,
        data: { entry: id },
        on: { click: () => open(id) },
      },
      mark,
      h("span", { class: "entry-name" }, name),
      state !== "" && h("small", { class: "entry-state" }, spoken(", "), state),
      unread && spoken(", unread"),
      pings ? h("span", { class: "count" }, String(pings), spoken(pings === 1 ? " mention" : " mentions")) : null,
    );
  }

  /**
   * The threads of a channel as a list under it.
   *
   * @param {string} id
   * @param {string} name
   */
  #threads(id, name) {
    const threads = threadsIn(this.store.channels, id);
    if (!threads.length) return null;
    return h(
      "ul",
      { class: "threads", "aria-label": `Threads of #${name}` },
      threads.map((thread) => this.#entry(thread.id, sign("↳"), thread.name, null, threadState(thread))),
    );
  }

  #drawPeople() {
    const { store } = this;
    const everyone = [...(store.bot ? [store.bot] : []), ...store.members];
    const shown = JSON.stringify([everyone, store.me, store.online, store.commands]);
    // Drawing the list again would close an open menu, and lose the focus in it.
    if (shown === this.#shownPeople) return;
    this.#shownPeople = shown;
    fill(
      this.#people,
      everyone.map((user) => {
        const away = user.bot && !store.online;
        const role = user.bot ? (away ? "App, offline" : "App") : user.manage_guild ? "Manages the server" : "";
        return h(
          "li",
          { class: away ? "person away" : "person" },
          avatar(user, "tiny"),
          h("span", null, nameOf(user)),
          user.id === store.me.id && h("span", { class: "tag" }, "You"),
          role && h("small", null, role),
          this.#menu(user),
        );
      }),
    );
  }

  /**
   * The menu of a member, if an application has entries in it.
   *
   * @param {User} user
   */
  #menu(user) {
    const entries = this.store.commands.filter(({ type }) => type === USER_MENU);
    if (!entries.length) return null;
    const label = `Apps for ${nameOf(user)}`;
    const buttons = entries.map(({ name }) => {
      const click = () => {
        menu.open = false;
        this.actions.useMenu(name, user.id);
      };
      return h("button", { class: "entry", type: "button", on: { click } }, name);
    });
    const summary = h("summary", { "aria-label": label, title: label }, "⋯");
    const menu = h("details", { class: "person-menu" }, summary, h("div", null, buttons));
    return menu;
  }

  #drawSelf() {
    const { store } = this;
    fill(
      this.#who,
      store.members.map((user) => h("option", { value: user.id }, nameOf(user))),
    );
    this.#who.value = store.me.id;
    fill(this.#portrait, avatar(store.me));
    this.#closed.checked = store.dms_closed;
  }
}

/** @param {string} text */
function sign(text) {
  return h("span", { class: "hash", "aria-hidden": "true" }, text);
}

/**
 * @param {HTMLElement} list
 * @param {boolean} shown
 */
function showSection(list, shown) {
  const section = list.closest("section");
  if (section) section.hidden = !shown;
}
