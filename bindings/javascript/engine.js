// SPDX-License-Identifier: MIT
// The compiled module and instances of it. An instance has one table, so every match has its own; compiling is what costs time, and
// is done once, by whoever is imported: node.js or index.js.
import { Refusal, SIMD, caller } from './wasm.js';

/** The engine, or this package, said no; the message is the reason. Nothing has changed. */
export class Refused extends Error {
  name = 'Refused';
}
/** A move that a rule is against. */
export class IllegalMove extends Refused {
  name = 'IllegalMove';
}

/** The file for this machine: with vectors, if it knows them. */
export const FILE = SIMD ? 'concentric.wasm' : 'concentric-plain.wasm';

const LANGUAGES = ['en', 'ja'];
/** @param {string} lang @returns {number} */
export function languageOf(lang) {
  const number = LANGUAGES.indexOf(lang);
  if (number < 0) throw new Refused(`the languages are ${LANGUAGES.join(' and ')}, not '${lang}'`);
  return number;
}

/** @type {WebAssembly.Module} */
let compiled;
/** @param {WebAssembly.Module} module */
export function use(module) {
  compiled = module;
}

/** @typedef {(name: string, arg?: string|number|Uint8Array) => any} Call a Refused if the engine says no */

/** A new instance of the engine. @param {string} lang @returns {Call} */
export function start(lang) {
  const number = languageOf(lang);
  const call = caller(
    new WebAssembly.Instance(compiled, { env: { now: () => performance.now() } }).exports,
  );
  call('language', number);
  return (name, arg) => refusing(Refused, () => call(name, arg));
}

/** @template T @param {typeof Refused} kind @param {() => T} act @returns {T} */
export function refusing(kind, act) {
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal || error instanceof Refused ? new kind(error.message) : error;
  }
}

/** Opens a table for two. @param {Call} call @param {string} variant @param {string} [position] @param {number|bigint} [seed] */
export function openTable(call, variant, position, seed = 1) {
  // Both become part of a line in which blanks and ends of lines mean something.
  if (/\s/.test(variant)) throw new Refused(`a variant has no blanks: '${variant}'`);
  if (position !== undefined && /[\n\r]/.test(position))
    throw new Refused('a position is one line');
  const start = position === undefined ? '' : ` start=${position}`;
  return call('open', `game=${variant} seed=${seed}${start}\n0 sit person\n1 sit person`);
}
