/** Wires the page together: the connection to the server, the state, and the parts that show it. */

/** @import { CommandPath, CommandRequest, Message, Names } from "./types.js" */

import { nameOf } from "./base/avatar.js";
import { byId } from "./base/dom.js";
import { startClock } from "./base/time.js";
import { request } from "./compose/commands.js";
import { Composer } from "./compose/composer.js";
import { closeDrawer, setUpDrawer } from "./frame/drawer.js";
import { showHeader } from "./frame/header.js";
import { openModal } from "./frame/modal.js";
import { showConnection, toast } from "./frame/notices.js";
import { Sidebar } from "./frame/sidebar.js";
import { Timeline } from "./frame/timeline.js";
import { Place } from "./state/place.js";
import { Socket } from "./state/socket.js";
import { Store } from "./state/store.js";

const FAILED = "This interaction failed";
const SILENT = "The application did not respond";

const store = new Store();
const socket = new Socket();
const place = new Place(store, socket);

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
  role: (id) => store.guild.roles?.find((role) => role.id === id)?.name,
  open: (id) => place.open(id),
  jump: (channelId, messageId) => {
    if (!store.channel(channelId) && !store.dm(channelId)) return toast("You cannot see this channel.");
    if (channelId !== store.place) place.open(channelId);
    if (messageId && !timeline.show(messageId)) toast("This message is not here any more.");
  },
  command: (path) => composer.begin(path),
};

const timeline = new Timeline(
  {
    store,
    names,
    act: async (message, component, values) => {
      const answer = await socket.ask({
        t: "click",
        channel_id: message.channel_id ?? store.place,
        message_id: message.id,
        custom_id: component.custom_id ?? "",
        component_type: component.type,
        ...(values ? { values } : {}),
      });
      return answer.ok ? "" : answer.error || FAILED;
    },
    showError: toast,
    dismiss,
    jump: (id) => timeline.show(id),
  },
  { run: (command) => void useCommand(command, request(command, [])), browse: () => composer.begin("") },
);

const composer = new Composer(
  {
    form: byId("composer", HTMLFormElement),
    box: byId("box", HTMLElement),
    suggestions: byId("suggestions", HTMLElement),
    note: byId("note", HTMLElement),
  },
  store,
  {
    say: (text) => socket.send({ t: "say", channel_id: store.place, content: text }),
    slash: useCommand,
    complete: (body) => socket.ask({ t: "autocomplete", channel_id: store.place, ...body }, "autocomplete"),
  },
);

new Sidebar(store, {
  open: (id) => {
    place.open(id);
    if (!closeDrawer()) composer.focus();
  },
  visit: (id) => place.visit(id),
  become: (id) => place.become(id),
  closeDms: (closed) => {
    store.dmsClosed = closed;
    socket.send({ t: "settings", dms_closed: closed });
  },
});

/** @param {Message} message */
function dismiss(message) {
  if (!message.local) socket.send({ t: "dismiss", message_id: message.id });
  store.remove(message.channel_id ?? store.place, message.id);
}

/**
 * @param {CommandPath} command
 * @param {CommandRequest} body
 */
async function useCommand(command, body) {
  const channel = store.place;
  const note = byId("note", HTMLElement);
  note.textContent = `Sending /${command.path}…`;
  const answer = await socket.ask({ t: "slash", channel_id: channel, ...body });
  note.textContent = "";
  const error = answer.error && answer.error !== FAILED ? answer.error : SILENT;
  if (!answer.ok) store.notice(channel, error, command.path);
}

socket.on("frame", (frame) => {
  store.receive(frame);
  if (frame.t === "modal") {
    openModal(frame, store, names, async (components) => {
      const answer = await socket.ask({ t: "modal", modal: frame.interaction, components });
      return answer.ok ? "" : answer.error || "Something went wrong. Try again.";
    });
  }
  if (frame.t === "ack" && !frame.nonce && !frame.ok) toast(frame.error ?? FAILED);
});
socket.on("state", (state) => showConnection(state, () => socket.retry()));
document.addEventListener("visibilitychange", () => document.hidden || store.markRead());
addEventListener("keydown", (event) => {
  // As in any chat, a slash typed anywhere begins a command.
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  composer.begin("");
});

showHeader(store);
setUpDrawer();
startClock();
place.start();
