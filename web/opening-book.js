// SPDX-License-Identifier: MIT
// Books of openings (docs/adr/0089): win, draw and loss of every position of the first plies, for the computer at full strength.
// values.wasm reads them. Both are fetched when the computer first has to choose in such a position; until they are here it
// thinks for itself, and so it does where they cannot be had.
import { readAnswer, toldText } from './values.js';
import { fetchModule } from './wasm.js';

/** All moves are known after so many plies, by variant. @type {Record<string, number>} */
const PLIES = { nine: 6, 'nine,flying': 6 };
/** So long a first move waits for the book. */
const PATIENCE_MS = 1500;

/**
 * @typedef {(position: string) => string|null} Ask
 * @typedef {{plies?: Record<string, number>, module?: () => Promise<WebAssembly.Module>, book?: (name: string) => Promise<ArrayBuffer>}} How for tests
 */

/** @param {string} variant @param {How} how @returns {Promise<Ask>} */
async function open(variant, { module = () => fetchModule('values.wasm'), book = fetchBook }) {
  const [code, bytes] = await Promise.all([
    module(),
    book(`books/${variant.replaceAll(',', '-')}.book`),
  ]);
  const x = /** @type {any} */ ((await WebAssembly.instantiate(code, {})).exports);
  const call = (/** @type {string} */ name, /** @type {Uint8Array} */ input) => {
    const at = x.cv_input(input.length);
    if (!at) throw new Error('out of memory');
    new Uint8Array(x.memory.buffer, at, input.length).set(input);
    const good = x[`cv_${name}`](input.length),
      out = new TextDecoder().decode(
        new Uint8Array(x.memory.buffer, x.cv_output(), x.cv_output_length()),
      );
    if (!good) throw new Error(out);
    return out;
  };
  const encoder = new TextEncoder();
  call('open', encoder.encode(variant));
  call('book', new Uint8Array(bytes));
  return (position) => {
    const answer = readAnswer(JSON.parse(call('ask', encoder.encode(position))));
    return answer?.moves.length ? toldText(variant, position, answer) : null;
  };
}

/** @param {string} name */
async function fetchBook(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** Books that are open or on their way, by variant; what failed is asked for again in the next game. @type {Map<string, Promise<Ask|null>>} */
const opened = new Map();

/** What the engine's load() takes before it thinks about a position; null: no book knows it, or it is not here in time.
 * @param {{variant: string, position: string, headPly: number}} at @param {How} [how] @returns {Promise<string|null>} */
export async function bookText({ variant, position, headPly }, how = {}) {
  if (!(headPly <= (how.plies ?? PLIES)[variant])) return null;
  if (!opened.has(variant))
    opened.set(
      variant,
      open(variant, how).catch(() => {
        opened.delete(variant);
        return null;
      }),
    );
  const late = new Promise((/** @type {(nothing: null) => void} */ resolve) => {
    setTimeout(resolve, PATIENCE_MS, null);
  });
  const ask = await Promise.race([opened.get(variant), late]);
  return ask?.(position) ?? null;
}
