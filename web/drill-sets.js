// SPDX-License-Identifier: MIT
// Sets of drills (docs/drills.md): read, checked line by line, loaded once each. Without a page.

/**
 * @typedef {'win'|'hold'|'defend'} Kind
 * @typedef {{set: string, variant: string, number: number, position: string, kind: Kind, plies: number, goal: number, keep: number, moves: number,
 *   level: number, themes: string[]}} Drill number: in its set, from 1 on; plies: to the end, 0 if drawn; goal: one's own moves to hold out, 0: win;
 *   keep of moves keep the value
 */

/** @type {Kind[]} */
export const KINDS = ['win', 'hold', 'defend'];
/** By their letters in the files, the first is a. */
export const THEMES = [
  'placing',
  'moving',
  'endgame',
  'even',
  'ahead',
  'behind',
  'cramped',
  'long',
  'single',
  'mills',
  'block',
];
/** What ships: file, variant, and the game that it is of. */
export const SETS = [
  { name: 'six', variant: 'six', game: 'six' },
  { name: 'nine', variant: 'nine', game: 'nine' },
];

/** One line; null if it is none. @param {string} line @param {string} set @param {string} variant @param {number} number @returns {Drill|null} */
export function readDrill(line, set, variant, number) {
  const [, position, kind, plies, goal, keep, moves, level, letters] =
    /^([^|]+)\|(win|hold|defend) (\d{1,4}) (\d{1,4}) (\d{1,5})\/(\d{1,5}) ([1-3])\|([a-k]*)$/.exec(
      line,
    ) ?? [];
  if (!position) return null;
  return {
    set,
    variant,
    number,
    position,
    kind: /** @type {Kind} */ (kind),
    plies: Number(plies),
    goal: Number(goal),
    keep: Number(keep),
    moves: Number(moves),
    level: Number(level),
    themes: [...letters].map((c) => THEMES[c.charCodeAt(0) - 97]),
  };
}

/** @param {string} text @param {string} name @returns {Drill[]} lines that are none are left out */
export function readSet(text, name) {
  const [head = '', ...lines] = text.split('\n'),
    [, variant] = /^drills 1 (\S+)$/.exec(head) ?? [];
  return variant
    ? lines
        .filter(Boolean)
        .map((line, i) => readDrill(line, name, variant, i + 1))
        .filter((drill) => drill !== null)
    : [];
}

/** @type {Map<string, Promise<Drill[]>>} */
const loaded = new Map();
/** @param {string} name @returns {Promise<Drill[]>} */
export function loadSet(name) {
  const there =
    loaded.get(name) ??
    fetch(new URL(`drills/${name}.txt`, import.meta.url)).then(async (response) => {
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      return readSet(await response.text(), name);
    });
  loaded.set(name, there);
  there.catch(() => loaded.delete(name)); // asked again the next time
  return there;
}

/** The next one: of the same kind and theme that is not done, else the next of all. @param {Drill[]} drills @param {Drill} from
 * @param {(drill: Drill) => boolean} done @param {(drill: Drill) => boolean} [fits] */
export function nextDrill(drills, from, done, fits = (drill) => drill.kind === from.kind) {
  const at = drills.indexOf(from),
    round = [...drills.slice(at + 1), ...drills.slice(0, at)].filter(fits);
  return round.find((drill) => !done(drill)) ?? round[0] ?? null;
}

/** As an address: six.12. @param {Drill} drill */
export const nameOf = ({ set, number }) => `${set}.${number}`;
