// SPDX-License-Identifier: MIT
// The front page: which games there are, how each is won, the ways into them, and what is under way. Words and
// buttons are there at once; the pictures come with the engine, into places of their size.
import { atRoot, h, loadCss, s } from './dom.js';
import { LivingBoard, enliven } from './home-board.js';
import { SCENES } from './home-scenes.js';
import { EN, JA } from './home-words.js';
import { addWords, pick, reasonOf, t } from './i18n.js';
import { readLink, setupOf } from './link.js';

addWords(EN, JA);

/** Three boards that look nothing like each other come first; games without a sentence of their own have the catalogue's. */
const ORDER = ['nine', 'morelli', 'mur', 'six', 'stacking', 'twelve'];
/** @type {Record<string, () => string>} */
const WIN = {
  nine: () => t('home.win.nine'),
  six: () => t('home.win.six'),
  twelve: () => t('home.win.twelve'),
  stacking: () => t('home.win.stacking'),
  morelli: () => t('home.win.morelli'),
  mur: () => t('home.win.mur'),
};
/** A game that is not listed comes last. @param {string} id */
const place = (id) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);

/** Shapes say nothing but where points lie, so that they serve every language. @type {Promise<Map<string, import('./engine.js').Shape>>|null} */
let shapes = null;
let paused = false;

/** All at once, so that nobody else's requests to that engine come in between. @param {import('./views.js').Page} page @param {string[]} ids */
async function openShapes(page, ids) {
  const engine = await page.sketch();
  return new Map(
    await Promise.all(
      ids.map(
        async (id) => /** @type {const} */ ([id, await engine.open(setupOf({ variant: id }))]),
      ),
    ),
  );
}

/** The mark: rings around a centre, a white man and a black one on them. */
const rings = () =>
  s(
    'svg',
    { class: 'home-rings', viewBox: '-112 -112 224 224', 'aria-hidden': 'true' },
    ...[96, 68, 40].map((r) => s('circle', { class: 'home-ring', r })),
    s('circle', { class: 'home-core', r: 13 }),
    s(
      'g',
      { class: 'home-orbit' },
      s('circle', { class: 'home-man white', cx: 0, cy: -68, r: 11 }),
    ),
    s(
      'g',
      { class: 'home-orbit far' },
      s('circle', { class: 'home-man black', cx: 83.1, cy: 48, r: 11 }),
    ),
  );

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} [wanted] the game whose card is looked for */
export async function show(host, page, wanted = '') {
  await loadCss('home.css');
  const { families } = await page.catalogue;
  const games = families.flatMap((f) => f.games).sort((a, b) => place(a.id) - place(b.id));
  const titleOf = (/** @type {string} */ variant) =>
    pick(games.find((g) => g.id === variant.split(',')[0])?.title);
  const cards = games.map((game) => card(page, game)),
    waiting = await underWay(page, titleOf);
  const pause = h(
    'button',
    {
      id: 'home-pause',
      class: 'quiet',
      'aria-pressed': String(paused),
      onclick: () => {
        paused = !paused;
        pause.setAttribute('aria-pressed', String(paused));
      },
    },
    t('home.pause'),
  );
  const trouble = h('p', { class: 'home-trouble row trouble' });
  host.replaceChildren(
    h(
      'div',
      { class: 'home' },
      h(
        'section',
        { class: 'home-hero' },
        h(
          'div',
          { class: 'home-say' },
          h('h2', {}, t('home.title')),
          h('p', {}, t('home.lead')),
          ...waiting,
        ),
        rings(),
      ),
      trouble,
      h('div', { class: 'home-cards' }, ...cards.map((c) => c.element)),
      h(
        'p',
        { class: 'home-foot' },
        h('span', {}, t('home.foot')),
        h('a', { href: '#print' }, t('do.print')),
        pause,
      ),
    ),
  );
  const found = cards.find((c) => c.id === wanted)?.element;
  found?.classList.add('wanted');
  setTimeout(() => found?.scrollIntoView({ block: 'center' })); // after the view has begun at its top
  let leave = () => {},
    left = false;
  shapes ??= openShapes(
    page,
    games.map((g) => g.id),
  );
  shapes
    .then((all) => {
      if (left) return;
      const boards = cards
        .filter((c) => SCENES[c.id])
        .map(({ id, title, picture }) => {
          const board = new LivingBoard(
            /** @type {any} */ (all.get(id)),
            SCENES[id],
            t('home.picture', title),
          );
          picture.replaceChildren(board.svg);
          return board;
        });
      leave = enliven(boards, () => paused);
    })
    .catch((error) => {
      shapes = null;
      if (!left)
        trouble.replaceChildren(
          h('span', { role: 'alert' }, t('app.failed', reasonOf(error))),
          h('button', { onclick: () => location.reload() }, t('app.reload')),
        );
    });
  return () => {
    left = true;
    leave();
  };
}

