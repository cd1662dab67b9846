/** The composer: plain messages, and slash commands with a list of the available ones. */

/** @import { RequestResult, CommandPath, CommandRequest, Item } from "../types.js" */
/** @import { Store } from "../state/store.js" */
/** @import { Suggestions } from "./slash_form.js" */

import { commandPaths, searchCommands } from "./commands.js";
import { byId, fill, h } from "../base/dom.js";
import { Listbox } from "../base/listbox.js";
import { SlashForm } from "./slash_form.js";

const MAX_CHARACTERS = 2000;

/**
 * The actions of the composer.
 *
 * @typedef {object} Actions
 * @property {(text: string) => boolean} say posts a message; returns whether it could be sent
 * @property {(command: CommandPath, body: CommandRequest) => void} slash
 * @property {(body: CommandRequest) => Promise<RequestResult>} complete
 */

/** The composer, for the open channel of the store. */
export class Composer {
  box = byId("box", HTMLElement);
  suggestions = byId("suggestions", HTMLElement);
  note = byId("note", HTMLElement);
  /** @type {SlashForm | null} */
  #slash = null;
  /** @type {Listbox | null} */
  #list = null;
  /**
   * Unsent texts by channel id.
   *
   * @type {Map<string, string>}
   */
  #drafts = new Map();
  #channelId = "";

  /**
   * @param {Store} store
   * @param {Actions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.text = h("textarea", {
      rows: 1,
      "aria-autocomplete": "list",
      "aria-describedby": this.note.id,
      autocomplete: "off",
      on: {
        input: () => this.#typed(),
        keydown: (event) => this.#key(event),
        focus: () => this.#typed(),
      },
    });
    this.box.append(this.text);
    const form = byId("composer", HTMLFormElement);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    form.addEventListener("focusout", (event) => {
      // Without a target, the whole window lost the focus: keep the list.
      if (event.relatedTarget instanceof Node && !form.contains(event.relatedTarget)) this.hide();
    });
    addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Node && form.contains(event.target))) this.hide();
    });
    store.on("hello", () => this.#showDraft());
    store.on("channel", () => this.#showDraft());
    store.on("commands", () => this.#typed());
  }

  /** Focuses the text or the field in use. */
  focus() {
    if (this.#slash) this.#slash.focus();
    else this.text.focus();
  }

  /**
   * Begins a slash command by its path ("coup new"), as if it were typed; "" lists all commands.
   *
   * @param {string} path
   */
  begin(path) {
    this.closeSlash(`/${path}`);
    const command = this.#commands().find((known) => known.path === path);
    if (command) this.#enter(command);
  }

  /**
   * Goes back to plain typing with this text.
   *
   * @param {string} text
   */
  closeSlash(text) {
    this.#slash?.element.remove();
    this.#slash = null;
    this.text.hidden = false;
    this.text.value = text;
    this.hide();
    this.text.focus();
    this.#typed();
  }

  /**
   * Sends a command, and goes back to plain typing.
   *
   * @param {CommandPath} command
   * @param {CommandRequest} body
   */
  send(command, body) {
    this.closeSlash("");
    this.actions.slash(command, body);
  }

  /** The list, if it is shown. */
  get list() {
    return this.#list;
  }

  /**
   * Shows a list above the text or field in use.
   *
   * @param {Suggestions} list
   */
  suggest({ title, note, items, pick, active }) {
    const owner = this.#owner();
    owner.removeAttribute("aria-activedescendant");
    this.#list = new Listbox({ label: title, owner, pick });
    fill(
      this.suggestions,
      h("p", { class: "suggest-head" }, h("b", null, title), h("span", { role: "status" }, note)),
      items.length ? this.#list.element : null,
    );
    this.suggestions.hidden = false;
    this.#list.set(items, active);
    owner.setAttribute("aria-controls", this.#list.id);
    if (owner !== this.text) owner.setAttribute("aria-expanded", String(items.length > 0));
  }

  /** Hides the list. */
  hide() {
    this.#list = null;
    this.suggestions.hidden = true;
    this.suggestions.replaceChildren();
    for (const field of this.box.querySelectorAll("[aria-activedescendant]")) field.removeAttribute("aria-activedescendant");
    for (const field of this.box.querySelectorAll("[aria-expanded]")) field.setAttribute("aria-expanded", "false");
  }

  #owner() {
    const focused = document.activeElement;
    return focused && this.box.contains(focused) ? focused : this.text;
  }

  #commands() {
    return commandPaths(this.store.commands, Boolean(this.store.dm(this.store.channelId)));
  }

