/** Dates and times in words; those relative to now keep counting by themselves. */

import { h } from "./dom.js";

const LOCALE = "en-GB";
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relativeWords = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const formats = Object.fromEntries(
  Object.entries({
    t: { timeStyle: "short" },
    T: { timeStyle: "medium" },
    d: { dateStyle: "short" },
    D: { dateStyle: "long" },
    f: { dateStyle: "long", timeStyle: "short" },
    F: { dateStyle: "full", timeStyle: "short" },
    s: { dateStyle: "short", timeStyle: "short" },
    S: { dateStyle: "short", timeStyle: "medium" },
  }).map(([style, options]) => [style, new Intl.DateTimeFormat(LOCALE, options)]),
);

/** How far a moment is from now, in words: "in 20 seconds", "3 minutes ago". */
export function relative(seconds, now = Date.now() / 1000) {
  const away = Math.round(seconds - now);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return relativeWords.format(Math.round(away / size), unit);
}

/** A moment, given in seconds since 1970, in one of Discord's styles. */
export function moment(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode("an unknown time");
  const full = formats.F.format(date);
  if (style === "R") {
    const props = { class: "stamp", datetime: date.toISOString(), title: full, "aria-live": "off" };
    return h("time", { ...props, data: { relative: String(seconds) } }, relative(seconds));
  }
  const words = (formats[style] ?? formats.f).format(date);
  return h("time", { class: "stamp", datetime: date.toISOString(), title: full }, words);
}

/** When a message was written, as its head shows it. */
export function written(iso, { clockOnly = false } = {}) {
  const date = new Date(iso);
  const clock = formats.t.format(date);
  const words = clockOnly ? clock : `${dayName(date)}, ${clock}`;
  return h("time", { class: "written", datetime: iso, title: formats.F.format(date) }, words);
}

/** A day in words: "Today", "Yesterday", or its date. */
export function dayName(date) {
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86_400_000);
  if (days === 0) return "Today";
  return days === 1 ? "Yesterday" : formats.D.format(date);
}

/** Whether two moments lie on one day. */
export function sameDay(first, second) {
  return midnight(new Date(first)).getTime() === midnight(new Date(second)).getTime();
}

/** Starts the ticking of all relative times on the page. */
export function startClock() {
  setInterval(() => {
    const now = Date.now() / 1000;
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const words = relative(Number(element.dataset.relative), now);
      if (element.textContent !== words) element.textContent = words;
    }
  }, 500);
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
