// SPDX-License-Identifier: MIT
// What the browser remembers at once: settings, and the game of every tab. A game is kept as its record, with who
// plays it; each tab writes its own place only, so that none overwrites what another one plays. Games for good are
// in games-db.js. A browser that remembers nothing (private windows, full disks) is no error, and whatever is
// read back may be anything: every field is checked, and what does not fit is forgotten.

/**
 * @typedef {{lang: string, theme: string, numbers: boolean, safeColours: boolean,
 *   labels: boolean, marks: boolean, sound: boolean, threads: number, lessonsDone: string[], lessonAuto: boolean, speed: string, lines: number, engine: boolean, leaves: boolean, confirm: string,
 *   board: Record<string, string>, men: Record<string, string>}} Settings lines, engine: of the analysis; board, men: by kind of board (themes.js)
 * @typedef {{record: string, link: string, flipped: boolean, time: number, id: string}} SavedGame link: for comparing
 *   only; id: in games-db.js, '' for one of a version before
 * @typedef {import('./state.js').Player} Player
 * @typedef {{link: string, players: Player[], flipped: boolean, time: number}} OldGame of versions before
 * @typedef {{id: string, players: Player[], flipped: boolean}} Seats who plays the game of an address
 */

/** @type {Settings} */
export const DEFAULTS = {
  lang: '',
  theme: 'auto',
  numbers: false,
  safeColours: false,
  labels: true,
  marks: true,
  sound: true,
  threads: 0,
  /* as many as suit the device */ lessonsDone: [],
  lessonAuto: true,
  speed: 'normal',
  lines: 3,
  engine: true,
  leaves: true,
  confirm: 'days',
  board: {},
  men: {},
};
/** What a setting may be, beyond having the type of its default. @type {Record<string, (value: any) => boolean>} */
const FITS = {
  lang: (v) => ['', 'en', 'ja'].includes(v),
  theme: (v) => ['auto', 'light', 'dark'].includes(v),
  speed: (v) => ['slow', 'normal', 'fast'].includes(v),
  confirm: (v) => ['days', 'always', 'never'].includes(v),
  threads: (v) => Number.isInteger(v) && v >= 0 && v <= 8,
  lines: (v) => [1, 2, 3, 4, 5].includes(v),
};
const PREFIX = 'concentric.',
  GAMES = `${PREFIX}game.`,
  GAMES_MAX = 12;
const RECORD_MAX = 1 << 21,
  LINK_MAX = 1 << 19,
  WORD_MAX = 60,
  WORDS_MAX = 200,
  LEVEL_MAX = 10,
  MOVETIME_MAX = 3_600_000;

/** @param {string} key */
function read(key) {
  try {
    const text = localStorage.getItem(key) ?? 'null';
    return text.length > RECORD_MAX + LINK_MAX ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* the page works without */
  }
}

/** @param {unknown} value @param {number} max @returns {value is string} */
const isText = (value, max) => typeof value === 'string' && value.length <= max;
/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value a time in ms, or 0 */
export const checkTime = (value) =>
  typeof value === 'number' && value >= 0 && value <= 8.64e15 ? value : 0;
/** A name that we made ourselves: of a tab, of a game. @param {unknown} value */
export const checkId = (value) => (isText(value, WORD_MAX) && /^[\w-]+$/.test(value) ? value : '');

// -- settings ------------------------------------------------------------------------------------

/** @param {string} name @param {any} value @param {any} fallback */
function checkSetting(name, value, fallback) {
  if (Array.isArray(fallback))
    return Array.isArray(value)
      ? [...new Set(value.filter((v) => isText(v, WORD_MAX)))].slice(0, WORDS_MAX)
      : [...fallback];
  if (isObject(fallback))
    // words by words
    return isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key, v]) => key.length <= WORD_MAX && isText(v, WORD_MAX))
            .slice(0, WORDS_MAX),
        )
      : { ...fallback };
  const fits =
    typeof value === typeof fallback &&
    (typeof value !== 'number' || Number.isFinite(value)) &&
    (typeof value !== 'string' || value.length <= WORD_MAX) &&
    (FITS[name]?.(value) ?? true);
  return fits ? value : fallback;
}

/** Every setting that there is, and nothing else. @returns {Settings} */
export function loadSettings() {
  const kept = read(`${PREFIX}settings`),
    found = isObject(kept) ? kept : {};
  const settings = /** @type {Settings} */ (
    Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, fallback]) => [
        name,
        checkSetting(name, Object.hasOwn(found, name) ? found[name] : fallback, fallback),
      ]),
    )
  );
  if (!settings.lang)
    settings.lang = globalThis.navigator?.language?.startsWith('ja') ? 'ja' : 'en';
  return settings;
}
/** @param {Settings} settings */
export const saveSettings = (settings) => write(`${PREFIX}settings`, settings);

// -- games ---------------------------------------------------------------------------------------

