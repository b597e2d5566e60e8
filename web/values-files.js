// SPDX-License-Identifier: MIT
// Solved positions from a host of files: database files as `concentric solve` writes them lie in solved/VARIANT/ beside the page,
// solved/index.json names them, and only the parts that a position needs are fetched (HTTP Range). values.wasm knows which parts
// those are and unpacks them (docs/adr/0080); it is fetched when somebody first asks.
import { fetchModule } from './wasm.js';

/** @typedef {[sector: number, name: string, block: number, offset: number, bytes: number]} Need block -1: the head of the file */

const HEADER = 264,
  RECORD = 16,
  GUESS = 1 << 14,
  GAP = 1 << 12,
  AT_ONCE = 6,
  ROUNDS = 8;

/** The host sends files only whole: that is not downloaded. */
export class Whole extends Error {}
/** A part is not what it should be. */
export class Damaged extends Error {}

/** Parts that lie near each other are fetched together. @param {Need[]} needs of one file @returns {Need[][]} */
export function joined(needs) {
  /** @type {Need[][]} */
  const groups = [];
  for (const need of [...needs].sort((a, b) => a[3] - b[3])) {
    const last = groups.at(-1)?.at(-1);
    if (last && need[3] - (last[3] + last[4]) <= GAP) groups.at(-1)?.push(need);
    else groups.push([need]);
  }
  return groups;
}

export class Files {
  /** @param {{get: typeof fetch, root: (path: string) => string, module?: () => Promise<WebAssembly.Module>}} how */
  constructor({ get, root, module = () => fetchModule('values.wasm') }) {
    this.get = get;
    this.root = root;
    this.module = module;
    /** What was fetched, for who wants to know what a position costs. */
    this.cost = { requests: 0, bytes: 0 };
    /** Folders by variant. @type {Promise<Record<string, string>>|null} */
    this.index = null;
    /** @type {Promise<any>|null} */
    this.exports = null;
    this.opened = '';
    this.queue = Promise.resolve(/** @type {any} */ (null));
  }

  /** Does the host have it? @param {string} variant */
  async has(variant) {
    this.index ??= this.#readIndex();
    try {
      return Object.hasOwn(await this.index, variant);
    } catch (error) {
      this.index = null;
      throw error;
    }
  }

