// SPDX-License-Identifier: MIT
// What the browser remembers: settings, and the game of every tab. A game is kept as its record, with who
// plays it; each tab writes its own place only, so that none overwrites what another one plays. A browser
// that remembers nothing (private windows, full disks) is no error.

/**
 * @typedef {{lang: string, theme: string, numbers: boolean, safeColours: boolean,
 *   labels: boolean, marks: boolean, sound: boolean, threads: number, lessonsDone: string[], lessonAuto: boolean,
 *   board: Record<string, string>, men: Record<string, string>}} Settings board, men: by kind of board (themes.js)
 * @typedef {{record: string, link: string, flipped: boolean, time: number}} SavedGame link: for comparing only
 * @typedef {{link: string, players: import('./state.js').Player[], flipped: boolean}} OldGame of versions before
 */

/** @type {Settings} */
export const DEFAULTS = {
  lang: '', theme: 'auto', numbers: false, safeColours: false, labels: true, marks: true, sound: true,
  threads: 0, /* as many as suit the device */ lessonsDone: [], lessonAuto: true, board: {}, men: {},
};
const PREFIX = 'concentric.', GAMES = `${PREFIX}game.`, GAMES_MAX = 12;

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* the page works without */ }
}

/** @returns {Settings} */
export function loadSettings() {
  const settings = { ...DEFAULTS, ...read(`${PREFIX}settings`) };
  if (!['en', 'ja'].includes(settings.lang))
    settings.lang = navigator.language?.startsWith('ja') ? 'ja' : 'en';
  return settings;
}
/** @param {Settings} settings */
export const saveSettings = (settings) => write(`${PREFIX}settings`, settings);

// -- games ---------------------------------------------------------------------------------------

/** Keys of the kept games, the latest first. @returns {string[]} */
function keys() {
  try {
    return Object.keys(localStorage).filter((k) => k.startsWith(GAMES)).sort((a, b) => (read(b)?.time ?? 0) - (read(a)?.time ?? 0));
  } catch {
    return [];
  }
}

/** Is the place this tab's? A tab that was duplicated brings the name of another one's.
 * @param {string} id @returns {Promise<boolean>} */
const claim = (id) => new Promise((resolve) => {
  if (!globalThis.navigator?.locks) return resolve(true);
  navigator.locks.request(`${GAMES}${id}`, { ifAvailable: true }, (lock) => {
    resolve(!!lock);
    return lock ? new Promise(() => {}) : null; // held for as long as the tab lives
  }).catch(() => resolve(true));
});

let slot = '';

/** This tab's place, and the game to go on with: its own after a reload, else the latest of all.
 * @returns {Promise<SavedGame|OldGame|null>} */
export async function enterSlot() {
  let id = '';
  try {
    id = sessionStorage.getItem(`${PREFIX}tab`) ?? '';
    if (!id || !await claim(id)) {
      const before = id;
      id = crypto.getRandomValues(new Uint32Array(2)).join('-');
      sessionStorage.setItem(`${PREFIX}tab`, id);
      void claim(id);
      slot = id;
      return read(`${GAMES}${before}`) ?? read(keys()[0] ?? '') ?? read(`${PREFIX}game`);
    }
  } catch { /* no storage: one game, in memory */ }
  slot = id || 'tab';
  return read(`${GAMES}${slot}`) ?? read(keys()[0] ?? '') ?? read(`${PREFIX}game`);
}

/** @param {Omit<SavedGame, 'time'>} game */
export function saveGame(game) {
  write(`${GAMES}${slot}`, { ...game, time: Date.now() });
  try {
    for (const key of keys().slice(GAMES_MAX)) localStorage.removeItem(key);
  } catch { /* nothing is kept, then */ }
}
