/** Starts the page: creates the connection to the server, the state, and the views, and connects them. */

/** @import { CommandPath, CommandRequest, Message, Names } from "./types.js" */

import { nameOf } from "./base/avatar.js";
import { byId } from "./base/dom.js";
import { startClock } from "./base/time.js";
import { toast } from "./base/toast.js";
import { commandRequest } from "./composer/commands.js";
import { Composer } from "./composer/composer.js";
import { closeDrawer, setUpDrawer } from "./views/drawer.js";
import { showConnection, showHeader } from "./views/header.js";
import { openModal } from "./views/modal.js";
import { Sidebar } from "./views/sidebar.js";
import { Timeline } from "./views/timeline.js";
import { UrlState } from "./state/url_state.js";
import { Socket } from "./state/socket.js";
import { Store } from "./state/store.js";

const FAILED = "This interaction failed";
const SILENT = "The application did not respond";

const store = new Store();
const socket = new Socket();
const urlState = new UrlState(store, socket);

/** @type {Names} */
const names = {
  get me() {
    return store.me.id;
  },
  user: (id) => {
    const user = store.user(id);
    return user && nameOf(user);
  },
  channel: (id) => store.channel(id)?.name,
  role: (id) => store.guild.roles.find((role) => role.id === id)?.name,
  open: (id) => urlState.open(id),
  jump: (channelId, messageId) => {
    if (!store.channel(channelId) && !store.dm(channelId)) return toast("You cannot see this channel.");
    if (channelId !== store.channelId) urlState.open(channelId);
    if (messageId && !timeline.show(messageId)) toast("This message is not here any more.");
  },
};

const timeline = new Timeline(
  {
    store,
    names,
    act: async (message, component, values) => {
      const result = await socket.request({
        t: "click",
        channel_id: message.channel_id ?? store.channelId,
        message_id: message.id,
        custom_id: component.custom_id ?? "",
        ...(values ? { values } : {}),
      });
      return result.ok ? "" : result.error || FAILED;
    },
    dismiss,
  },
  { run: (command) => void useCommand(command, commandRequest(command, [])), browse: () => composer.begin("") },
);

const composer = new Composer(store, {
  say: (text) => socket.send({ t: "say", channel_id: store.channelId, content: text }),
  slash: useCommand,
  complete: (body) => socket.request({ t: "autocomplete", channel_id: store.channelId, ...body }),
});

new Sidebar(store, {
  open: (id) => {
    urlState.open(id);
    if (!closeDrawer()) composer.focus();
  },
  useMenu,
  visit: (id) => urlState.visit(id),
  become: (id) => urlState.become(id),
  closeDms: (closed) => {
    store.dms_closed = closed;
    socket.send({ t: "settings", dms_closed: closed });
  },
});

/** @param {Message} message */
function dismiss(message) {
  if (!message.local) socket.send({ t: "dismiss", message_id: message.id });
  store.remove(message.channel_id ?? store.channelId, message.id);
}

/**
 * @param {CommandPath} command
 * @param {CommandRequest} body
 */
async function useCommand(command, body) {
  const channel = store.channelId;
  const note = byId("note", HTMLElement);
  note.textContent = `Sending /${command.path}…`;
  const result = await socket.request({ t: "slash", channel_id: channel, ...body });
  note.textContent = "";
  if (!result.ok) store.addLocalMessage(channel, commandError(result.error), command.path);
}

/**
 * Uses an entry in the menu of a member.
 *
 * @param {string} name
 * @param {string} memberId
 */
async function useMenu(name, memberId) {
  const channel = store.channelId;
  closeDrawer();
  const result = await socket.request({ t: "menu", channel_id: channel, name, target_id: memberId });
  if (!result.ok) store.addLocalMessage(channel, commandError(result.error), name);
}

/** @param {string | undefined} error */
function commandError(error) {
  return error && error !== FAILED ? error : SILENT;
}

socket.on("frame", (frame) => {
  store.receive(frame);
  if (frame.t !== "ack") return;
  const { modal } = frame;
  if (modal) {
    openModal(modal, store, names, async (components) => {
      const result = await socket.request({ t: "modal", modal: modal.interaction, components });
      return result.ok ? "" : result.error || "Something went wrong. Try again.";
    });
  }
  if (!frame.nonce && !frame.ok) toast(frame.error ?? FAILED);
});
socket.on("state", (state) => showConnection(state, () => socket.retry()));
document.addEventListener("visibilitychange", () => document.hidden || store.markRead());
addEventListener("keydown", (event) => {
  // A slash that is typed outside any field begins a command.
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  composer.begin("");
});

showHeader(store);
setUpDrawer();
startClock();
urlState.connect();