/** @param {import('./views.js').Page} page @param {import('./newgame.js').GameRow} game */
function card(page, { id, title, summary }) {
  const name = pick(title),
    picture = h('div', { class: 'home-picture' });
  const play = (/** @type {string} */ opponent) => () =>
    page.newGame({ game: id, opponent }).catch(page.report);
  picture.addEventListener('click', play('computer')); // beside the button, for those who reach for the board
  const element = h(
    'section',
    { class: 'home-card', 'aria-labelledby': `home-${id}` },
    picture,
    h(
      'div',
      { class: 'home-about' },
      h('h3', { id: `home-${id}` }, name),
      h('p', {}, WIN[id]?.() ?? pick(summary)),
    ),
    h(
      'div',
      { class: 'home-ways' },
      h('button', { class: 'main', 'data-game': id, onclick: play('computer') }, t('home.play')),
      h('button', { 'data-learn': id, onclick: () => page.go('learn', id) }, t('home.learn')),
      h('button', { class: 'quiet', 'data-friend': id, onclick: play('friend') }, t('home.friend')),
      h('button', { class: 'quiet', 'data-two': id, onclick: play('people') }, t('home.two')),
    ),
  );
  return { id, title: name, picture, element };
}

const SEATS_MAX = 2,
  SEAT_MS = 7 * 24 * 3600 * 1000,
  OTHERS_MAX = 2,
  PATIENCE_MS = 400;

/** What the browser keeps under a name, if it can be read. @param {string} key @returns {any} */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The game that this tab will go on with, before the engine has it. @returns {{id: string, variant: string, moves: number}|null} */
function latestGame() {
  try {
    const saved = Object.keys(localStorage)
      .filter((k) => k.startsWith('concentric.game'))
      .map(kept)
      .filter((g) => typeof g?.link === 'string' && !g.over)
      .sort((a, b) => (Number(b.time) || 0) - (Number(a.time) || 0))[0];
    const link = saved && readLink(saved.link);
    return link
      ? { id: String(saved.id ?? ''), variant: link.variant, moves: link.moves.length }
      : null;
  } catch {
    // a browser that keeps nothing
    return null;
  }
}

/** Nobody can go on with what is on the board. @param {import('./views.js').Page['session']} session */
const isOver = ({ state, remote }) =>
  !!state?.over || ['ended', 'aborted'].includes(remote?.table?.state ?? '');

/** Games of this browser that are not over, the latest first. Whoever has never played here does not wait for them.
 * @returns {Promise<import('./games-db.js').Kept[]>} */
function running() {
  if (!latestGame()) return Promise.resolve([]);
  const list = import('./games-db.js')
    .then(({ games }) => games.all())
    .then((all) => all.filter((g) => !g.result && g.moves && !g.table))
    .catch(() => []);
  return Promise.race([
    list,
    new Promise((/** @type {(none: never[]) => void} */ resolve) =>
      setTimeout(resolve, PATIENCE_MS, []),
    ),
  ]);
}

/** How many puzzles come again today (puzzle-book.js). */
function puzzlesDue() {
  const today = Date.now() / 86_400_000,
    entries = kept('concentric.puzzles')?.entries;
  return Object.values(entries ?? {}).filter((/** @type {any} */ e) => e?.[3] > 0 && e[3] <= today)
    .length;
}

/** What waits for the player: the game on the board and others, seats at tables of friends, the puzzle of the day.
 * @param {import('./views.js').Page} page @param {(variant: string) => string} titleOf @returns {Promise<HTMLElement[]>} */
async function underWay(page, titleOf) {
  const { session } = page,
    buttons = [],
    games = await running();
  const mine =
    session.shape && session.state
      ? !isOver(session) && {
          id: session.id,
          variant: session.shape.variant,
          moves: session.state.moves.length,
        }
      : latestGame();
  if (mine)
    buttons.push(
      h(
        'button',
        {
          id: 'home-continue',
          class: 'main',
          onclick: () =>
            page
              .begun()
              .then(() => page.play())
              .catch(page.report),
        },
        t(mine.moves ? 'home.continue' : 'home.open', titleOf(mine.variant), mine.moves),
      ),
    );
  for (const game of games.filter((g) => !mine || g.id !== mine.id).slice(0, OTHERS_MAX))
    buttons.push(
      h(
        'button',
        {
          'data-kept': game.id,
          onclick: () =>
            page
              .begun()
              .then(() => page.openKept(game))
              .catch(page.report),
        },
        t('home.continue', titleOf(game.variant), game.moves),
      ),
    );
  const seats = kept('concentric.tables');
  for (const { id, game } of (Array.isArray(seats) ? seats : [])
    .filter(
      (seat) =>
        typeof seat?.id === 'string' &&
        !seat.over &&
        /^[0-9A-Za-z]+$/.test(seat.id) &&
        seat.at > Date.now() - SEAT_MS,
    )
    .slice(0, SEATS_MAX))
    buttons.push(
      h('a', { class: 'button', href: atRoot(`t/${id}`) }, t('home.table', titleOf(String(game)))),
    );
  const played = buttons.length > 0,
    due = puzzlesDue();
  buttons.push(h('a', { class: 'button', href: '#lobby' }, t('home.lobby')));
  buttons.push(
    h(
      'button',
      { id: 'home-puzzle', onclick: () => page.go('puzzles', 'today') },
      t('home.puzzle'),
    ),
  );
  if (due)
    buttons.push(
      h(
        'button',
        { id: 'home-again', onclick: () => page.go('puzzles', 'again') },
        t('home.again', due),
      ),
    );
  if (played) buttons.push(h('a', { class: 'button quiet', href: '#games' }, t('home.games')));
  return [h('p', { class: 'row' }, ...buttons)];
}
