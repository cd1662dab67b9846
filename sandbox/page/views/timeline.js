/**
 * The timeline: the open channel's messages, kept up to date with the store. It follows the newest message, or the
 * newest public one once the member has answered a private panel.
 */

/** @import { GreetingActions, Message, MessageContext } from "../types.js" */

import { byId, fill, h } from "../base/dom.js";
import { greeting } from "./greeting.js";
import { continues, drawMessage } from "../message/message.js";
import { selectOf } from "../message/select.js";
import { EPHEMERAL } from "../state/message_properties.js";
import { dayName, sameDay } from "../base/time.js";

/** Distance from the end that still counts as being at the end. */
const NEAR_END_PX = 40;

/** Draws the open channel. */
export class Timeline {
  #scroller = byId("scroller", HTMLElement);
  #list = byId("list", HTMLElement);
  /** The button that scrolls to the newest message. */
  #jump = byId("jump", HTMLElement);
  #intro = h("section", { class: "intro" });
  /**
   * Elements by message id.
   *
   * @type {Map<string, HTMLElement>}
   */
  #drawn = new Map();
  /**
   * The components of each element as text, to find out whether an edit changes them.
   *
   * @type {WeakMap<Element, string>}
   */
  #parts = new WeakMap();
  #missed = 0;
  /** Whether a message is followed: until the member scrolls up. */
  #stuck = true;
  /** Where the member was when the timeline was last scrolled. */
  #top = 0;
  /** The message that is followed: the newest one, if this is no longer drawn. */
  #followed = "";

  /**
   * @param {MessageContext} context
   * @param {GreetingActions} greetingActions
   */
  constructor(context, greetingActions) {
    this.context = context;
    this.greetingActions = greetingActions;
    this.store = context.store;
    this.#listen();
  }

