/** The channel's messages, kept in step with the store; scrolls as a chat does. */

import { fill, h } from "./dom.js";
import { greeting } from "./greeting.js";
import { draw, follows } from "./message.js";
import { selectOf } from "./select.js";
import { dayName, sameDay } from "./time.js";

const NEAR = 40;

/** Draws the open channel into `scroller` (with `list` in it); `jump` is the button that leads to the newest. */
export class Timeline {
  #drawn = new Map();
  /** The components of what is drawn, as text, to see whether an edit touches them. */
  #parts = new WeakMap();
  #missed = 0;
  #stuck = true;

  constructor({ scroller, list, jump, around }) {
    Object.assign(this, { scroller, list, jump, around, store: around.store });
    this.around.jump = (id) => this.show(id);
    this.intro = h("section", { class: "intro" });
    this.#listen();
  }

  #listen() {
    const here = (event) => event.detail.channelId === this.store.place;
    this.store.addEventListener("hello", () => this.#redraw(!this.#stuck));
    this.store.addEventListener("place", () => this.#redraw(false));
    this.store.addEventListener("message", (event) => here(event) && this.#added(event.detail.message));
    this.store.addEventListener("message_update", (event) => here(event) && this.#changed(event.detail.message));
    this.store.addEventListener("message_delete", (event) => here(event) && this.#removed(event.detail.id));
    for (const type of ["commands", "bot"]) this.store.addEventListener(type, () => this.#greet());
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.jump.addEventListener("click", () => this.toNewest());
    // Pictures that load and lines that wrap move the end away: follow it.
    const follow = new ResizeObserver(() => this.#stuck && this.toNewest());
    follow.observe(this.list);
    follow.observe(this.scroller);
  }

  /** Scrolls to the newest message. */
  toNewest() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#stuck = true;
    this.#missed = 0;
    this.#showJump();
  }

  /** Scrolls to a message and marks it for a moment. */
  show(id) {
    const element = this.#drawn.get(id);
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("shown-now");
    element.addEventListener("animationend", () => element.classList.remove("shown-now"), { once: true });
  }

  #redraw(keepPlace) {
    const top = this.scroller.scrollTop;
    this.#closeOpenSelect(this.list);
    this.#drawn.clear();
    const messages = this.store.messages(this.store.place);
    const elements = messages.map((message) => this.#draw(message));
    fill(this.list, this.intro, elements);
    this.#greet();
    this.#arrange();
    if (keepPlace) this.scroller.scrollTop = top;
    else this.toNewest();
  }

  #draw(message) {
    const element = draw(message, this.around);
    this.#drawn.set(message.id, element);
    this.#parts.set(element, JSON.stringify(message.components ?? []));
    return element;
  }

  #added(message) {
    this.#drawn.get(message.id)?.remove();
    const element = this.#draw(message);
    this.list.append(element);
    this.#greet();
    this.#arrange();
    if (this.#stuck || message.author?.id === this.store.me.id) this.toNewest();
    else {
      this.#missed += 1;
      this.#showJump();
    }
  }

  #changed(message) {
    const old = this.#drawn.get(message.id);
    if (!old) return;
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset : null;
    const open = this.#closeOpenSelect(old);
    const fresh = this.#draw(message);
    const kept = old.querySelector(".components");
    if (kept && this.#parts.get(old) === this.#parts.get(fresh)) {
      fresh.querySelector(".components")?.replaceWith(kept);
    }
    old.replaceWith(fresh);
    this.#arrange();
    if (open) selectOf.get(byKey(fresh, open.key))?.open(open.picked);
    if (focused) (byKey(fresh, focused.key) ?? fresh).focus({ preventScroll: true });
  }

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
    if (had) (next?.classList.contains("message") ? next : this.scroller).focus({ preventScroll: true });
  }

  #closeOpenSelect(element) {
    const field = element.querySelector('.select[aria-expanded="true"]');
    return field && { key: field.dataset.key, picked: selectOf.get(field).abandon() };
  }

  /** Sets which messages stand under the one before them, and where a new day begins. */
  #arrange() {
    let before = null;
    for (const message of this.store.messages(this.store.place)) {
      const element = this.#drawn.get(message.id);
      if (!element) continue;
      const newDay = !before || !sameDay(before.timestamp, message.timestamp);
      const line = element.previousElementSibling?.closest(".day");
      if (newDay && !line) element.before(dayLine(message));
      if (!newDay) line?.remove();
      element.classList.toggle("follows", !newDay && follows(message, before));
      before = message;
    }
    for (const line of this.list.querySelectorAll(".day")) {
      if (!line.nextElementSibling?.classList.contains("message")) line.remove();
    }
  }

  #greet() {
    const empty = this.store.messages(this.store.place).length === 0;
    this.intro.classList.toggle("empty", empty);
    fill(this.intro, greeting(this.store, this.around, empty));
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.#stuck = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#stuck) this.#missed = 0;
    this.#showJump();
  }

  #showJump() {
    this.jump.hidden = this.#stuck;
    const words = this.#missed === 1 ? "1 new message" : `${this.#missed} new messages`;
    this.jump.textContent = this.#missed ? `${words} ↓` : "To the newest ↓";
  }
}

function dayLine(message) {
  const name = dayName(new Date(message.timestamp));
  return h("p", { class: "day", role: "separator", "aria-label": name }, h("span", null, name));
}

function byKey(element, key) {
  return key ? element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`) : null;
}
