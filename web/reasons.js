// SPDX-License-Identifier: MIT
// Why a variant, a position or a record was refused, in the language of the page. Their readers speak
// English (illegal moves come translated); the tables have each of their sentences as why.*, and what
// stands at {0}, {1} is translated in turn. A sentence that is not there stays as it is.
import { TABLES, language } from './i18n.js';

const { en } = TABLES;
/** @type {{key: string, pattern: RegExp, order: number[]}[]|null} made at the first use */
let sentences = null;

/** @param {string} template with {0}, {1}, ... */
function patternOf(template) {
  const source = template.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{\d\}/g, '(.+?)');
  return new RegExp(`^${source}$`, 's');
}

/** @param {string} text @returns {string} */
export function reason(text) {
  if (language() === 'en') return text;
  sentences ??= Object.keys(en).filter((key) => key.startsWith('why.')).map((key) => ({
    key, pattern: patternOf(en[key]), order: [...en[key].matchAll(/\{(\d)\}/g)].map((m) => Number(m[1])),
  }));
  for (const { key, pattern, order } of sentences) {
    const found = pattern.exec(text);
    if (!found) continue;
    /** @type {string[]} */
    const parts = [];
    order.forEach((place, i) => { parts[place] = reason(found[i + 1]); });
    return TABLES[language()][key].replace(/\{(\d)\}/g, (_, i) => parts[Number(i)] ?? '');
  }
  return text;
}

/** @param {unknown} error */
export const translated = (error) => reason(error instanceof Error ? error.message : String(error));
