/** The page's connection to the server: a WebSocket for the chosen member, reopened whenever it is lost. */

/** @import { RequestResult, MemberFrame, ServerFrame, SocketEvents } from "../types.js" */

import { Emitter } from "../base/events.js";

const RETRY_MS = [500, 1000, 2000, 4000, 8000];
const LOST = "The connection was lost before an answer came.";
const TIMEOUT_MS = 8000;

/**
 * Emits every `frame` of the server, every change of `state`, and `unknown` when there is no such member.
 *
 * @extends {Emitter<SocketEvents>}
 */
export class Socket extends Emitter {
  /** @type {WebSocket | null} */
  #socket = null;
  /** Ends the listeners of a socket that is replaced. */
  #listening = new AbortController();
  #timer = 0;
  #tries = 0;
  #nonce = 0;
  /** @type {Map<string, { resolve: (result: RequestResult) => void, timer: number }>} */
  #pending = new Map();
  #member = "";
  #guild = "";

  constructor() {
    super();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  /**
   * Connects as this member of this guild; for an empty id, the server chooses.
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

  /** Tries to connect at once, if it is waiting for the next try. */
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
   * Sends a request and resolves to its result. `ok: false` means that it was refused, that the connection was lost,
   * or that no result came in time; `error` says which.
   *
   * @param {MemberFrame} frame
   * @returns {Promise<RequestResult>}
   */
  request(frame) {
    this.#nonce += 1;
    const nonce = `${Date.now().toString(36)}-${this.#nonce}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(nonce, failure("")), TIMEOUT_MS);
      this.#pending.set(nonce, { resolve, timer });
      if (!this.send({ ...frame, ...{ nonce } })) this.#settle(nonce, failure(LOST));
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#listening.abort();
    this.#socket?.close();
    this.#failAll();
    this.emit("state", { state: "connecting", retryAt: 0 });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `?${new URLSearchParams({ member: this.#member, guild: this.#guild })}`;
    const socket = new WebSocket(`${scheme}://${location.host}/client${query}`);
    const { signal } = (this.#listening = new AbortController());
    let opened = false;
    this.#socket = socket;
    const open = () => {
      opened = true;
      this.#tries = 0;
      this.emit("state", { state: "open", retryAt: 0 });
    };
    const close = () => {
      this.#closed();
      if (!opened && this.#member) void this.#checkMember(this.#member, query);
    };
    socket.addEventListener("open", open, { signal });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)), { signal });
    socket.addEventListener("close", close, { signal });
  }

  /**
   * Asks whether the member is unknown, by a plain request: a WebSocket does not say why it was refused.
   *
   * @param {string} member
   * @param {string} query
   */
  async #checkMember(member, query) {
    const response = await fetch(`/client${query}`).catch(() => null);
    if (response?.status === 404 && member === this.#member) this.emit("unknown", undefined);
  }

  #closed() {
    this.#failAll();
    const wait = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)] * (0.8 + Math.random() * 0.4);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.emit("state", { state: "waiting", retryAt: Date.now() + wait });
  }

  /** @param {ServerFrame} frame */
  #receive(frame) {
    if (frame.t === "ack" && frame.nonce) this.#settle(frame.nonce, frame);
    this.emit("frame", frame);
  }

  /**
   * @param {string} nonce
   * @param {RequestResult} result
   */
  #settle(nonce, result) {
    const waiting = this.#pending.get(nonce);
    if (!waiting) return;
    this.#pending.delete(nonce);
    clearTimeout(waiting.timer);
    waiting.resolve(result);
  }

  #failAll() {
    for (const nonce of [...this.#pending.keys()]) this.#settle(nonce, failure(LOST));
  }
}

/**
 * @param {string} error
 * @returns {RequestResult}
 */
function failure(error) {
  return { t: "ack", ok: false, error };
}
