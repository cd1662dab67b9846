/** Puts the page together: the line to the server, what is known, and the parts that show it. */

import { Composer } from "./composer.js";
import { request } from "./commands.js";
import { fill, h } from "./dom.js";
import { openModal } from "./modal.js";
import { Sidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { Store, nameOf } from "./store.js";
import { startClock } from "./time.js";
import { Timeline } from "./timeline.js";

const FAILED = "This interaction failed";
const SILENT = "The application did not respond";

const at = (id) => document.getElementById(id);
const store = new Store();
const socket = new Socket();
const address = new URLSearchParams(location.search);
let dmWasOpen = false;
let playedAs = "";

const names = {
  get me() {
    return store.me?.id;
  },
  user: (id) => store.user(id) && nameOf(store.user(id)),
  channel: (id) => store.channel(id)?.name,
  role: (id) => store.guild.roles?.find((role) => role.id === id)?.name,
  open: (id) => open(id),
  command: (path) => composer.begin(path),
};

const around = {
  store,
  names,
  act: async (message, component, values) => {
    const answer = await socket.ask({
      t: "click",
      channel_id: message.channel_id ?? store.place,
      message_id: message.id,
      custom_id: component.custom_id,
      component_type: component.type,
      ...(values ? { values } : {}),
    });
    return answer.ok ? "" : answer.error || FAILED;
  },
  lost: toast,
  dismiss: (message) => {
    if (!message.local) socket.send({ t: "dismiss", message_id: message.id });
    store.remove(message.channel_id ?? store.place, message.id);
  },
  run: (leaf) => slash(leaf, request(leaf, [])),
  browse: () => composer.begin(""),
};

new Timeline({ scroller: at("scroller"), list: at("list"), jump: at("jump"), around });

const composer = new Composer({
  form: at("composer"),
  box: at("box"),
  suggestions: at("suggestions"),
  note: at("note"),
  store,
  deeds: {
    say: (text) => socket.send({ t: "say", channel_id: store.place, content: text }),
    slash,
    complete: (body) => socket.ask({ t: "autocomplete", channel_id: store.place, ...body }, "autocomplete"),
  },
});

const parts = Object.fromEntries(
  ["guild", "channels", "dms", "people", "portrait", "who", "closed"].map((id) => [id, at(id)]),
);
new Sidebar({
  parts,
  store,
  deeds: {
    open: (id) => {
      open(id);
      if (narrow.matches) drawer(false);
      else composer.focus();
    },
    become: (id) => {
      address.set("member", id);
      remember();
      socket.open(id);
    },
    closeDms: (closed) => {
      store.dmsClosed = closed;
      socket.send({ t: "settings", dms_closed: closed });
    },
  },
});

async function slash(leaf, body) {
  const place = store.place;
  at("note").textContent = `Sending /${leaf.path}…`;
  const answer = await socket.ask({ t: "slash", channel_id: place, ...body });
  at("note").textContent = "";
  if (!answer.ok) store.notice(place, answer.error === FAILED ? SILENT : answer.error || SILENT, leaf.path);
}

function open(id) {
  if (!id) return;
  address.set("channel", id);
  remember();
  store.open(id);
}

/** Opens the place of the address, or the nearest to it: a member's own direct messages, the first channel. */
function settle() {
  const wanted = address.get("channel");
  const known = store.channel(wanted) ?? store.dm(wanted);
  if (known && wanted === store.place) store.markRead();
  else if (known) store.open(wanted);
  else open((dmWasOpen && store.dms[0]?.id) || store.channels[0]?.id);
}

function remember() {
  history.replaceState(null, "", `?${address}`);
}

function titles() {
  const dm = store.dm(store.place);
  dmWasOpen = Boolean(dm);
  const title = `${dm ? "@" : "#"}${store.title(store.place)}`;
  at("place").textContent = title;
  const pings = [...store.unread.values()].reduce((sum, { pings: count }) => sum + count, 0);
  const mark = pings ? `(${pings}) ` : store.unread.size ? "• " : "";
  document.title = `${mark}${title}, ${nameOf(store.me)} · sandbox, not Discord`;
  at("drawer-dot").hidden = store.unread.size === 0;
  const other = store.members.find((user) => user.id !== store.me.id);
  at("window").href = other ? `?member=${other.id}&channel=${store.channel(store.place)?.id ?? ""}` : "";
  at("window").hidden = !other;
}

function botState() {
  const name = store.bot ? nameOf(store.bot) : "The bot";
  at("bot").classList.toggle("online", store.online);
  at("bot").textContent = store.online ? `${name} is online` : `${name} is offline`;
}

function toast(words) {
  const element = h("p", { class: "toast" }, words);
  at("toasts").append(element);
  setTimeout(() => element.remove(), 6000);
}

function drawer(shown) {
  at("app").classList.toggle("drawer-open", shown);
  at("shade").hidden = !shown;
  at("drawer-open").setAttribute("aria-expanded", String(shown));
  narrowness();
  (shown ? at("drawer-close") : at("drawer-open")).focus();
}

const narrow = matchMedia("(max-width: 720px)");

/** On a narrow page, what the drawer hides or covers cannot be reached either. */
function narrowness() {
  const shown = at("app").classList.contains("drawer-open");
  at("drawer").inert = narrow.matches && !shown;
  document.querySelector("main").inert = narrow.matches && shown;
}

function lineState({ state, retryAt }) {
  const line = at("line");
  clearInterval(lineState.timer);
  line.hidden = state === "open";
  if (state === "connecting") fill(line, "Connecting…");
  if (state !== "waiting") return;
  const words = h("span", { "aria-hidden": "true" });
  const count = () => {
    words.textContent = `Trying again in ${Math.max(1, Math.ceil((retryAt - Date.now()) / 1000))} s.`;
  };
  const retry = h("button", { class: "plain", type: "button", on: { click: () => socket.retry() } }, "Try now");
  fill(line, "The connection to the sandbox is lost. ", words, " ", retry);
  count();
  lineState.timer = setInterval(count, 500);
}

socket.addEventListener("frame", ({ detail: frame }) => {
  store.take(frame);
  if (frame.t === "modal") {
    openModal(frame, {
      store,
      names,
      submit: async (components) => {
        const answer = await socket.ask({ t: "modal", modal: frame.interaction, components });
        return answer.ok ? "" : answer.error || "Something went wrong. Try again.";
      },
    });
  }
  if (frame.t === "ack" && !frame.nonce && !frame.ok) toast(frame.error);
});
socket.addEventListener("state", ({ detail }) => lineState(detail));
socket.addEventListener("unknown", () => {
  // The server was started anew, and its members have other ids: go on as the one of the same name.
  address.delete("member");
  socket.open("");
});
store.addEventListener("hello", () => {
  const same = store.members.find((user) => nameOf(user) === playedAs);
  if (!address.has("member") && same && same.id !== store.me.id) {
    address.set("member", same.id);
    remember();
    socket.open(same.id);
    return;
  }
  playedAs = nameOf(store.me);
  settle();
  botState();
});
store.addEventListener("bot", botState);
for (const type of ["hello", "places", "place"]) store.addEventListener(type, titles);
document.addEventListener("visibilitychange", () => document.hidden || store.markRead());

at("drawer-open").addEventListener("click", () => drawer(true));
at("drawer-close").addEventListener("click", () => drawer(false));
at("shade").addEventListener("click", () => drawer(false));
at("drawer").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && narrow.matches) drawer(false);
});
narrow.addEventListener("change", narrowness);
addEventListener("keydown", (event) => {
  // As in any chat, a slash typed anywhere begins a command.
  const typing = event.target.closest?.("input, textarea, select, dialog");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  composer.begin("");
});

narrowness();
startClock();
socket.open(address.get("member") ?? "");
