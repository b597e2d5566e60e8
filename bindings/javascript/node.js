// SPDX-License-Identifier: MIT
// For Node: the engine is read from beside this file.
import { readFile } from 'node:fs/promises';
import { FILE, use } from './engine.js';

use(await WebAssembly.compile(await readFile(new URL(FILE, import.meta.url))));

export * from './api.js';
