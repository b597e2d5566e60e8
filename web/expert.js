// SPDX-License-Identifier: MIT
// The opponent that never errs: it plays by solved values alone (values.js). A win it takes the shortest way; of drawing
// moves it plays the one after which the largest share of the replies loses; where it is lost it holds out longest, and of equally
// long ways takes the one after which fewest replies win. Among equals chance decides, so that nobody learns one way by heart.

/**
 * @typedef {import('./values.js').ValueMove} ValueMove
 * @typedef {Pick<import('./app.js').Page, 'session'|'values'>} Host
 */

/** A server that is slow to answer is given this long. */
const PATIENCE_MS = 12_000;

/** Sooner wins, later losses, more mistakes to make. @param {ValueMove} move */
const goodness = ({ value, plies, losing, replies }) =>
  value * (1e5 - (plies ?? 9e4)) + (losing / replies || 0);

/** What moves are worth in this game: databases do not know its past. A win that the other side can turn into a draw by
 * repetition is none, and a move that repeats for the third time draws. @param {ValueMove[]} moves
 * @param {string[]} names moves in the engine's order @param {number[]} [again] of each, see engine.js */
export const inThisGame = (moves, names, again = []) =>
  moves
    .map((move) => {
      const kind = again[names.indexOf(move.move)] ?? 0;
      return kind === 1 || (kind === 2 && move.value > 0)
        ? { ...move, value: /** @type {const} */ (0), plies: null, losing: 0, replies: 0 }
        : move;
    })
    .sort((a, b) => goodness(b) - goodness(a));

/** One of the best. @param {ValueMove[]} moves the best first @param {() => number} [chance] from 0 to 1 */
export function pickBest(moves, chance = Math.random) {
  const best = moves.filter((move) => goodness(move) === goodness(moves[0]));
  return best[Math.min(best.length - 1, Math.floor(chance() * best.length))]?.move ?? null;
}

/** @param {AbortSignal} signal @param {number} [ms] @returns {Promise<null>} nothing, when nobody waits any more */
const given = (signal, ms) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
    if (ms) setTimeout(() => resolve(null), ms);
  });

/** The move of who is to move; null if no value is to be had. @param {Host} page @param {AbortSignal} signal somebody is in a hurry
 * @param {() => number} [chance] */
export async function chooseMove({ session, values }, signal, chance) {
  const { state, atHead } = session;
  if (!state || !atHead) return null; // the engine lists the moves of what is shown
  const { variant, position } = state,
    listed = session.engine.moves();
  const source = await Promise.race([values.source(variant), given(signal, PATIENCE_MS)]);
  // A database on its way is waited for: it comes once and stays.
  const answer =
    source &&
    (await Promise.race([
      values.ask(variant, position),
      given(signal, source === 'page' ? 0 : PATIENCE_MS),
    ]));
  const { moves, again } = await listed;
  return answer ? pickBest(inThisGame(answer.moves, moves, again), chance) : null;
}
