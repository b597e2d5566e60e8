// SPDX-License-Identifier: MIT
// The engine's exports as one function: call(name, argument) -> value, or a Refusal with a reason.
// Text goes in at cx_input(), text comes out at cx_output(). Runs in the worker and in the tests.

/** The engine said no, in one sentence of the current language. */
export class Refusal extends Error {}

const INPUT_MAX = 1 << 20;
/** What a call leaves as output: JSON unless named here. */
const OUTPUT = /** @type {Record<string, string>} */ ({
  language: 'maybe', goto: 'none', end: 'none', think: 'none', record: 'text',
});

/**
 * What a program compiled for WASI may ask of its host: the time, and nothing else.
 * @param {WebAssembly.Module} module
 * @param {() => WebAssembly.Memory} memory
 */
function imports(module, memory) {
  /** @type {Record<string, Record<string, any>>} */
  const out = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    out[from] ??= {};
    if (kind !== 'function') throw new Error(`the engine wants ${from}.${name}`);
    out[from][name] = /clock_time_get/.test(name)
      ? (/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
        const now = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory().buffer).setBigUint64(at, now, true);
        return 0;
      }
      : /now|clock|millis/.test(name) ? () => performance.now()
        : /exit|abort|trap/.test(name) ? () => { throw new Error('the engine stopped'); }
          : () => 52; // WASI's "not supported"
  }
  return out;
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<(name: string, arg?: string | number) => any>}
 */
export async function start(module) {
  /** @type {any} */
  let x = null;
  const instance = await WebAssembly.instantiate(module, imports(module, () => x.memory));
  x = instance.exports;
  x._initialize?.();
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  /** @param {string} text */
  const put = (text) => {
    const bytes = encoder.encode(text);
    if (bytes.length > INPUT_MAX) throw new Refusal('too long');
    new Uint8Array(x.memory.buffer, x.cx_input(), bytes.length).set(bytes);
    return bytes.length;
  };
  // The copy (slice) is there because a decoder refuses shared memory.
  const get = () => decoder.decode(
    new Uint8Array(x.memory.buffer, x.cx_output(), x.cx_output_length()).slice());

  return (name, arg) => {
    const f = x[`cx_${name}`];
    if (!f) throw new Refusal(`the engine has no ${name}`);
    const good = typeof arg === 'string' ? f(put(arg)) : arg === undefined ? f() : f(arg);
    if (good === 0) throw new Refusal(get());
    const kind = OUTPUT[name];
    if (kind === 'none') return null;
    const text = get();
    return kind === 'text' ? text : kind === 'maybe' && !text ? null : JSON.parse(text);
  };
}
