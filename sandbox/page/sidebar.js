/** The column of places: channels, direct messages, who is there, and as whom one plays. */

import { avatar } from "./avatar.js";
import { fill, h, spoken } from "./dom.js";
import { nameOf } from "./store.js";

/**
 * Keeps the column in step with the store.
 *
 * `parts` are the elements {guild, channels, dms, people, portrait, who, closed}; `deeds` does `open(id)`,
 * `become(memberId)` and `closeDms(closed)`.
 */
export class Sidebar {
  constructor({ parts, store, deeds }) {
    Object.assign(this, { parts, store, deeds });
    for (const type of ["hello", "places", "place", "bot"]) store.addEventListener(type, () => this.#draw());
    parts.who.addEventListener("change", () => deeds.become(parts.who.value));
    parts.closed.addEventListener("change", () => deeds.closeDms(parts.closed.checked));
  }

  #draw() {
    const { parts, store } = this;
    parts.guild.textContent = store.guild.name;
    // A redrawn list would drop the focus of whoever walks through it by keyboard.
    const focused = document.activeElement?.dataset?.place;
    fill(
      parts.channels,
      store.channels.map((channel) => this.#place(channel.id, h("span", { class: "hash", "aria-hidden": "true" }, channel.type === 11 ? "↳" : "#"), channel.name)),
    );
    fill(
      parts.dms,
      store.dms.map((dm) => this.#place(dm.id, avatar(dm.user ?? store.bot, "tiny"), nameOf(dm.user ?? store.bot))),
    );
    parts.dms.closest("section").hidden = store.dms.length === 0;
    if (focused) document.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
    this.#people();
    this.#self();
  }

  #place(id, mark, name) {
    const here = id === this.store.place;
    const unread = this.store.unread.get(id);
    const count = unread?.pings || null;
    return h(
      "li",
      null,
      h(
        "button",
        {
          class: ["place", here && "here", unread && "unread"].filter(Boolean).join(" "),
          type: "button",
          "aria-current": here ? "page" : null,
          data: { place: id },
          on: { click: () => this.deeds.open(id) },
        },
        mark,
        h("span", { class: "place-name" }, name),
        unread && spoken(", unread"),
        count && h("span", { class: "count" }, String(count), spoken(count === 1 ? " mention" : " mentions")),
      ),
    );
  }

  #people() {
    const { store, parts } = this;
    const everyone = [...(store.bot ? [store.bot] : []), ...store.members];
    fill(
      parts.people,
      everyone.map((user) => {
        const away = user.bot && !store.online;
        const what = user.bot ? (away ? "App, offline" : "App") : user.manage_guild ? "Manages the server" : "";
        return h(
          "li",
          { class: away ? "person away" : "person" },
          avatar(user, "tiny"),
          h("span", null, nameOf(user)),
          user.id === store.me.id && h("span", { class: "tag" }, "You"),
          what && h("small", null, what),
        );
      }),
    );
  }

  #self() {
    const { store, parts } = this;
    fill(
      parts.who,
      store.members.map((user) => h("option", { value: user.id }, nameOf(user))),
    );
    parts.who.value = store.me.id;
    fill(parts.portrait, avatar(store.me));
    parts.closed.checked = store.dmsClosed;
  }
}
