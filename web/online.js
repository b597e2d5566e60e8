// SPDX-License-Identifier: MIT
// Games over the network, without a page: one connection to the server that carries any number of tables.
// An act is kept until the server says ok or no, and sent again with the same id after every reconnect, so
// that nothing is lost and nothing is played twice. Events are numbered; after a gap the connection asks for
// what it missed. Where no WebSocket gets through (some proxies), the same events come as streamed GETs and
// acts go as POSTs.
import { t } from './i18n.js';

/**
 * @typedef {{t: string, id: string, seq: number, kind?: string, [key: string]: any}} Message an event or a state
 * @typedef {{id: string, key: string, seq: number, take: (message: Message) => void, refused: (why: string, text: string) => void,
 *   stop: AbortController|null}} Watch
 * @typedef {{name: string, hello: Record<string, any>, path: string, take: (message: any) => void, refused: (why: string, text: string) => void,
 *   stop: AbortController|null}} Channel what else is told live: the lobby, a tournament; name: its t, and its id if it has one
 * @typedef {{id: string, cmd: string, body: Record<string, any>, resolve: (seq: number) => void, reject: (error: Error) => void}} Act
 * @typedef {{fetch?: typeof fetch, WebSocket?: typeof WebSocket, random?: () => number}} Means for tests
 */

/** The server said no; why is a word of its interface. */
export class Refused extends Error {
  /** @param {string} why @param {string} text @param {number} [status] */
  constructor(why, text, status = 0) {
    super(text);
    this.why = why;
    this.status = status;
  }
}

/** What a channel is called: its kind, and which. @param {{t: string, id?: string}} hello */
const nameOf = ({ t, id }) => (id ? `${t} ${id}` : t);

/** Waits before the first, second, ... try; later ones have jitter, so that a restarted server is not stormed. */
const FIRST_WAITS = [50, 300];
const SILENT_MS = 10000,
  DEAD_MS = 5000; // without a word for so long it asks; without an answer the line is taken for dead
const LAGS = 8; // round trips that are remembered
const CALL_MS = 20000;

/** A name for an act that nobody else makes. */
export const newCommand = () =>
  [...crypto.getRandomValues(new Uint8Array(9))].map((b) => (b % 36).toString(36)).join('') +
  Date.now().toString(36);

/**
 * One request. @param {string} base @param {string} method @param {string} path @param {any} [body] @param {string} [key]
 * @param {{lang?: string, fetch?: typeof fetch}} [how] @returns {Promise<any>}
 */
