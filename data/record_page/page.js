// Shows a game step by step, with all cards or as one seat saw it. All states come from the page's data.

import { checks } from "./check.js";

/**
 * A line is the index of its text, or that with the seats that may read it. A step is: the index of its title, its
 * lines, the index of what everybody sees and of what it alone sees for each seat, and the indices of the sentences
 * about the table and the open question.
 * @typedef {number | [number, number[]]} Line
 * @typedef {[number, Line[], number[], number[], number, number]} Step
 *
 * What everybody sees of a seat: coins, cards in hand, cards lost, cards put aside, tokens, and whether it is out.
 * @typedef {[string, number, string[], number, string[], boolean]} Shown
 * What a seat alone sees: its hand, and its cards put aside and drawn.
 * @typedef {[string[], string[], string[]]} Held
 *
 * @typedef {{players: string[], cards: Record<string, string>, art: Record<string, string>, texts: string[],
 *   shown: Shown[], held: Held[], steps: Step[], over: boolean, words: Record<string, string>,
 *   proof: import("./check.js").Proof | null}} Game
 */

const PLAY_MILLISECONDS = 2000;
const ALL = -1;
const FIRST_MARK = 0xe000;

/** @type {Game} */
const game = JSON.parse(element("game").textContent ?? "");
const { words, steps } = game;
let step = 0;
let viewer = ALL;
/** @type {number | undefined} */
let timer;

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * Returns a new element with a class and contents. Texts become text, never markup.
 * @param {string} tag
 * @param {string} [name]
 * @param {(Node | string)[]} contents
 */
function make(tag, name = "", ...contents) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...contents);
  return made;
}

/** @param {string} name */
function art(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "art");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#art-${name}`);
  svg.append(use);
  return svg;
}

/** Returns a text with the players' names in place of their marks. @param {string} text */
function named(text) {
  return text.replace(/[\uE000-\uE0FF]/g, (mark) => game.players[mark.charCodeAt(0) - FIRST_MARK]);
}

/** Returns a text of the game. @param {number} number */
function told(number) {
  return named(game.texts[number]);
}

/** Whether the viewer sees what only these seats may see. @param {number[]} seats */
function sees(seats) {
  return viewer === ALL || seats.includes(viewer);
}

/** Returns the lines of a step that the viewer may read. @param {Step} shown */
function linesOf(shown) {
  return shown[1].flatMap((line) => {
    if (typeof line === "number") return [make("p", "", told(line))];
    return sees(line[1]) ? [make("p", "secret", told(line[0]))] : [];
  });
}

/**
 * @param {string} card
 * @param {string} note
 */
function openCard(card, note = "") {
  const name = note === words.lost ? make("s", "", game.cards[card]) : game.cards[card];
  return make("li", note === words.lost ? "lost" : "", art(game.art[card]), make("span", "", name, note && ` (${note})`));
}

/**
 * @param {number} count
 * @param {string} note
 */
function closedCards(count, note = "") {
  const text = note ? `${words.hidden} (${note})` : words.hidden;
  return Array.from({ length: count }, () => make("li", "", art("card"), make("span", "", text)));
}

/** Draws a seat. @param {number} seat */
function seatItem(seat) {
  const [coins, cards, lost, aside, tokens, isOut] = game.shown[steps[step][2][seat]];
  const [hand, putAside, drawn] = game.held[steps[step][3][seat]];
  const isOpen = sees([seat]) || (game.over && step === steps.length - 1);
  const list = make(
    "ul",
    "cards",
    ...(isOpen ? hand.map((card) => openCard(card)) : closedCards(cards)),
    ...(isOpen ? drawn.map((card) => openCard(card, words.drawn)) : []),
    ...(isOpen ? putAside.map((card) => openCard(card, words.aside)) : closedCards(aside, words.aside)),
    ...lost.map((card) => openCard(card, words.lost)),
  );
  const facts = [...(isOut ? [words["out-of-game"]] : []), coins, ...tokens.map(named)].join(" · ");
  return make("li", isOut ? "out" : "", make("h3", "", game.players[seat]), make("div", "", facts), list);
}

