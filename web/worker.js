// SPDX-License-Identifier: MIT
// Owns the engine, which it makes from the compiled module that the first message brings. Requests
// {id, name, arg} get one reply {id, value} or {id, reason}. Thinking is cut
// into slices, so that requests in between are answered and a "stop" is heard; while it goes on,
// replies {id, progress} tell how far it is.
import { Refusal, start } from './wasm.js';

const SLICE_MS = 40;
/** Calls that change the position end a search of the old one. */
const CHANGES = new Set(['open', 'load', 'play', 'goto', 'end', 'stop', 'think']);

/** @type {(module: WebAssembly.Module) => void} */
let arrived = () => {};
/** @type {(error: Error) => void} */
let failed = () => {};
const ready = new Promise((/** @type {(m: WebAssembly.Module) => void} */ resolve, reject) => {
  [arrived, failed] = [resolve, reject];
}).then(start);
/** The request that thinks, 0 if none. */
let searching = 0;

// Waiting by a message costs microseconds, by a timer four milliseconds.
const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();
const breathe = () => new Promise((/** @type {(v: void) => void} */ resolve) => {
  waiting.push(resolve);
  channel.port2.postMessage(0);
});

/** @param {(name: string, arg?: any) => any} call @param {number} id @param {string} limits */
async function think(call, id, limits) {
  call('think', limits);
  searching = id;
  for (;;) {
    const thought = call('think_on', SLICE_MS);
    if (thought.done || searching !== id) {
      if (searching === id) searching = 0;
      return thought;
    }
    postMessage({ id, progress: thought });
    await breathe();
    if (searching !== id) return { ...thought, stopped: true };
  }
}

onmessage = async ({ data: { id, name, arg, module, failed: why } }) => {
  if (module) return arrived(module);
  if (why) return failed(new Error(why));
  try {
    const call = await ready;
    if (CHANGES.has(name)) searching = 0;
    const value = name === 'stop' ? null
      : name === 'think' ? await think(call, id, arg) : call(name, arg);
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, reason: String(error instanceof Error ? error.message : error),
      refused: error instanceof Refusal });
  }
};