export async function call(base, method, path, body, key, { lang = '', fetch: get = fetch } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key) headers.Authorization = `Bearer ${key}`;
  if (lang) headers['Accept-Language'] = lang;
  const stop = new AbortController(),
    timer = setTimeout(() => stop.abort(), CALL_MS);
  try {
    const answer = await get(`${base}/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: stop.signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    const text = await answer.text();
    if (!(answer.headers.get('Content-Type') ?? '').startsWith('application/json')) {
      if (answer.ok && path.endsWith('/record')) return text;
      throw new Refused('no-server', '', answer.status); // a static host, or something in between
    }
    const value = JSON.parse(text);
    if (!answer.ok || !value.ok)
      throw new Refused(value.why ?? 'no-server', value.text ?? '', answer.status);
    return value;
  } finally {
    clearTimeout(timer);
  }
}

/** Why there is no answer of a server: something else is at this address (a static host), or nobody is heard at all. @param {unknown} error */
export const noServer = (error) =>
  new Refused(
    'no-server',
    t(
      error instanceof Refused || globalThis.navigator?.onLine !== false
        ? 'online.noServer'
        : 'app.offline',
    ),
  );

export class Connection {
  /** @param {string} base such as location.origin
   * @param {{lang?: string, device?: () => string, means?: Means, changed?: () => void}} [how] device: the key of the player, if there is one */
  constructor(base, { lang = '', device = () => '', means = {}, changed = () => {} } = {}) {
    this.base = base;
    this.lang = lang;
    this.device = device;
    this.fetch = means.fetch ?? ((/** @type {any} */ a, /** @type {any} */ b) => fetch(a, b));
    this.Socket = means.WebSocket ?? globalThis.WebSocket;
    this.random = means.random ?? Math.random;
    this.changed = changed;
    /** @type {Map<string, Watch>} */
    this.watches = new Map();
    /** @type {Map<string, Channel>} by names */
    this.channels = new Map();
    /** @type {Map<string, Act>} acts that were not answered yet, oldest first */
    this.acts = new Map();
    /** @type {WebSocket|null} */
    this.socket = null;
    /** 'live', or why not: 'trying' for a while, 'plain' over streams. @type {'off'|'trying'|'live'|'plain'} */
    this.state = 'off';
    this.failures = 0;
    this.everOpen = false;
    /** What the server's clock is ahead of ours, in milliseconds: by the quickest of the last round trips, which knows best. */
    this.ahead = 0;
    /** @type {{took: number, ahead: number}[]} the last round trips */
    this.trips = [];
    this.asked = 0; // when `hi` was said, 0 once it was answered
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.silence = null;
    this.closed = false;
    this.awake = () => {
      if (!globalThis.document || document.visibilityState === 'visible') this.#hurry();
    };
    this.cut = () => {
      if (this.state === 'live') this.#dead();
    }; // the device itself says that it has no network
    globalThis.addEventListener?.('online', this.awake);
    globalThis.addEventListener?.('offline', this.cut);
    globalThis.document?.addEventListener('visibilitychange', this.awake);
  }

  /** Tells `take` of everything that happens at a table from now on; the first message is its state, unless `since` is
   * known. @param {string} id @param {string} key '' for a watcher @param {(message: Message) => void} take
   * @param {(why: string, text: string) => void} refused @param {number} [since] */
  watch(id, key, take, refused, since = 0) {
    this.unwatch(id);
    /** @type {Watch} */
    const watch = { id, key, seq: since, take, refused, stop: null };
    this.watches.set(id, watch);
    if (this.state === 'live') this.#say({ t: 'watch', ...this.#place(watch) });
    else if (this.state === 'plain') void this.#stream(watch);
    else this.#connect();
  }

  /** @param {string} id */
  unwatch(id) {
    const watch = this.watches.get(id);
    if (!watch) return;
    this.watches.delete(id);
    watch.stop?.abort();
    if (this.state === 'live') this.#say({ t: 'unwatch', id });
  }

  /** Tells `take` of what the server has live beside tables, from now on; the first message is all of it.
   * @param {{t: string, id?: string}} hello as the server is asked @param {string} path of the same as a stream
   * @param {(message: any) => void} take @param {(why: string, text: string) => void} [refused] @returns {string} its name */
  follow(hello, path, take, refused = () => {}) {
    const name = nameOf(hello);
    this.unfollow(name);
    /** @type {Channel} */
    const channel = { name, hello, path, take, refused, stop: null };
    this.channels.set(name, channel);
    if (this.state === 'live') this.#say({ ...hello, on: true });
    else if (this.state === 'plain') void this.#streamChannel(channel);
    else this.#connect();
    return name;
  }

  /** @param {string} name */
  unfollow(name) {
    const channel = this.channels.get(name);
    if (!channel) return;
    this.channels.delete(name);
    channel.stop?.abort();
    if (this.state === 'live') this.#say({ ...channel.hello, on: false });
  }

  /** The device key is another one: the server is told. */
  known() {
    if (this.state === 'live') this.#greet();
  }

  /** Sends an act; resolves with its number when the server has it on the disk.
   * @param {string} id @param {Record<string, any>} body such as {do: 'move', move: 'd2'} @param {string} [cmd] @returns {Promise<number>} */
  act(id, body, cmd = newCommand()) {
    return new Promise((resolve, reject) => {
      const act = { id, cmd, body, resolve, reject };
      this.acts.set(cmd, act);
      this.changed();
      this.#send(act);
    });
  }

  /** Acts that wait for an answer: the page says so. */
  get waiting() {
    return this.acts.size;
  }
  /** How long a word takes there and back, in milliseconds; -1 if that is not known. */
  get lag() {
    return this.trips.length ? Math.min(...this.trips.map((trip) => trip.took)) : -1;
  }
  /** The server's time. */
  get now() {
    return Date.now() + this.ahead;
  }

  /** The server has told its time in answer to what was asked then. @param {number} now the server's @param {number} asked ours */
  measure(now, asked) {
    const here = Date.now(),
      took = Math.max(0, here - asked);
    this.trips = [...this.trips, { took, ahead: now + took / 2 - here }].slice(-LAGS);
    this.ahead = this.trips.reduce((best, trip) => (trip.took < best.took ? trip : best)).ahead;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    globalThis.removeEventListener?.('online', this.awake);
    globalThis.removeEventListener?.('offline', this.cut);
    globalThis.document?.removeEventListener('visibilitychange', this.awake);
    for (const one of [...this.watches.values(), ...this.channels.values()]) one.stop?.abort();
    this.socket?.close();
    this.#turn('off');
  }

  // -- the line ----------------------------------------------------------------------------------

  /** @param {'off'|'trying'|'live'|'plain'} state */
  #turn(state) {
    if (this.state === state) return;
    this.state = state;
    this.changed();
  }

  #connect() {
    if (this.socket || this.closed || this.timer) return;
    if (!this.Socket || (!this.everOpen && this.failures >= 2)) {
      this.#goPlain();
      return;
    }
    if (this.state !== 'live') this.#turn('trying');
    const socket = new this.Socket(`${this.base.replace(/^http/, 'ws')}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.everOpen = true;
      this.#turn('live');
      this.trips = []; // another way, perhaps another machine
      this.#greet([...this.watches.values()].map((w) => this.#place(w)));
      for (const { hello } of this.channels.values()) this.#say({ ...hello, on: true });
      for (const act of this.acts.values()) this.#send(act);
      this.#listenFor();
    };
    socket.onmessage = ({ data }) => {
      this.#listenFor();
      this.#take(JSON.parse(String(data)));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.failures++;
      clearTimeout(this.silence);
      if (!this.closed && (this.watches.size || this.acts.size || this.channels.size))
        this.#again();
      else this.#turn('off');
    };
  }

  #again() {
    this.#turn('trying');
    const wait = FIRST_WAITS[this.failures - 1] ?? 500 + 1000 * this.random();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.#connect();
    }, wait);
  }

  /** Back from sleep or from a tunnel: no waiting. */
  #hurry() {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
      this.#connect();
    } else if (this.socket && this.state === 'live') {
      this.#greet(); // a dead line shows itself by its silence
      this.#listenFor(3000);
    }
  }

  /** A line that says nothing for too long is dead, even if nobody told us; the server pings, but a page cannot see
   * pings, so it asks. @param {number} [patience] */
  #listenFor(patience = SILENT_MS) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (patience === SILENT_MS) {
        this.#greet();
        this.#listenFor(DEAD_MS);
      } else this.#dead();
    }, patience);
  }

  #dead() {
    const { socket } = this;
    this.socket = null;
    this.failures++;
    clearTimeout(this.silence);
    socket?.close();
    this.#again();
  }

  /** @param {any[]} [watch] */
  #greet(watch = []) {
    const key = this.device();
    this.asked = Date.now();
    this.#say({ t: 'hi', v: 1, lang: this.lang, ...(key ? { key } : {}), watch });
  }

  /** @param {Record<string, any>} message */
  #say(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** @param {Watch} watch */
  #place({ id, key, seq }) {
    return { id, ...(key ? { key } : {}), ...(seq ? { since: seq } : {}) };
  }

  /** @param {Act} act */
  #send(act) {
    const key = this.watches.get(act.id)?.key;
    if (this.state === 'live')
      this.#say({ t: 'do', id: act.id, cmd: act.cmd, ...(key ? { key } : {}), ...act.body });
    else if (this.state === 'plain') void this.#post(act);
    else this.#connect();
  }

  /** @param {any} message */
  #take(message) {
    const act = this.acts.get(message.cmd);
    if (message.t === 'hi') {
      if (this.asked) this.measure(message.now, this.asked);
      this.asked = 0;
      this.changed();
    } else if (message.t === 'ok' && act) this.#settle(act, () => act.resolve(message.seq));
    else if (message.t === 'no' && act) {
      if (message.why !== 'not-saved' && message.why !== 'busy')
        this.#settle(act, () => act.reject(new Refused(message.why, message.text)));
      else
        setTimeout(() => {
          if (this.acts.has(act.cmd)) this.#send(act);
        }, 1000);
    } else if (message.t === 'no') this.#refused(message);
    else if (message.t === 'ev' || message.t === 'state') this.#deliver(message);
    else this.channels.get(nameOf(message))?.take(message);
  }

  /** A table or a channel that is not to be had. @param {any} message */
  #refused({ id, why, text }) {
    this.watches.get(id)?.refused(why, text);
    for (const { hello, refused } of this.channels.values())
      if (id && hello.id === id) refused(why, text);
  }

  /** @param {Act} act @param {() => void} tell */
  #settle(act, tell) {
    this.acts.delete(act.cmd);
    tell();
    this.changed();
  }

  /** In order, each once; a gap asks again from the last one that was seen. @param {Message} message */
  #deliver(message) {
    const watch = this.watches.get(message.id);
    if (!watch || (message.t === 'ev' && message.seq <= watch.seq)) return;
    if (message.t === 'ev' && message.seq > watch.seq + 1) {
      this.#say({ t: 'watch', ...this.#place(watch) });
      return;
    }
    watch.seq = message.seq;
    watch.take(message);
  }

  // -- without a WebSocket -----------------------------------------------------------------------

  #goPlain() {
    this.#turn('plain');
    for (const watch of this.watches.values()) if (!watch.stop) void this.#stream(watch);
    for (const channel of this.channels.values())
      if (!channel.stop) void this.#streamChannel(channel);
    for (const act of this.acts.values()) void this.#post(act);
  }

  /** @param {Act} act */
  async #post(act) {
    const key = this.watches.get(act.id)?.key;
    for (let tries = 0; this.acts.has(act.cmd) && !this.closed; tries++) {
      try {
        const { seq } = await call(
          this.base,
          'POST',
          `/tables/${act.id}/do`,
          { cmd: act.cmd, ...act.body },
          key,
          this,
        );
        this.#settle(act, () => act.resolve(seq));
        return;
      } catch (error) {
        if (
          error instanceof Refused &&
          error.status &&
          error.status !== 503 &&
          error.status !== 429
        ) {
          this.#settle(act, () => act.reject(error));
          return;
        }
        await new Promise((resolve) =>
          setTimeout(resolve, FIRST_WAITS[tries] ?? 500 + 1000 * this.random()),
        );
      }
    }
  }

  /** @param {Watch} watch */
  async #stream(watch) {
    for (let tries = 0; this.watches.get(watch.id) === watch && !this.closed; tries++) {
      try {
        const asked = Date.now(),
          state = await call(this.base, 'GET', `/tables/${watch.id}`, undefined, watch.key, this);
        this.measure(state.now, asked);
        watch.seq = 0;
        this.#deliver({ ...state, t: 'state', moves: state.moves.join(' ') });
        watch.stop = new AbortController();
        const answer = await this.fetch(
          `${this.base}/api/v1/tables/${watch.id}/events?since=${watch.seq}`,
          {
            headers: watch.key ? { Authorization: `Bearer ${watch.key}` } : {},
            signal: watch.stop.signal,
            cache: 'no-store',
          },
        );
        tries = 0;
        await this.#readLines(answer, (message) => this.#deliver(message));
      } catch (error) {
        if (error instanceof Refused && [403, 404, 410].includes(error.status)) {
          watch.refused(error.why, error.message);
          return;
        }
      }
      await new Promise((resolve) =>
        setTimeout(resolve, FIRST_WAITS[tries] ?? 500 + 1000 * this.random()),
      );
    }
  }

  /** @param {Channel} channel */
  async #streamChannel(channel) {
    for (let tries = 0; this.channels.get(channel.name) === channel && !this.closed; tries++) {
      try {
        const key = this.device();
        channel.stop = new AbortController();
        const answer = await this.fetch(`${this.base}/api/v1${channel.path}`, {
          headers: key ? { Authorization: `Bearer ${key}` } : {},
          signal: channel.stop.signal,
          cache: 'no-store',
        });
        if ([401, 403, 404, 410].includes(answer.status)) return channel.refused('not-found', '');
        if (answer.ok) tries = 0;
        await this.#readLines(answer, (message) => {
          if (this.channels.get(channel.name) === channel) channel.take(message);
        });
      } catch {
        /* again */
      }
      await new Promise((resolve) =>
        setTimeout(resolve, FIRST_WAITS[tries] ?? 500 + 1000 * this.random()),
      );
    }
  }

  /** @param {Response} answer @param {(message: any) => void} take */
  async #readLines(answer, take) {
    const reader = /** @type {ReadableStream} */ (answer.body).getReader(),
      decoder = new TextDecoder();
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim()) take(JSON.parse(line));
    }
  }
}
