// SPDX-License-Identifier: MIT
// The teacher at the board: an opponent that keeps the game close and leaves something to find (src/ai/teacher.c). The engine that
// plays is smaller for having no teacher in it; the one that reviews games has, and is fetched when a teacher first moves.
import { reviewer } from './judge.js';

/** It thinks twice at most, each time so long; most moves take a tenth of it. */
const LOOK_MS = 2000,
  LEAST_MS = 20;

/** @type {Promise<import('./engine.js').WorkerEngine>|null} */
let own = null;

/** The same game is answered in the same way, also when moves are taken back. @param {string} name */
const seedOf = (name) =>
  [...name].reduce((sum, c) => Math.imul(sum ^ c.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5) || 1;

/** The move of the teacher who is to move; null if it is not to be had. @param {import('./app.js').Page} page @param {AbortSignal} signal somebody is in a hurry */
export async function chooseMove({ session, settings }, signal) {
  const { state } = session,
    side = state?.seats[state.toMove]?.side ?? 0;
  if (!state) return null;
  const ms = state.clock.limited
    ? Math.max(LEAST_MS, Math.min(LOOK_MS, session.left(side) / 60))
    : LOOK_MS;
  own ??= reviewer().catch((error) => {
    own = null;
    throw error;
  });
  const [engine, record] = await Promise.all([own, session.engine.record()]);
  if (signal.aborted) return null;
  await engine.load(record);
  const { best = null, leaves = false } = await Promise.race([
    engine.call('review', `0 ${Math.round(ms)} ${seedOf(session.id)}`),
    new Promise((/** @type {(none: {best?: string, leaves?: boolean}) => void} */ resolve) => {
      signal.addEventListener('abort', () => resolve({}), { once: true });
    }),
  ]);
  if (!signal.aborted) session.leaves = leaves && settings.leaves ? state.headPly + 1 : -1;
  return best;
}
