// SPDX-License-Identifier: MIT
// The engine's exports as one function: call(name, argument) -> value, or a Refusal with a reason.
// Text goes in at cx_input(0), a database at cx_input(its bytes), text comes out at cx_output(). Runs in the workers and in the tests.

/** The engine said no, in one sentence of the current language. */
export class Refusal extends Error {}

const INPUT_MAX = 4 << 20;
/** What a call leaves as output: JSON unless named here. */
const OUTPUT = /** @type {Record<string, string>} */ ({
  language: 'maybe',
  think: 'none',
  review: 'none',
  save: 'text',
  bring: 'text',
  animate: 'text',
});

/** Of concentric-threads.wasm, as cmake/wasm.cmake links it: 16 MB at first, 256 MB at most. */
const PAGES = { initial: 256, maximum: 4096 };

/** Does this browser know vectors? A module whose only type is a function that returns one. sw.js asks the same. */
export const SIMD = WebAssembly.validate(
  new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123]),
);

/** @param {string} name */
export const fetchModule = (name) =>
  WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url)));

/** The shared memory that the module wants; null if it brings its own, for one thread.
 * @param {WebAssembly.Module} module */
export const sharedMemory = (module) =>
  WebAssembly.Module.imports(module).some((i) => i.kind === 'memory')
    ? new WebAssembly.Memory({ ...PAGES, shared: true })
    : null;

/**
 * The exports of an instance, `memory` always among them.
 * @param {WebAssembly.Module} module @param {WebAssembly.Memory|null} memory of sharedMemory
 * @returns {Promise<any>}
 */
export async function instantiate(module, memory) {
  const { exports } = await WebAssembly.instantiate(module, {
    env: { now: () => performance.now(), ...(memory && { memory }) },
  });
  return { memory, ...exports };
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<(name: string, arg?: string | number | Uint8Array) => any>}
 */
export const start = async (module) => caller(await instantiate(module, sharedMemory(module)));

/**
 * @param {any} x exports
 * @returns {(name: string, arg?: string | number | Uint8Array) => any}
 */
export function caller(x) {
  const encoder = new TextEncoder(),
    decoder = new TextDecoder();

  /** @param {string|Uint8Array} input */
  const put = (input) => {
    const text = typeof input === 'string',
      bytes = text ? encoder.encode(input) : input;
    if (text && bytes.length > INPUT_MAX) throw new Refusal('too long');
    const at = x.cx_input(text ? 0 : bytes.length); // may make another buffer of the memory
    if (!at) throw new Refusal('out of memory');
    new Uint8Array(x.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  };
  // The copy (slice) is there because a decoder refuses shared memory.
  const get = () =>
    decoder.decode(new Uint8Array(x.memory.buffer, x.cx_output(), x.cx_output_length()).slice());

  return (name, arg) => {
    const f = x[`cx_${name}`];
    if (!f) throw new Refusal(`the engine has no ${name}`);
    const good = arg === undefined ? f() : typeof arg === 'number' ? f(arg) : f(put(arg));
    if (good === 0) throw new Refusal(get());
    const kind = OUTPUT[name];
    if (kind === 'none') return null;
    const text = get();
    return kind === 'text' ? text : kind === 'maybe' && !text ? null : JSON.parse(text);
  };
}