  #showDraft() {
    // A text typed before the page knew its first channel belongs to that channel.
    const first = !this.#channelId;
    this.#drafts.set(this.#channelId || this.store.channelId, this.#slash ? "" : this.text.value);
    this.#channelId = this.store.channelId;
    this.#slash?.element.remove();
    this.#slash = null;
    this.text.hidden = false;
    this.text.value = this.#drafts.get(this.#channelId) ?? "";
    const title = this.store.title(this.#channelId);
    this.text.placeholder = "Write, or / for commands";
    this.text.setAttribute("aria-label", `Write to ${title}; a slash lists the commands`);
    this.hide();
    this.#grow();
    if (first) this.#typed();
  }

  #typed() {
    this.#grow();
    const text = this.text.value;
    this.note.textContent = text.length > MAX_CHARACTERS - 200 ? `${MAX_CHARACTERS - text.length} characters left` : "";
    if (this.#slash || document.activeElement !== this.text) return;
    if (!text.startsWith("/") || text.includes("\n")) {
      this.hide();
      return;
    }
    const all = this.#commands();
    const named = all.find(({ path }) => text.startsWith(`/${path} `));
    if (named) {
      this.#enter(named, text.slice(named.path.length + 2));
      return;
    }
    const found = searchCommands(all, text.slice(1));
    const items = found.map((command) => ({
      key: command.path,
      label: `/${command.path}`,
      hint: command.description,
      badge: command.options.map(({ name, required }) => (required ? `${name}*` : name)).join("  "),
      command,
    }));
    /** @param {Item} item */
    const pick = (item) => item.command && this.#enter(item.command);
    const none = all.length ? "No command is called so." : "The bot has not registered commands.";
    const note = items.length ? "Arrow keys move, Tab or Enter chooses, Escape closes." : none;
    this.suggest({ title: "Commands", note, items, pick });
  }

  /**
   * Begins a command, with the text that was typed after its name.
   *
   * @param {CommandPath} command
   * @param {string} rest
   */
  #enter(command, rest = "") {
    this.hide();
    this.note.textContent = "";
    this.#slash = new SlashForm(command, this);
    this.text.value = "";
    this.text.hidden = true;
    this.box.append(this.#slash.element);
    this.#slash.write(rest);
    this.#slash.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const list = this.#list;
    if (list?.items.length) {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const chooses = (event.key === "Tab" && !event.shiftKey) || (event.key === "Enter" && !event.shiftKey);
      if (step) list.move(step);
      if (step || (chooses && !event.isComposing && list.choose())) {
        event.preventDefault();
        return;
      }
    }
    if (event.key === "Escape" && list) {
      event.preventDefault();
      this.hide();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    }
  }

  #submit() {
    if (this.#slash) {
      this.#slash.submit();
      return;
    }
    const text = this.text.value.trim();
    if (!text) return;
    if (text.length > MAX_CHARACTERS) {
      this.note.textContent = `Too long by ${text.length - MAX_CHARACTERS} characters.`;
    } else if (text.startsWith("/")) {
      this.note.textContent = "No command is called so. A plain message may not begin with a slash.";
    } else if (this.actions.say(text)) {
      this.closeSlash("");
    } else {
      this.note.textContent = "Not sent: there is no connection at the moment.";
    }
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
  }
}
