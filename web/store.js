// SPDX-License-Identifier: MIT
// What the browser remembers: settings and the unfinished game. A browser that remembers nothing
// (private windows, full disks) is no error.

/**
 * @typedef {{lang: string, theme: string, numbers: boolean, safeColours: boolean,
 *   labels: boolean, marks: boolean, threads: number, lessonsDone: string[]}} Settings
 * @typedef {{link: string, players: import('./state.js').Player[], flipped: boolean}} SavedGame
 */

/** @type {Settings} */
export const DEFAULTS = {
  lang: '', theme: 'auto', numbers: false, safeColours: false, labels: true, marks: true,
  threads: 0, /* as many as suit the device */ lessonsDone: [],
};

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(`concentric.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(`concentric.${key}`, JSON.stringify(value));
  } catch { /* the page works without */ }
}

/** @returns {Settings} */
export function loadSettings() {
  const settings = { ...DEFAULTS, ...read('settings') };
  if (!['en', 'ja'].includes(settings.lang))
    settings.lang = navigator.language?.startsWith('ja') ? 'ja' : 'en';
  return settings;
}
/** @param {Settings} settings */
export const saveSettings = (settings) => write('settings', settings);
/** @returns {SavedGame|null} */
export const loadGame = () => read('game');
/** @param {SavedGame} game */
export const saveGame = (game) => write('game', game);