/** Draws the step on show. */
function draw() {
  const shown = steps[step];
  const [title, , , , table, next] = shown;
  element("now").replaceChildren(make("h2", "", told(title)), ...linesOf(shown));
  element("next").textContent = told(next);
  const earlier = [];
  for (let before = step - 1; before >= 0 && steps[before][0] === title; before--) {
    earlier.unshift(...linesOf(steps[before]).map((line) => make("li", line.className, ...line.childNodes)));
  }
  element("earlier").replaceChildren(...earlier);
  element("past").hidden = !earlier.length;
  element("seats").replaceChildren(...game.players.map((_, seat) => seatItem(seat)));
  element("table").textContent = told(table);
  element("count").textContent = `${step + 1} / ${steps.length}`;
  position.value = String(step + 1);
  position.setAttribute("aria-valuetext", `${step + 1} / ${steps.length}, ${told(title)}`);
  turns.value = String(steps.findIndex((each) => each[0] === title));
  for (const [id, isAtEnd] of [["first", !step], ["back", !step], ["forward", atEnd()], ["last", atEnd()]]) {
    // A disabled button would lose the focus of somebody who uses the keyboard.
    element(String(id)).setAttribute("aria-disabled", String(isAtEnd));
  }
}

function atEnd() {
  return step === steps.length - 1;
}

/** @param {number} wanted */
function go(wanted) {
  const before = step;
  step = Math.max(0, Math.min(steps.length - 1, wanted));
  if (step !== before) draw();
  if (atEnd()) pause();
}

function pause() {
  clearInterval(timer);
  timer = undefined;
  element("play").textContent = words.play;
}

function togglePlay() {
  if (timer !== undefined) return pause();
  if (atEnd()) go(0);
  timer = setInterval(() => go(step + 1), PLAY_MILLISECONDS);
  element("play").textContent = words.pause;
}

/** Leaves the automatic play, and goes to a step. @param {number} wanted */
function jump(wanted) {
  pause();
  go(wanted);
}

/** Draws the checks of the shuffle, and the numbers that they were made from. */
function drawChecks() {
  if (!game.proof) return;
  const proof = game.proof;
  for (const [name, passed] of Object.entries(checks(proof))) {
    const result = passed === null ? "unknown" : passed ? "passed" : "failed";
    const sign = passed === null ? "?" : passed ? "✓" : "✗";
    const text = words[`check-${name}-${result}`];
    element("checks").append(make("li", result, make("strong", "", `${sign} ${words[result]}. `), text));
  }
  for (const name of /** @type {const} */ (["commitment", "server_seed", "interaction", "seats", "seed"])) {
    const number = proof[name];
    const text = typeof number === "string" ? number : number.map((seat) => seat ?? "?").join(" : ");
    element("numbers").append(make("dt", "", words[`number-${name}`]), make("dd", "", text));
  }
}

const position = /** @type {HTMLInputElement} */ (element("position"));
const turns = /** @type {HTMLSelectElement} */ (element("turns"));
const view = /** @type {HTMLSelectElement} */ (element("view"));
position.max = String(steps.length);
steps.forEach(([title], at) => {
  if (!at || steps[at - 1][0] !== title) turns.append(new Option(told(title), String(at)));
});
view.append(new Option(words["view-all"], String(ALL)));
game.players.forEach((_, seat) => view.append(new Option(words[`view-seat-${seat}`], String(seat))));
view.addEventListener("change", () => {
  viewer = Number(view.value);
  draw();
});
turns.addEventListener("change", () => jump(Number(turns.value)));
position.addEventListener("input", () => jump(Number(position.value) - 1));
element("first").addEventListener("click", () => jump(0));
element("back").addEventListener("click", () => jump(step - 1));
element("play").addEventListener("click", togglePlay);
element("forward").addEventListener("click", () => jump(step + 1));
element("last").addEventListener("click", () => jump(steps.length - 1));
document.addEventListener("keydown", (event) => {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
  const wanted = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps.length - 1 }[event.key];
  if (wanted === undefined) return;
  event.preventDefault();
  jump(wanted);
});
draw();
drawChecks();