/** @param {unknown} value @returns {Player|null} */
function checkPlayer(value) {
  if (!isObject(value)) return null;
  const { kind, level, movetime, perfect } = value;
  if (kind !== 'computer') return kind === 'person' ? { kind, level: 0, movetime: 0 } : null;
  if (perfect === true) return { kind, level: LEVEL_MAX, movetime: 0, perfect };
  const strong = Number.isInteger(level) && level >= 1 && level <= LEVEL_MAX,
    timed = Number.isInteger(movetime) && movetime >= 1 && movetime <= MOVETIME_MAX;
  return strong
    ? { kind, level, movetime: 0 }
    : timed
      ? { kind, level: 0, movetime }
      : { kind, level: level === 0 && movetime === 0 ? 0 : 3, movetime: 0 };
}

/** Two players by sides; null if they are not. @param {unknown} value @returns {Player[]|null} */
export function checkPlayers(value) {
  const players = Array.isArray(value) && value.length === 2 ? value.map(checkPlayer) : [];
  return players.length === 2 && players.every((p) => p !== null)
    ? /** @type {Player[]} */ (players)
    : null;
}

/** @param {unknown} value @returns {SavedGame|OldGame|null} */
export function checkGame(value) {
  if (!isObject(value) || !isText(value.link, LINK_MAX)) return null;
  const { link, record, players } = value,
    flipped = value.flipped === true,
    time = checkTime(value.time);
  if (isText(record, RECORD_MAX) && record)
    return {
      record,
      link,
      flipped,
      time,
      id: checkId(value.id),
      ...(value.draft === true ? { draft: true } : {}),
    };
  return record === undefined
    ? { link, players: checkPlayers(players) ?? [], flipped, time }
    : null;
}

/** The seats that go with an address (history.state), where nothing else may be kept. @param {unknown} value @returns {Seats|null} */
export function checkSeats(value) {
  const players = isObject(value) ? checkPlayers(value.players) : null;
  return players && isObject(value)
    ? { id: checkId(value.id), players, flipped: value.flipped === true }
    : null;
}

/** The kept games by key, the latest first; what is none is forgotten. @returns {[string, SavedGame|OldGame][]} */
function games() {
  try {
    const all = Object.keys(localStorage)
      .filter((k) => k.startsWith(GAMES))
      .map((key) => /** @type {const} */ ([key, checkGame(read(key))]));
    for (const [key, game] of all) if (!game) localStorage.removeItem(key);
    return /** @type {[string, SavedGame|OldGame][]} */ (all.filter(([, game]) => game)).sort(
      ([, a], [, b]) => b.time - a.time,
    );
  } catch {
    return [];
  }
}

/** Games that versions before have left, and that games-db.js does not have: keys and games. @returns {[string, SavedGame|OldGame][]} */
export function oldGames() {
  const first = checkGame(read(`${PREFIX}game`));
  return [
    ...(first ? [/** @type {[string, OldGame]} */ ([`${PREFIX}game`, first])] : []),
    ...games().filter(([, g]) => !('id' in g) || !g.id),
  ];
}

/** An old game is in games-db.js now. @param {string} key @param {string} id */
export function takenOver(key, id) {
  const game = checkGame(read(key));
  if (game && 'record' in game) return write(key, { ...game, id });
  try {
    localStorage.removeItem(key);
  } catch {
    /* it was there to be read */
  }
}

/** Is the place this tab's? A tab that was duplicated brings the name of another one's.
 * @param {string} id @returns {Promise<boolean>} */
const claim = (id) =>
  new Promise((resolve) => {
    if (!globalThis.navigator?.locks) return resolve(true);
    navigator.locks
      .request(`${GAMES}${id}`, { ifAvailable: true }, (lock) => {
        resolve(!!lock);
        return lock ? new Promise(() => {}) : null; // held for as long as the tab lives
      })
      .catch(() => resolve(true));
  });

/** A name that nobody else has. */
export const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

let slot = '';

/** This tab's place, and the game to go on with: its own after a reload, else the latest of all.
 * @returns {Promise<SavedGame|OldGame|null>} */
export async function enterSlot() {
  let id = '',
    before = '';
  try {
    before = id = checkId(sessionStorage.getItem(`${PREFIX}tab`));
    if (!id || !(await claim(id))) {
      id = newId();
      sessionStorage.setItem(`${PREFIX}tab`, id);
      void claim(id);
    }
  } catch {
    /* no storage: one game, in memory */
  }
  slot = id || 'tab';
  return (
    checkGame(read(`${GAMES}${before || slot}`)) ??
    games()[0]?.[1] ??
    checkGame(read(`${PREFIX}game`))
  );
}

/** @param {Omit<SavedGame, 'time'>} game */
export function saveGame(game) {
  write(`${GAMES}${slot}`, { ...game, time: Date.now() });
  try {
    for (const [key] of games().slice(GAMES_MAX)) localStorage.removeItem(key);
  } catch {
    /* nothing is kept, then */
  }
}