  /** @returns {Promise<Record<string, string>>} */
  async #readIndex() {
    const response = await this.get(this.root('solved/index.json'));
    if (!response.ok) return {};
    const said = await response.json().catch(() => null);
    return Object.fromEntries(
      Object.entries(said?.variants ?? {}).filter(([, folder]) => typeof folder === 'string'),
    );
  }

  /** One position after the other; what the API of a server would say, or null if the files do not have it.
   * @param {string} variant @param {string} position @param {AbortSignal} [signal] @returns {Promise<any>} */
  ask(variant, position, signal) {
    const done = this.queue.then(async () => {
      signal?.throwIfAborted();
      try {
        return await this.#ask(variant, position, signal);
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        this.opened = ''; // the files may be others by now: once more, from the beginning
        return this.#ask(variant, position, signal);
      }
    });
    this.queue = done.catch(() => {});
    return done;
  }

  /** @param {string} variant @param {string} position @param {AbortSignal} [signal] */
  async #ask(variant, position, signal) {
    const call = await this.#open(variant);
    for (let n = 0; n < ROUNDS; n++) {
      const said = JSON.parse(call('ask', position));
      if (said.unknown) return null;
      if (!said.need) return said;
      await this.#bring(variant, said.need, signal);
    }
    throw new Damaged('it does not come to an end');
  }

  /** @param {string} variant */
  async #open(variant) {
    this.exports ??= this.module().then(
      async (module) => (await WebAssembly.instantiate(module, {})).exports,
    );
    const x = await this.exports.catch((error) => {
      this.exports = null;
      throw error;
    });
    const text = (/** @type {string} */ name, /** @type {string} */ value) => {
      const bytes = new TextEncoder().encode(value),
        at = x.cv_input(bytes.length);
      new Uint8Array(x.memory.buffer, at, bytes.length).set(bytes);
      const good = x[`cv_${name}`](bytes.length),
        out = new TextDecoder().decode(
          new Uint8Array(x.memory.buffer, x.cv_output(), x.cv_output_length()),
        );
      if (!good) throw new Error(out);
      return out;
    };
    if (this.opened !== variant) {
      text('open', variant);
      this.opened = variant;
    }
    return text;
  }

  /** @param {number} sector @param {number} block @param {number} size of the file @param {Uint8Array} bytes */
  async #give(sector, block, size, bytes) {
    const x = await this.exports,
      at = x.cv_input(bytes.length);
    if (!at) throw new Error('out of memory');
    new Uint8Array(x.memory.buffer, at, bytes.length).set(bytes);
    if (!x.cv_give(sector, block, size, bytes.length))
      throw new Damaged(
        new TextDecoder().decode(
          new Uint8Array(x.memory.buffer, x.cv_output(), x.cv_output_length()),
        ),
      );
  }

  /** @param {string} variant @param {Need[]} needs @param {AbortSignal} [signal] */
  async #bring(variant, needs, signal) {
    const heads = needs.filter(([, , block]) => block < 0);
    /** @type {Map<string, Need[]>} */
    const blocks = new Map();
    for (const need of needs)
      if (need[2] >= 0) blocks.set(need[1], [...(blocks.get(need[1]) ?? []), need]);
    const jobs = [
      ...heads.map((need) => () => this.#head(variant, need, signal)),
      ...[...blocks.values()]
        .flatMap(joined)
        .map((group) => () => this.#blocks(variant, group, signal)),
    ];
    for (let i = 0; i < jobs.length; i += AT_ONCE)
      await Promise.all(jobs.slice(i, i + AT_ONCE).map((job) => job()));
  }

  /** Header and table of blocks: the first of it in one request, and what is left in another. @param {string} variant @param {Need} need @param {AbortSignal} [signal] */
  async #head(variant, [sector, name], signal) {
    const first = await this.#range(variant, name, 0, GUESS, signal);
    if (!first) return this.#give(sector, -1, 0, new Uint8Array(0));
    const { bytes, size } = first;
    if (bytes.length < HEADER) throw new Damaged('too short');
    const wanted =
      HEADER + RECORD * new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    if (wanted > size) throw new Damaged('no database');
    const head = new Uint8Array(wanted);
    head.set(bytes.subarray(0, wanted));
    if (wanted > bytes.length)
      head.set(
        (await this.#range(variant, name, bytes.length, wanted - bytes.length, signal))?.bytes ??
          [],
        bytes.length,
      );
    return this.#give(sector, -1, size, head);
  }

  /** @param {string} variant @param {Need[]} group @param {AbortSignal} [signal] */
  async #blocks(variant, group, signal) {
    const from = group[0][3],
      last = /** @type {Need} */ (group.at(-1));
    const part = await this.#range(variant, group[0][1], from, last[3] + last[4] - from, signal);
    if (!part) throw new Damaged('a file is gone');
    for (const [sector, , block, offset, bytes] of group)
      await this.#give(sector, block, 0, part.bytes.subarray(offset - from, offset - from + bytes));
  }

  /** Some bytes of a file and how many it has; null: there is no such file.
   * @param {string} variant @param {string} name @param {number} from @param {number} count @param {AbortSignal} [signal] */
  async #range(variant, name, from, count, signal) {
    const folder = (await /** @type {Promise<Record<string, string>>} */ (this.index))[variant];
    const url = new URL(`${folder.replace(/\/?$/, '/')}${name}.db`, this.root('solved/index.json'));
    const response = await this.get(url.href, {
      signal,
      headers: { range: `bytes=${from}-${from + count - 1}` },
    });
    if (response.status === 404) return null;
    if (response.status !== 206) {
      void response.body?.cancel();
      throw response.status === 200
        ? new Whole('no ranges')
        : response.status === 416
          ? new Damaged('it is shorter than it was')
          : new Error(`${name}: ${response.status}`);
    }
    const bytes = new Uint8Array(await response.arrayBuffer()),
      size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    this.cost.requests++;
    this.cost.bytes += bytes.length;
    if (!Number.isFinite(size)) throw new Whole('no length');
    return { bytes, size };
  }
}
