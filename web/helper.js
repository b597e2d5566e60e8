// SPDX-License-Identifier: MIT
// A helper of the search: another instance of the engine on the memory that worker.js shares. It
// sleeps in WebAssembly between searches and is never heard of again (src/app/wasm/help.c).
import { instantiate } from './wasm.js';

onmessage = async ({ data: { module, memory, number, stack } }) => {
  const x = await instantiate(module, memory);
  x.__stack_pointer.value = stack; // before anything is called
  x.cx_help(number, 1);
};
