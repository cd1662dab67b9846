/** The page's connection to the server: one WebSocket for the chosen member, reopened whenever it breaks. */

/** @import { Answer, MemberFrame, ServerFrame, SocketEvents, ConnectionState } from "../types.js" */

import { Emitter } from "../base/events.js";

const WAITS = [500, 1000, 2000, 4000, 8000];
const LOST = "The connection was lost before an answer came.";
const PATIENCE = 8000;

/**
 * Emits every `frame` of the server, every change of `state`, and `unknown` when there is no such member.
 *
 * @extends {Emitter<SocketEvents>}
 */
export class Socket extends Emitter {
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  #tries = 0;
  #nonce = 0;
  /** @type {Map<string, { resolve: (answer: Answer) => void, kind: string, timer: number }>} */
  #asked = new Map();
  #member = "";
  #guild = "";

  constructor() {
    super();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  /**
   * Acts as this member of this guild from now on; an empty id leaves the choice to the server.
   *
   * @param {string} member
   * @param {string} guild
   */
  open(member, guild) {
    this.#member = member;
    this.#guild = guild;
    this.#tries = 0;
    this.#connect();
  }

  /** Tries again at once, if it is waiting to. */
  retry() {
    if (this.#timer) this.#connect();
  }

  /**
   * Sends a frame; returns whether it could be sent.
   *
   * @param {MemberFrame} frame
   */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /**
   * Sends a request and resolves to its answer of this kind. `ok: false` with an `error` is a refusal, a lost
   * connection, or no answer in time.
   *
   * @param {MemberFrame} frame
   * @param {Answer["t"]} kind
   * @returns {Promise<Answer>}
   */
  ask(frame, kind = "ack") {
    this.#nonce += 1;
    const nonce = `${Date.now().toString(36)}-${this.#nonce}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(nonce, refusal("")), PATIENCE);
      this.#asked.set(nonce, { resolve, kind, timer });
      if (!this.send({ ...frame, ...{ nonce } })) this.#answer(nonce, refusal(LOST));
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#socket?.close();
    this.#loseAll();
    this.#emitState("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `?${new URLSearchParams({ member: this.#member, guild: this.#guild })}`;
    const socket = new WebSocket(`${scheme}://${location.host}/client${query}`);
    let opened = false;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      opened = true;
      if (this.#isCurrent(socket)) this.#opened();
    });
    socket.addEventListener("message", (event) => this.#isCurrent(socket) && this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (!this.#isCurrent(socket)) return;
      this.#closed();
      if (!opened && this.#member) void this.#checkMember(this.#member, query);
    });
  }

  /** @param {WebSocket} socket */
  #isCurrent(socket) {
    return socket === this.#socket;
  }

  /**
   * A WebSocket does not say why it was refused; a plain request to the same address does.
   *
   * @param {string} member
   * @param {string} query
   */
  async #checkMember(member, query) {
    const answer = await fetch(`/client${query}`).catch(() => null);
    if (answer?.status === 404 && member === this.#member) this.emit("unknown", undefined);
  }

  #opened() {
    this.#tries = 0;
    this.#emitState("open");
  }

  #closed() {
    this.#loseAll();
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] * (0.8 + Math.random() * 0.4);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#emitState("waiting", Date.now() + wait);
  }

  /** @param {ServerFrame} frame */
  #receive(frame) {
    if ("nonce" in frame && frame.nonce) {
      const waiting = this.#asked.get(frame.nonce);
      if (waiting && (waiting.kind === frame.t || frame.ok === false)) this.#answer(frame.nonce, frame);
    }
    this.emit("frame", frame);
  }

  /**
   * @param {string} nonce
   * @param {Answer} answer
   */
  #answer(nonce, answer) {
    const waiting = this.#asked.get(nonce);
    if (!waiting) return;
    this.#asked.delete(nonce);
    clearTimeout(waiting.timer);
    waiting.resolve(answer);
  }

  #loseAll() {
    for (const nonce of [...this.#asked.keys()]) this.#answer(nonce, refusal(LOST));
  }

  /** @param {ConnectionState["state"]} state */
  #emitState(state, retryAt = 0) {
    this.emit("state", { state, retryAt });
  }
}

/**
 * @param {string} error
 * @returns {Answer}
 */
function refusal(error) {
  return { t: "ack", ok: false, error };
}
