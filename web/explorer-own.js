// SPDX-License-Identifier: MIT
// One's own games (games-db.js) counted for the explorer: each is read by an engine, which names its first positions.
// What was counted is kept while the page is open; a game that was changed is read again.
import { addGame } from './explorer-book.js';
import { games } from './games-db.js';

/** Names of the positions of a game, by its id and revision. @type {Map<string, string[]>} */
const read = new Map();

/** @param {import('./engine.js').Calls} engine @param {import('./games-db.js').Kept} game */
async function namesOf(engine, game) {
  await engine.load(game.record);
  const { table } = await engine.state();
  if (table.node !== table.head) await engine.show(table.head); // a variation was being looked at
  return (await engine.moves(2)).names ?? [];
}

/**
 * The finished games of a variant. Games that cannot be read are left out.
 * @param {() => Promise<import('./engine.js').WorkerEngine>} open an engine of its own, which is ended here
 * @param {string} variant @returns {Promise<{book: import('./explorer-book.js').Book, games: number}>}
 */
export async function ownBook(open, variant) {
  const kept = (await games.all()).filter(
    (g) => g.variant === variant && ['p1win', 'p2win', 'draw'].includes(g.result),
  );
  const fresh = kept.filter((g) => !read.has(`${g.id} ${g.rev}`));
  if (fresh.length) {
    const engine = await open();
    try {
      for (const game of fresh)
        read.set(`${game.id} ${game.rev}`, await namesOf(engine, game).catch(() => []));
    } finally {
      engine.end();
    }
  }
  const /** @type {import('./explorer-book.js').Book} */ book = new Map();
  let count = 0;
  for (const game of kept) {
    const names = read.get(`${game.id} ${game.rev}`) ?? [];
    addGame(book, names, game.result);
    count += Number(names.length > 0);
  }
  return { book, games: count };
}
