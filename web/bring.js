// SPDX-License-Identifier: MIT
// Games from elsewhere (docs/formats.md): Boardspace's SGF of Morelli, move lists of Sanmill and PlayOK. They are told by
// what they look like. extra.wasm, which is fetched when somebody brings one, makes records of them by the code that the
// program uses too; the engine itself reads records alone.
import { language, pick } from './i18n.js';
import { fetchModule, start } from './wasm.js';

const SGF = /^\(\s*;/;
/** A move list: PGN's tags, the number of a first move, or a first move. Positions have a / where one could be mistaken for that. */
const LIST = /^(?:\[\w+ "|(?:\{[^}]*\}\s*)?(?:\d+\.|[a-g][1-7](?:[\sx!?{(-]|$)|\(\d,\d\)))/i;

/** Is this a game, but no record of ours? @param {string} text */
export const isForeign = (text) => {
  const trimmed = text.trim();
  return SGF.test(trimmed) || (LIST.test(trimmed) && !/^\[Game "/m.test(trimmed));
};

/** The games of an SGF file: brackets at the outside. @param {string} text */
export function splitSgf(text) {
  /** @type {string[]} */
  const parts = [];
  let depth = 0,
    begin = 0,
    value = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (value) {
      if (c === '\\') i++;
      else if (c === ']') value = false;
    } else if (c === '[') value = true;
    else if (c === '(' && !depth++) begin = i;
    else if (c === ')' && --depth === 0) parts.push(text.slice(begin, i + 1));
  }
  return depth > 0 || !parts.length ? [...parts, text.slice(parts.length ? begin : 0)] : parts;
}

const AWAY = {
  en: 'A part of the program that this needs could not be fetched. Nothing has changed; try again in a moment.',
  ja: 'この操作に必要な部品を取得できませんでした。何も変わっていません。少し待ってからもう一度お試しください。',
};

/** @type {Promise<(name: string, arg?: string | number) => any>|null} */
let module = null;

/** What the engine does without because few need it, fetched now. */
export function extra() {
  module ??= fetchModule('extra.wasm').then(start);
  return module.catch(() => {
    module = null; // the way there may be open again later
    throw new Error(pick(AWAY));
  });
}

/** A game as a record of ours; a Refusal says what is wrong, at which line and move. @param {string} text @returns {Promise<string>} */
export async function bring(text) {
  const call = await extra();
  call('language', language() === 'ja' ? 1 : 0);
  return call('bring', text);
}
