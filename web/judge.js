// SPDX-License-Identifier: MIT
// A game judged by an engine of one's own, with what is known for certain of its positions: the database that lies
// beside the page goes into the engine; what only a server has is asked for, position by position, and told to it.
import { WorkerEngine } from './engine.js';
import { language, t } from './i18n.js';
import { getPack } from './perfect.js';
import { fetchModule } from './wasm.js';

/**
 * @typedef {import('./engine.js').Calls} Calls
 * @typedef {import('./engine.js').Review} Review
 * @typedef {{signal?: AbortSignal, progress?: (share: number) => void}} How progress: 0 to 1
 */

/** @type {Promise<WebAssembly.Module>|null} */
let module = null;

/** An engine of one's own that can review games, to be ended by who asked for it. It is another one than plays, which is smaller for that;
 * it is fetched when it is first wanted. */
export async function reviewer() {
  module ??= fetchModule('review.wasm').catch(() => {
    module = null; // the way there may be open again later
    throw new Error(t('app.noPart'));
  });
  const own = new WorkerEngine(module);
  await own.language(language());
  return own;
}

/** What a server knows of the positions of the game in this engine. @param {import('./app.js').Page} page @param {Calls} engine @param {How} how */
async function ask(page, engine, { signal, progress = () => {} }) {
  const { table } = await engine.state(),
    { nodes, variant } = table;
  /** @type {import('./engine.js').Known[]} */
  const known = [];
  for (const [index, node] of [0, ...nodes].entries()) {
    if (signal?.aborted) break;
    await engine.show(node);
    const { position } = (await engine.state()).table,
      answer = await page.values.ask(variant, position, { signal });
    if (answer?.moves.length)
      known.push({ index, value: answer.value, plies: answer.plies, move: answer.moves[0].move });
    progress((index + 1) / (nodes.length + 1));
  }
  return known;
}

/** What is known of the game in this engine; the engine may have got a database. @param {import('./app.js').Page} page @param {Calls} engine @param {How} [how]
 * @returns {Promise<import('./engine.js').Known[]>} */
export async function known(page, engine, how = {}) {
  const { solved, table } = await engine.state();
  if (!solved)
    return (await page.values.source(table.variant).catch(() => null))
      ? ask(page, engine, how)
      : [];
  try {
    // a solved game is worth its 1.3 MB
    await engine.load(await getPack(`${table.variant}.pack`, how.progress ?? (() => {})));
  } catch {
    /* no connection: then by the engine's estimate */
  }
  return [];
}

/** How much of it is certain: 'all', 'some' or 'none' of the moves. @param {Review} review */
export function certainty({ moves }) {
  const count = moves.filter((m) => m.exact).length;
  return count && count === moves.length ? 'all' : count ? 'some' : 'none';
}

/** What a side could expect before each move and at the end, 0 to 1000. @param {import('./engine.js').ReviewMove[]} moves @param {number} side */
export function course(moves, side) {
  const of = (/** @type {import('./engine.js').ReviewMove} */ m, /** @type {number} */ value) =>
    m.side === side ? value : 1000 - value;
  return [...moves.map((m) => of(m, m.before)), ...moves.slice(-1).map((m) => of(m, m.after))];
}

/** Where placing ends: the number of moves before it, 0 if there is no such place. @param {import('./engine.js').ReviewMove[]} moves */
export function placed(moves) {
  const first = moves.findIndex((m) => m.phase === 1);
  return first > 0 && moves.slice(first).every((m) => m.phase === 1) ? first : 0;
}
