// SPDX-License-Identifier: MIT
// The catalogue of games, and the board of one variant.
import { CATALOGUE, VERSION } from './catalogue.js'; // tools/npm.sh asks the program for it
import { languageOf, openTable, start } from './engine.js';

/** The version of the engine. @returns {string} */
export const version = () => VERSION;

/** @param {any} option @param {string} lang */
const optionOf = ({ name, title, help, values = [], default: value }, lang) => ({
  name,
  title: title[lang],
  help: help[lang],
  values: values.map((/** @type {any} */ v) => v.value),
  default: values.length ? value : null,
});

/** All games with their options, in words of the language. */
export function games(lang = 'en') {
  languageOf(lang);
  return CATALOGUE.families.flatMap((/** @type {any} */ family) =>
    family.games.map((/** @type {any} */ { id, title, summary, options }) => ({
      id,
      family: family.id,
      title: title[lang],
      summary: summary[lang],
      options: options.map((/** @type {any} */ o) => optionOf(o, lang)),
    })),
  );
}

/** The levels of play, for analyse({ level }); the teacher, who needs a review of the game, is none of them. */
export function levels(lang = 'en') {
  languageOf(lang);
  return CATALOGUE.levels
    .filter(({ level }) => level > 0)
    .map(({ level, name, help }) => ({
      number: level,
      name: name[lang],
      help: help?.[lang] ?? '',
    }));
}

/** One variant: its board and pieces. It never changes. The engine counts owners 0, 1 and 2 for nobody. */
export class Game {
  /** @param {string} variant @param {{lang?: string}} [how] */
  constructor(variant, { lang = 'en' } = {}) {
    const shape = openTable(start(lang), variant);
    this.variant = shape.variant;
    this.players = shape.players;
    this.points = shape.points;
    this.links = shape.links;
    this.pieces = shape.pieces.slice(1).map((/** @type {any} */ { letter, owner, name }) => ({
      letter,
      owner: (owner + 1) % 3,
      name,
    }));
    this.repeats = shape.repeats;
  }
}
