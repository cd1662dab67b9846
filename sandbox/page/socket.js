/** The page's line to the server: one socket per member, opened anew whenever it breaks. */

const WAITS = [500, 1000, 2000, 4000, 8000];
const LOST = "The connection was lost before an answer came.";
const PATIENCE = 8000;

/**
 * Gives `frame` events (detail: the frame), `state` events (detail: {state, retryAt}), where state is
 * "connecting", "open" or "waiting", and `unknown` when the server knows no such member.
 */
export class Socket extends EventTarget {
  #socket = null;
  #timer = 0;
  #tries = 0;
  #nonce = 0;
  #asked = new Map();
  #member = "";

  constructor() {
    super();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  /** Speaks as this member from now on; an empty id leaves the choice to the server. */
  open(member) {
    this.#member = member;
    this.#tries = 0;
    this.#connect();
  }

  /** Tries again at once, if it is waiting to. */
  retry() {
    if (this.#timer) this.#connect();
  }

  /** Sends a frame; whether it could be sent. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /**
   * Sends a request and waits for its `ack`, or for the frame of type `answer` if that is given.
   * An answer {ok: false, error} is a refusal, a lost connection or silence.
   */
  ask(frame, answer = "ack") {
    this.#nonce += 1;
    const nonce = `${Date.now().toString(36)}-${this.#nonce}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(nonce, { ok: false, error: "" }), PATIENCE);
      this.#asked.set(nonce, { resolve, answer, timer });
      if (!this.send({ ...frame, nonce })) this.#answer(nonce, { ok: false, error: LOST });
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#socket?.close();
    this.#loseAll();
    this.#tell("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = this.#member ? `?member=${encodeURIComponent(this.#member)}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/client${query}`);
    let greeted = false;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      greeted = true;
      if (this.#current(socket)) this.#opened();
    });
    socket.addEventListener("message", (event) => this.#current(socket) && this.#heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (!this.#current(socket)) return;
      this.#closed();
      if (!greeted && this.#member) this.#checkMember(this.#member, query);
    });
  }

  #current(socket) {
    return socket === this.#socket;
  }

  /** A socket does not tell why it was refused; a plain request to the same address does. */
  async #checkMember(member, query) {
    const answer = await fetch(`/client${query}`).catch(() => null);
    if (answer?.status === 404 && member === this.#member) this.dispatchEvent(new Event("unknown"));
  }

  #opened() {
    this.#tries = 0;
    this.#tell("open");
  }

  #closed() {
    this.#loseAll();
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] * (0.8 + Math.random() * 0.4);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#tell("waiting", Date.now() + wait);
  }

  #heard(frame) {
    const waiting = this.#asked.get(frame.nonce);
    if (waiting && (waiting.answer === frame.t || frame.ok === false)) this.#answer(frame.nonce, frame);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  #answer(nonce, answer) {
    const waiting = this.#asked.get(nonce);
    if (!waiting) return;
    this.#asked.delete(nonce);
    clearTimeout(waiting.timer);
    waiting.resolve(answer);
  }

  #loseAll() {
    for (const nonce of [...this.#asked.keys()]) this.#answer(nonce, { ok: false, error: LOST });
  }

  #tell(state, retryAt = 0) {
    this.dispatchEvent(new CustomEvent("state", { detail: { state, retryAt } }));
  }
}
