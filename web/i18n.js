// SPDX-License-Identifier: MIT
// Words by key, in the language that is set. The engine has its own words; these are the page's.
import en from './en.js';
import ja from './ja.js';

/** @type {Record<string, Record<string, string>>} */
export const TABLES = { en, ja };
/** The words of a view, when it is first needed. @param {Record<string, string>} english @param {Record<string, string>} japanese */
export function addWords(english, japanese) {
  Object.assign(TABLES.en, english);
  Object.assign(TABLES.ja, japanese);
}
let table = TABLES.en,
  current = 'en';

/** @param {string} lang */
export function setLanguage(lang) {
  current = lang in TABLES ? lang : 'en';
  table = TABLES[current];
}
export const language = () => current;

/** @param {string} key @param {...(string|number)} args for {0}, {1}, ... */
export function t(key, ...args) {
  const text = table[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)] ?? ''));
}

/** Large numbers as people say them: 510K, 51万. @param {number} n */
export const compact = (n) =>
  new Intl.NumberFormat(current, { notation: 'compact', maximumSignificantDigits: 2 }).format(n);

/** What an error says: the engine gives its reasons in the page's language; what browsers say of a file that did not
 * come is nothing for players. @param {unknown} error */
export function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error instanceof TypeError && /fetch|import|load/i.test(error.message)
    ? t(globalThis.navigator?.onLine === false ? 'app.offline' : 'app.noPart')
    : error.message;
}

/** The current language's side of a text from games.json. @param {{en: string, ja: string}|undefined} text */
export const pick = (text) => text?.[/** @type {'en'|'ja'} */ (current)] ?? '';

/** Fills every element that names its text: data-t (content), data-t-label, data-t-title, data-t-placeholder.
 * @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]'))
    element.textContent = t(element.getAttribute('data-t') ?? '');
  for (const [data, attribute] of [
    ['data-t-label', 'aria-label'],
    ['data-t-title', 'title'],
    ['data-t-placeholder', 'placeholder'],
  ])
    for (const element of root.querySelectorAll(`[${data}]`))
      element.setAttribute(attribute, t(element.getAttribute(data) ?? ''));
}