  #listen() {
    const { store } = this;
    store.on("hello", () => this.#redraw(!this.#stuck));
    store.on("channel", () => this.#redraw(false));
    store.on("message", ({ channelId, message }) => channelId === store.channelId && this.#added(message));
    store.on("message_update", ({ channelId, message }) => channelId === store.channelId && this.#changed(message));
    store.on("message_delete", ({ channelId, id }) => channelId === store.channelId && this.#removed(id));
    store.on("commands", () => this.#greet());
    store.on("bot", () => this.#greet());
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#jump.addEventListener("click", () => this.#follow(""));
    // Pictures that load and lines that wrap move the end: follow it.
    const follow = new ResizeObserver(() => this.#stuck && this.#follow(this.#followed));
    follow.observe(this.#list);
    follow.observe(this.#scroller);
  }

  /**
   * Scrolls to a message and what is below it, as far as the message's beginning stays in view.
   *
   * @param {string} id "" for the newest message
   */
  #follow(id) {
    this.#followed = id;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    const top = this.#drawn.get(id)?.getBoundingClientRect().top ?? Infinity;
    this.#scroller.scrollTop += Math.min(0, top - this.#scroller.getBoundingClientRect().top);
    this.#top = this.#scroller.scrollTop;
    this.#stuck = true;
    this.#missed = 0;
    this.#showJump();
  }

  /**
   * Scrolls to a message and highlights it for a moment; returns whether it is in this channel.
   *
   * @param {string} id
   */
  show(id) {
    const element = this.#drawn.get(id);
    if (!element) return false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("shown-now");
    element.addEventListener("animationend", () => element.classList.remove("shown-now"), { once: true });
    return true;
  }

  /** @param {boolean} keepPlace */
  #redraw(keepPlace) {
    const top = this.#scroller.scrollTop;
    this.#closeOpenSelect(this.#list);
    this.#drawn.clear();
    const messages = this.store.messages(this.store.channelId);
    const elements = messages.map((message) => this.#draw(message));
    fill(this.#list, this.#intro, elements);
    this.#greet();
    this.#arrange();
    if (keepPlace) this.#scroller.scrollTop = top;
    else this.#follow("");
  }

  /** @param {Message} message */
  #draw(message) {
    const element = drawMessage(message, this.context);
    this.#drawn.set(message.id, element);
    this.#parts.set(element, JSON.stringify(message.components ?? []));
    return element;
  }

  /** @param {Message} message */
  #added(message) {
    this.#drawn.get(message.id)?.remove();
    const element = this.#draw(message);
    this.#list.append(element);
    this.#greet();
    this.#arrange();
    // An ephemeral message responds to an action of this member, so it must be in view.
    if (this.#stuck || message.author?.id === this.store.me.id || message.flags & EPHEMERAL) this.#follow("");
    else {
      this.#missed += 1;
      this.#showJump();
    }
  }

  /** @param {Message} message */
  #changed(message) {
    const old = this.#drawn.get(message.id);
    if (!old) return;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && old.contains(active) ? active.dataset : null;
    const open = this.#closeOpenSelect(old);
    const fresh = this.#draw(message);
    const kept = old.querySelector(".components");
    if (kept && this.#parts.get(old) === this.#parts.get(fresh)) {
      fresh.querySelector(".components")?.replaceWith(kept);
    }
    old.replaceWith(fresh);
    this.#arrange();
    const reopened = open && byKey(fresh, open.key);
    if (reopened) selectOf.get(reopened)?.open(open.picked);
    if (focused) (byKey(fresh, focused.key) ?? fresh).focus({ preventScroll: true });
    const isAnswered = message.flags & EPHEMERAL && !fresh.querySelector("button:enabled");
    if (isAnswered && this.#stuck) this.#follow(this.#newestPublic());
  }

  #newestPublic() {
    const messages = this.store.messages(this.store.channelId);
    return messages.findLast(({ flags }) => !(flags & EPHEMERAL))?.id ?? "";
  }

  /** @param {string} id */
  #removed(id) {
    const element = this.#drawn.get(id);
    if (!element) return;
    const had = element.contains(document.activeElement);
    this.#closeOpenSelect(element);
    const next = element.previousElementSibling;
    element.remove();
    this.#drawn.delete(id);
    this.#greet();
    this.#arrange();
    const focused = next instanceof HTMLElement && next.classList.contains("message") ? next : this.#scroller;
    if (had) focused.focus({ preventScroll: true });
  }

  /**
   * Closes the open select in an element, if there is one; returns its key and the values picked so far.
   *
   * @param {Element} element
   */
  #closeOpenSelect(element) {
    const field = element.querySelector('.select[aria-expanded="true"]');
    if (!(field instanceof HTMLElement)) return null;
    return { key: field.dataset.key, picked: selectOf.get(field)?.cancel() };
  }

  /** Marks the messages that continue the one before them, and adds lines between days. */
  #arrange() {
    /** @type {Message | null} */
    let before = null;
    for (const message of this.store.messages(this.store.channelId)) {
      const element = this.#drawn.get(message.id);
      if (!element) continue;
      const newDay = !before || !sameDay(before.timestamp, message.timestamp);
      const line = element.previousElementSibling?.closest(".day");
      if (newDay && !line) element.before(dayLine(message));
      if (!newDay) line?.remove();
      element.classList.toggle("follows", !newDay && continues(message, before));
      before = message;
    }
    for (const line of this.#list.querySelectorAll(".day")) {
      if (!line.nextElementSibling?.classList.contains("message")) line.remove();
    }
  }

  #greet() {
    const empty = this.store.messages(this.store.channelId).length === 0;
    this.#intro.classList.toggle("empty", empty);
    fill(this.#intro, greeting(this.store, this.greetingActions, empty));
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    // Pictures may have moved the end since the timeline was scrolled there.
    if (scrollTop < this.#top) this.#stuck = false;
    this.#stuck ||= scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    this.#top = scrollTop;
    if (this.#stuck) this.#missed = 0;
    this.#showJump();
  }

  #showJump() {
    this.#jump.hidden = this.#stuck;
    const words = this.#missed === 1 ? "1 new message" : `${this.#missed} new messages`;
    this.#jump.textContent = this.#missed ? `${words} ↓` : "To the newest ↓";
  }
}

/** @param {Message} message */
function dayLine(message) {
  const name = dayName(new Date(message.timestamp));
  return h("p", { class: "day", role: "separator", "aria-label": name }, h("span", null, name));
}

/**
 * @param {Element} element
 * @param {string | undefined} key
 * @returns {HTMLElement | null}
 */
function byKey(element, key) {
  return key ? element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`) : null;
}
