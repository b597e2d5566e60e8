// SPDX-License-Identifier: MIT
// For browsers and bundlers: the engine is fetched from beside this file and compiled before the import is done.
import { FILE, use } from './engine.js';

const address =
  FILE === 'concentric.wasm'
    ? new URL('concentric.wasm', import.meta.url)
    : new URL('concentric-plain.wasm', import.meta.url);
const answer = await fetch(address);
if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
use(await WebAssembly.compile(await answer.arrayBuffer()));

export * from './api.js';
