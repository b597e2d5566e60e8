// SPDX-License-Identifier: MIT
// Another game comes on the board while one is being played: that one is kept, it is said so, and one tap goes back
// to it for as long as nothing has been played in the new one.
import { t } from './i18n.js';

/** @typedef {import('./state.js').Session} Session */

/** @type {{record: string, flipped: boolean, id: string, games: number, plies: number}|null} */
let before = null;

/** The game that waits beside an analysis waits over a reload too, in this tab. */
const WAITING = 'concentric.waiting';
const store = (/** @type {typeof before} */ game) => {
  try {
    if (game) sessionStorage.setItem(WAITING, JSON.stringify([game.record, game.flipped, game.id]));
    else sessionStorage.removeItem(WAITING);
  } catch {
    /* no storage: the game is among the kept ones all the same */
  }
};

/** After a reload on the analysis board: the game that waited is there again. @param {Session} session */
export async function wait(session) {
  try {
    const [record, flipped, id] = JSON.parse(sessionStorage.getItem(WAITING) ?? '[]');
    if (typeof record !== 'string' || !record) return;
    before = {
      record,
      flipped: flipped === true,
      id: typeof id === 'string' ? id : '',
      games: session.games,
      plies: session.state?.headPly ?? 0,
    };
    const moves = (/** @type {string} */ text) => text.slice(text.indexOf('\n\n'));
    if (moves(await session.engine.record()) !== moves(record)) session.edits++; // something was tried: worth keeping
  } catch {
    /* junk */
  }
}

/** @param {Session} session @param {() => Promise<any>} job that opens the other game; if it is refused, nothing has changed */
export async function swap(session, job) {
  const { state, remote, judge, flipped, id } = session,
    playing = !!state && !state.over && state.headPly > 0 && !remote && !judge;
  const record = playing ? await session.engine.record().catch(() => '') : '';
  const there = session.study && canGoBack(session) ? before : null; // one analysis after the other: the game waits on
  await session.leaving?.();
  await job();
  before = record
    ? { record, flipped, id, games: session.games, plies: session.state?.headPly ?? 0 }
    : there
      ? { ...there, games: session.games, plies: session.state?.headPly ?? 0 }
      : null;
  store(session.study ? before : null);
  if (before && !session.remote && !session.study) session.say(t('said.kept'), 'info');
}

/** Can the game before come back with one tap? @param {Session} session */
export const canGoBack = (session) =>
  !!before &&
  before.games === session.games &&
  before.plies === session.state?.headPly &&
  !session.remote;

/** @param {Session} session */
export async function goBack(session) {
  const kept = canGoBack(session) ? before : null;
  before = null;
  store(null);
  if (kept) await session.load(kept.record, kept);
}
