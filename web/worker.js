// SPDX-License-Identifier: MIT
// Owns the engine, which it makes from the compiled module that the first message brings. Requests
// {id, name, arg} get one reply {id, value} or {id, reason}. Thinking is cut
// into slices, so that requests in between are answered and a "stop" is heard; while it goes on,
// replies {id, progress} tell how far it is. Where memory is shared, helpers think along.
import { Refusal, caller, fetchModule, instantiate, sharedMemory } from './wasm.js';

const SLICE_MS = 40,
  LEVEL_MAX = 10;

/** @type {(module: WebAssembly.Module) => void} */
let arrived = () => {};
/** @type {(error: Error) => void} */
let failed = () => {};
const ready = new Promise((/** @type {(m: WebAssembly.Module) => void} */ resolve, reject) => {
  [arrived, failed] = [resolve, reject];
}).then((module) =>
  begin(module).catch(async (error) => {
    // No shared memory to be had after all: one thread.
    if (!WebAssembly.Module.imports(module).some((i) => i.kind === 'memory')) throw error;
    return begin(await fetchModule('concentric.wasm'));
  }),
);
/** The request that thinks, 0 if none. */
let searching = 0;
/** Threads that a search may have. */
let threads = 1;
/** How many helpers think along from the next search on. @type {(count: number) => void} */
let hire = () => {};

/** @param {WebAssembly.Module} module */
async function begin(module) {
  const memory = sharedMemory(module),
    x = await instantiate(module, memory);
  if (memory) hire = hiring(module, memory, x);
  return caller(x);
}

/** Helpers are started when they are first wanted, and stay.
 * @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory @param {any} x */
function hiring(module, memory, x) {
  let started = 0,
    possible = Infinity;
  return (/** @type {number} */ count) => {
    while (started < Math.min(count, possible)) {
      const number = started + 1,
        stack = x.cx_help(number, 0);
      try {
        if (!stack) throw new Error('no memory for a helper');
        new Worker(new URL('helper.js', import.meta.url), { type: 'module' }).postMessage({
          module,
          memory,
          number,
          stack,
        });
        started = number;
      } catch {
        // a browser whose workers have no workers, for one
        possible = started;
      }
    }
    x.cx_help(Math.min(count, started), 0);
  };
}

/** A level plays the same everywhere, so only the highest has help. @param {string} limits */
const isStrong = (limits) => [0, LEVEL_MAX].includes(Number(limits.split(' ')[3]));

// Waiting by a message costs microseconds, by a timer four milliseconds.
const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();
const breathe = () =>
  new Promise((/** @type {(v: void) => void} */ resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });

/** A thought, or a review. @param {(name: string, arg?: any) => any} call @param {number} id @param {'think'|'review'} name @param {string} limits */
async function think(call, id, name, limits) {
  const strong = name === 'think' && isStrong(limits);
  hire(strong ? threads - 1 : 0);
  call(name, limits);
  searching = id;
  if (strong) void import('./nets.js').then(({ strengthen }) => strengthen(call)).catch(() => {}); // without it the engine plays too
  for (let thought = null; ; ) {
    try {
      thought = call('think_on', SLICE_MS);
    } catch (error) {
      // a request in between has ended it: what it was about is gone
      if (searching === id) searching = 0;
      if (!(error instanceof Refusal) || !thought) throw error;
      return { ...thought, stopped: true };
    }
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
    if (searching && (name === 'stop' || name === 'think' || name === 'review')) {
      searching = 0;
      try {
        call('think_on', 0); // for the helpers' sake
      } catch {
        /* it had ended already */
      }
    }
    if (name === 'threads') threads = arg;
    const value =
      name === 'stop' || name === 'threads'
        ? null
        : name === 'think' || name === 'review'
          ? await think(call, id, name, arg)
          : call(name, arg);
    postMessage({ id, value });
  } catch (error) {
    postMessage({
      id,
      reason: String(error instanceof Error ? error.message : error),
      refused: error instanceof Refusal,
    });
  }
};
