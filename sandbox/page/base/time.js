/** Dates and times as text; relative times are kept up to date. */

import { h } from "./dom.js";

const LOCALE = "en-GB";
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relativeWords = new Intl.RelativeTimeFormat("en", { numeric: "always" });
/** Discord's styles of a time, as in `<t:0:F>`. */
const formats = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  s: format({ dateStyle: "short", timeStyle: "short" }),
  S: format({ dateStyle: "short", timeStyle: "medium" }),
};

/**
 * The time between now and a moment as text: "in 20 seconds", "3 minutes ago".
 *
 * @param {number} seconds since 1970
 */
function relative(seconds, now = Date.now() / 1000) {
  const away = Math.round(seconds - now);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS[UNITS.length - 1];
  return relativeWords.format(Math.round(away / size), unit);
}

/**
 * A moment in one of Discord's styles.
 *
 * @param {number} seconds since 1970
 */
export function moment(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode("an unknown time");
  const full = formats.F.format(date);
  if (style === "R") {
    const props = { class: "stamp", datetime: date.toISOString(), title: full, "aria-live": "off" };
    return h("time", { ...props, data: { relative: String(seconds) } }, relative(seconds));
  }
  const words = (style in formats ? formats[/** @type {keyof typeof formats} */ (style)] : formats.f).format(date);
  return h("time", { class: "stamp", datetime: date.toISOString(), title: full }, words);
}

/**
 * The time of a message, for its head.
 *
 * @param {string} iso
 */
export function messageTime(iso, { clockOnly = false } = {}) {
  const date = new Date(iso);
  const clock = formats.t.format(date);
  const words = clockOnly ? clock : `${dayName(date)}, ${clock}`;
  return h("time", { class: "written", datetime: iso, title: formats.F.format(date) }, words);
}

/**
 * A day as text: "Today", "Yesterday", or its date.
 *
 * @param {Date} date
 */
export function dayName(date) {
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return "Today";
  return date.toDateString() === yesterday.toDateString() ? "Yesterday" : formats.D.format(date);
}

/**
 * Whether two moments are on the same day.
 *
 * @param {string} first ISO 8601
 * @param {string} second ISO 8601
 */
export function sameDay(first, second) {
  return new Date(first).toDateString() === new Date(second).toDateString();
}

/** Keeps all relative times on the page up to date. */
export function startClock() {
  setInterval(() => {
    const now = Date.now() / 1000;
    const times = /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-relative]"));
    for (const element of times) {
      const words = relative(Number(element.dataset.relative), now);
      if (element.textContent !== words) element.textContent = words;
    }
  }, 500);
}

/** @param {Intl.DateTimeFormatOptions} options */
function format(options) {
  return new Intl.DateTimeFormat(LOCALE, options);
}
