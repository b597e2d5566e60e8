// SPDX-License-Identifier: MIT
// A game as the fragment of an address, and back; and the lines that open it in the engine. Everything is
// in it; no server sees it.

/**
 * @typedef {string} End how the players, the clock or an arbiter ended a game: '', 'agree', 'p1' or 'p2' (that side
 *   resigned), or KIND.WINNER in the engine's words, such as time.p1win
 * @typedef {{moves: string[], end: End}} EarlierGame
 * @typedef {{variant: string, seed: string, position: string, clock: string, moves: string[], ply: number, end: End,
 *   match: boolean, earlier: EarlierGame[], analysis?: boolean, tree?: string}} GameLink match: a game of the official match, after the
 *   earlier ones; analysis: on the analysis board; tree: all of it, with variations and comments (tree-link.js)
 */

const GAMES_MAX = 64;
/** The game alone, however it is looked at. @param {GameLink} link */
export const plainLink = (link) => writeLink({ ...link, analysis: false, tree: '' });
const END =
  /^(agree|p1|p2|(time|forfeit|adjudicated|aborted|repetition)\.(p1win|p2win|draw|none))$/;

/** @param {GameLink} game @returns {string} without the # */
export function writeLink({
  variant,
  seed,
  position,
  clock,
  moves,
  ply,
  end,
  match,
  earlier,
  analysis,
  tree,
}) {
  const parts = new URLSearchParams({ game: variant });
  if (position) parts.set('pos', position);
  else if (seed !== '1') parts.set('seed', seed);
  if (clock && clock !== 'none') parts.set('clock', clock);
  if (match)
    parts.set(
      'match',
      earlier.map((g) => g.moves.join(' ') + (g.end ? `!${g.end}` : '')).join(';'),
    );
  if (moves.length) parts.set('moves', moves.join(' '));
  if (ply !== moves.length) parts.set('ply', String(ply));
  if (end) parts.set('end', end);
  if (tree) parts.set('tree', tree);
  if (analysis) parts.set('analysis', '1');
  // Readable where an address allows it: these are safe in a fragment.
  return parts
    .toString()
    .replace(/%2C/g, ',')
    .replace(/%2F/g, '/')
    .replace(/%7E/g, '~')
    .replace(/%3B/g, ';')
    .replace(/%21/g, '!')
    .replace(/game=([^&]*)/, (all) => all.replace(/%3D/g, '='));
}

/** @param {string} text @returns {End} */
const readEnd = (text) => (END.test(text) ? text : '');
/** @param {string} text */
const words = (text) => text.split(/\s+/).filter(Boolean);

/** @param {string|null} text @returns {EarlierGame[]} */
const readEarlier = (text) =>
  text
    ? text
        .split(';')
        .slice(0, GAMES_MAX)
        .map((game) => {
          const [moves, end = ''] = game.split('!');
          return { moves: words(moves), end: readEnd(end) };
        })
    : [];

/** @param {string} fragment with or without the # @returns {GameLink|null} null: no game in it */
export function readLink(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const variant = parts.get('game');
  if (!variant || variant.length > 200) return null;
  const moves = words(parts.get('moves') ?? '');
  const ply = Number(parts.get('ply') ?? moves.length);
  const seed = parts.get('seed') ?? '1',
    match = parts.get('match'),
    clock = parts.get('clock') ?? 'none';
  return {
    variant,
    seed: /^\d{1,20}$/.test(seed) ? seed : '1',
    position: match === null ? (parts.get('pos') ?? '') : '', // a match has its own start
    clock: /^[\dd+/]{1,31}$/.test(clock) ? clock : 'none',
    moves,
    ply: Number.isInteger(ply) && ply >= 0 && ply <= moves.length ? ply : moves.length,
    end: readEnd(parts.get('end') ?? ''),
    match: match !== null,
    earlier: readEarlier(match),
    ...(parts.has('tree') ? { tree: parts.get('tree') ?? '' } : {}),
    ...(parts.get('analysis') === '1' ? { analysis: true } : {}),
  };
}

// -- what the engine is told ---------------------------------------------------------------------

/** What ended a game beside its rules. @param {{kind: string, winner: string}|null} ending @returns {End} */
export function endOf(ending) {
  if (!ending || ending.kind === 'rules' || ending.kind === 'repetition') return '';
  if (ending.kind === 'agreement') return 'agree';
  return ending.kind === 'resignation'
    ? ending.winner === 'p1win'
      ? 'p2'
      : 'p1'
    : `${ending.kind}.${ending.winner}`;
}

/** @param {End} end @returns {string[]} */
const endActs = (end) =>
  !end
    ? []
    : end === 'agree'
      ? ['0 offer end']
      : [
          `h end ${end === 'p1' ? 'resignation p2win' : end === 'p2' ? 'resignation p1win' : end.replace('.', ' ')}`,
        ];
/** @param {EarlierGame} game */
const gameActs = ({ moves, end }) => [...moves.map((m) => `t move ${m}`), ...endActs(end)];

/** The line that opens a table.
 * @param {{variant: string, seed?: string, position?: string, clock?: string, match?: boolean, pick?: boolean}} game */
export const setupOf = ({
  variant,
  seed = '1',
  position = '',
  clock = 'none',
  match = false,
  pick = false,
}) =>
  `game=${variant} seed=${seed} clock=${clock} takeback=free${match ? ' match' : ''}${pick ? ' pick' : ''}${position ? ` start=${position}` : ''}`;

/** A table for two persons, and what happened at it so far, a line each.
 * @param {Partial<GameLink> & {variant: string}} game */
export const openingLines = ({ earlier = [], moves = [], end = '', ...game }) => [
  setupOf(game),
  '0 sit person',
  '1 sit person',
  ...earlier.flatMap((g) => [...gameActs(g), '0 next']),
  ...gameActs({ moves, end }),
];
