// SPDX-License-Identifier: MIT
// Wires the page together: settings, engine, session, board, buttons. One render path: whatever
// happens changes the session, and render() draws it all.
import { Board } from './board.js';
import { ask, askSettings, confirm } from './dialogs.js';
import { atRoot, byId, h, shown } from './dom.js';
import { arrived, module as fetched } from './early.js';
import { watchEnd } from './end.js';
import { WorkerEngine, threadsByDefault } from './engine.js';
import { language, reasonOf, setLanguage, t, translate } from './i18n.js';
import { listen } from './input.js';
import { Keeper } from './keep.js';
import { plainLink, readLink, writeLink } from './link.js';
import { moveSigns } from './marks.js';
import { renderMoves } from './movelist.js';
import { endKeys, renderClocks, renderPanel } from './panel.js';
import { renderPerfect, switchPerfect, worthText } from './perfect.js';
import { nameLevels } from './people.js';
import { PERFECT, PERSON, Session } from './state.js';
import { checkSeats, enterSlot, loadSettings, saveSettings } from './store.js';
import { goBack, swap, wait } from './swap.js';
import { boardKind, wear } from './themes.js';
import { VIEWS, Views, isLost, viewOf } from './views.js';

const CLOCK_MS = 100,
  OFFLINE_MS = 4000;
const settings = loadSettings();
/** The engine; why it is not there is said in words. */
const module = fetched.catch((error) => {
  throw new Error(t(globalThis.WebAssembly ? 'app.noEngine' : 'app.noWasm'), { cause: error });
});
const engine = new WorkerEngine(module);
export const session = new Session(engine, {
  pause: matchMedia('(prefers-reduced-motion: reduce)').matches ? 150 : 450,
});
export const keeper = new Keeper(session);
export const board = new Board(byId('board-host'));
/** Who has the board for a while and stands beside it: a lesson, puzzles (borrow.js). @type {import('./borrow.js').Guest|null} */
let guest = null;
/** Its code comes when it is first needed. @type {import('./newgame.js').NewGame|null} */
let newGame = null;
/** An engine for pictures: what is sketched there is nobody's game. @type {WorkerEngine|null} */
let sketch = null;
/** A game over the network; its code comes when it is first needed. @type {import('./friends.js').Friends|null} */
let friends = null;
/** What is being watched; its code comes when it is first needed. @type {import('./watch.js').Watch|null} */
let watch = null;
let watching = false;
/** The analysis beside the board; its code comes when it is first needed. @type {import('./analysis.js').Analysis|null} */
let analysis = null;
/** While it is being opened. @type {Promise<void>|null} */
let opening = null;
/** The page's own folder: a table is at t/ID below it. */
const root = atRoot('./');
/** @type {Promise<import('./newgame.js').Catalogue>} */
const catalogue = fetch(new URL('games.json', import.meta.url))
  .then((r) => r.json())
  .catch(() => {
    throw new Error(t('app.noPart'));
  });
catalogue
  .then(({ levels }) => {
    nameLevels(levels);
    render();
  })
  .catch(() => {}); // whoever needs it says so

// -- one render path -----------------------------------------------------------------------------

/** @param {number} p */
function pointLabel(p) {
  const { shape, state, narrow, open } = session;
  const name = shape?.points[p].name ?? '',
    piece = shape?.pieces[(open ? narrow : state)?.board[p] ?? 0]; // a man under way stands where it goes
  const text = piece ? t('point.piece', name, piece.name) : t('point.empty', name);
  const worth = session.values.get(p);
  return open && narrow.next.includes(p)
    ? `${t('point.can', text)}${worth ? t('point.worth', worthText(worth)) : ''}`
    : text;
}

function render() {
  const { shape, state } = session;
  if (!shape || !state) return;
  if (!views.name) document.title = `${shape.title} – ${t('app.title')}`;
  byId('title').textContent = views.name ? t('app.title') : shape.title;
  board.setShape(shape, session.flipped, {
    labels: settings.labels,
    numbers: settings.numbers,
    title: t('board.label', shape.title),
  });
  const preview = session.preview,
    under = preview.ghosts.length > 0; // marks are about the board before the move
  const signs = session.hint
    ? moveSigns(session.hint.path, state.board, 'hint')
    : analysis
      ? analysis.signs()
      : session.analysing && session.analysis && session.open && !session.clicks.length
        ? moveSigns(session.analysis.path, state.board, 'best')
        : null;
  board.render({
    board: preview.board,
    ghosts: preview.ghosts,
    next: session.narrow.next,
    clicks: session.clicks,
    premove: session.premove,
    last: state.lastPath ?? [],
    marks: under ? [] : session.marks,
    pointMarks: settings.marks && !under ? session.pointMarks : [],
    ways: session.ways,
    follow: session.narrow.ways,
    hover: session.hovered,
    arrows: signs?.arrows,
    highlights: signs?.highlights,
    open: session.open,
    played: session.shown.played,
    number: session.shown.number,
    values: session.values,
    label: pointLabel,
  });
  shown();
  renderPanel(session);
  renderPerfect(session, page.values);
  renderMoves(byId('moves'), session);
  guest?.render();
  byId('rules').href = atRoot(`rules.html#${shape.game}`);
  byId('review-open').hidden = !state.over || !state.moves.length || !!guest || !!session.judge;
  analysis?.render();
  byId('analysis-open').hidden =
    !!analysis ||
    !!guest ||
    !!session.judge ||
    (!!session.remote && !state.over) ||
    state.state === 'settling';
  friends?.render();
  if (!guest && !session.judge) void keeper.remember(!views.name);
  renderWatch();
}

/** Pause, step and speed, where there is something to watch; their code comes then. */
function renderWatch() {
  const { state } = session,
    shown =
      !!state &&
      !guest &&
      !session.judge &&
      !session.remote &&
      (state.over ? state.moves.length > 0 : state.seats.every((seat) => seat.kind === 'computer'));
  if (watch) return watch.render(shown);
  if (!shown || watching) return;
  watching = true;
  void import('./watch.js').then(
    ({ Watch }) => {
      watch = new Watch(session, settings, () => saveSettings(settings));
      renderWatch();
    },
    () => {
      watching = false;
    },
  );
}

function applySettings() {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.bands = settings.safeColours ? 'safe' : 'rainbow';
  wear(settings);
  byId('sound').setAttribute('aria-pressed', String(settings.sound));
  setLanguage(settings.lang);
  translate(document);
  saveSettings(settings);
  engine.threads(settings.threads || threadsByDefault()).catch(() => {}); // a dead engine says so elsewhere
  render();
  void views.again();
}

// -- views -----------------------------------------------------------------------------------------

/** What views may use of the page. */
export const page = {
  session,
  settings,
  catalogue,
  report,
  applySettings,
  keeper,
  /** A sound, if there may be any. @param {string} name */
  hear: (name) => sound?.play(name),
  /** An engine of one's own, to be ended by who asked for it. */
  async engine() {
    const own = new WorkerEngine(module);
    await own.language(settings.lang);
    return own;
  },
  /** An engine for pictures, in the page's language. */
  async sketch() {
    sketch ??= new WorkerEngine(module);
    await sketch.language(settings.lang);
    return sketch;
  },
  /** Asks for a new game and begins it. @param {{game?: string, opponent?: string}} [how] */
  newGame: (how) => startNew(how),
  /** The game on the board, looked at again. @param {boolean} [quiet] nobody has asked: the page stays where it is */
  review: async (quiet = false) => (await import('./review.js')).openReview(page, quiet),
  /** The analysis board. @param {import('./study.js').What} [what] else what is on the board */
  async analyse(what) {
    if (what || !(analysis || opening))
      opening = Promise.resolve(opening)
        .catch(() => {})
        .then(() => openAnalysis(what));
    await opening;
  },
  /** What was on the board before is there again. @returns {Promise<any>} */
  begun: () => started,
  /** Lends the board to a lesson, to puzzles. @param {Parameters<typeof lend>} how */
  lend: (...how) => lend(...how),
  /** What positions are worth, where somebody has solved them (values.js; it comes when it is first asked). */
  values: {
    /** @param {Parameters<import('./values.js').Values['find']>} all */
    find: (...all) => values().then((v) => v.find(...all)),
    /** @param {Parameters<import('./values.js').Values['ask']>} all */
    ask: (...all) =>
      values().then(
        (v) => v.ask(...all),
        () => null,
      ),
    /** @param {string} variant */
    source: (variant) =>
      values().then(
        (v) => v.source(variant),
        () => null,
      ),
  },
  /** To the board with what is on it, or begins a game there.
   * @param {Parameters<Session['begin']>[0]} [game] @param {Parameters<Session['begin']>[1]} [how] */
  async play(game, how) {
    if (game) await swap(session, () => session.begin(game, how));
    views.close();
    if (session.shape && !session.remote)
      history.pushState(keeper.seats, '', `#${writeLink(session.link)}`);
    render();
    board.moveFocus(board.focus);
  },
  /** Opens a kept game: to go on with, or from its first move on. @param {import('./games-db.js').Kept} game @param {boolean} [first] */
  async openKept(game, first = false) {
    if (game.table && !first) return location.assign(game.table);
    if (game.study) return page.analyse({ kept: game });
    await session.leaving?.();
    friends?.leave();
    keeper.seen.set(game.id, Promise.resolve(game.rev));
    await session.load(game.record, { flipped: game.flipped, id: game.id });
    const { nodes = [], head = 0, headPly = 0 } = session.state ?? {};
    if (first || nodes.includes(head)) await session.goto(first ? 0 : headPly);
    await page.play();
  },
  /** @param {string} name @param {string} [argument] */
  go: (name, argument) => {
    location.hash = `#${name}${argument ? `=${argument}` : ''}`;
  },
};
/** @typedef {typeof page} Page */
const views = new Views(byId('view'), byId('play'), page);

/** One after the other: who presses twice gets one analysis. @param {import('./study.js').What} [what] */
async function openAnalysis(what) {
  try {
    const { Analysis } = await import('./analysis.js'),
      table = session.remote ? location.href : '';
    await guest?.quit('away');
    const own = new Analysis(page, () => {
      if (analysis === own) analysis = null;
      render();
    });
    if (table) what ??= { record: await session.engine.record(), flipped: session.flipped };
    friends?.leave();
    await own.open(what, table);
    analysis = own;
    if (views.name) await page.play();
    render();
  } finally {
    opening = null;
  }
}

/** @type {Promise<import('./values.js').Values>|null} */
let known = null;
const values = () =>
  (known ??= import('./values.js').then(
    ({ Values }) => new Values(page),
    (error) => {
      known = null;
      throw error;
    },
  ));

// -- sound -----------------------------------------------------------------------------------------

/** Browsers allow it after the first touch; its code comes then. @type {import('./sound.js').Sound|null} */
let sound = null;
function wakeSound() {
  removeEventListener('pointerdown', wakeSound, true);
  removeEventListener('keydown', wakeSound, true);
  void import('./sound.js')
    .then(({ Sound }) => {
      sound = new Sound(() => settings.sound);
    })
    .catch(() => {}); // silence is no error
}
addEventListener('pointerdown', wakeSound, true);
addEventListener('keydown', wakeSound, true);
board.onEvent = (/** @type {string} */ kind) => sound?.event(kind); // told when it is seen

// -- buttons ---------------------------------------------------------------------------------------

/** @param {string} id @param {() => any} action */
const on = (id, action) =>
  byId(id).addEventListener('click', () => Promise.resolve(action()).catch(report));

/** @param {unknown} error */
function report(error) {
  session.say(reasonOf(error), 'why');
  if (views.name) void ask(reasonOf(error), [], [{ text: t('do.close'), value: '', main: true }]); // no board, no line for it
}

/** Everything of the game over the network, with what leaves it again. */
async function network() {
  const { Friends } = await import('./friends.js');
  friends = new Friends(session, {
    root,
    report,
    settings,
    sketch: page.sketch,
    hear: page.hear,
    left: () => {
      friends = null;
      render();
    },
  });
  return friends;
}

/** @param {import('./newgame.js').Choice} choice */
async function startFriend({ variant, seed, match, clock, position, side, secret, name }) {
  const there = await network();
  await there.make({
    game: variant,
    clock,
    side,
    ...(match ? { match } : {}),
    ...(position ? { position } : {}),
    ...(secret ? { pick: true } : {}),
    ...(seed !== '1' ? { seed } : {}),
    ...(name ? { name } : {}),
  });
}

/** @param {{game?: string, opponent?: string}} [how] what is known already */
async function startNew({ game = session.shape?.game ?? '', opponent = '' } = {}) {
  await dismiss();
  newGame ??= new (await import('./newgame.js')).NewGame(
    await catalogue,
    await page.sketch(),
    page.values.source,
  );
  await newGame.sketch.language(settings.lang);
  const choice = await newGame.ask({ game, opponent });
  if (!choice) return;
  friends?.leave();
  if (!choice.friend) return page.play(choice, choice);
  await startFriend(choice);
  views.close();
  render();
}

/** The guest leaves, once. @type {Promise<void>|null} */
let leaving = null;
/** @param {'back'|'away'} [next] */
async function dismiss(next) {
  leaving ??= Promise.resolve(guest?.quit(next)).finally(() => {
    leaving = null;
  });
  await leaving;
}

/** Guests come one after the other; of several that are asked for at once, the last. */
let lending = Promise.resolve(),
  loans = 0;
/** The board is lent to somebody, with the address that is theirs; views close. @param {string} hash @param {(board: Board, gone: () => void) => Promise<import('./borrow.js').Guest>} open */
async function lend(hash, open) {
  if (session.remote) return location.assign(`${root}${hash}`); // the table stays where it is
  const number = ++loans;
  await started;
  const turn = lending.then(async () => {
    await dismiss('away');
    await analysis?.close();
    /** @type {import('./borrow.js').Guest} */
    const next = await open(board, () => {
      if (guest === next) guest = null;
    });
    if (number !== loans || viewOf(location.hash)?.name !== viewOf(hash)?.name)
      return void (await next.quit('away')); // somebody has gone elsewhere meanwhile
    guest = next;
    if (!next.holds(location.hash)) history.pushState(null, '', hash);
    views.close();
    return next;
  });
  lending = turn.then(
    () => {},
    () => {},
  );
  await (await turn)?.begin();
}

async function offerEnd() {
  if (session.remote) return session.remote.act({ do: 'offer', what: 'end' });
  if (!session.state || !(await confirm(endKeys(session).question))) return;
  const refusal = await session.offerEnd();
  if (refusal) session.say(t(refusal === 'better' ? 'said.better' : 'said.losing'), 'info');
}

function connect() {
  session.listen(render);
  session.expert = async (signal, teacher) =>
    (await import(teacher ? './teacher.js' : './expert.js')).chooseMove(page, signal);
  session.opening = async (state) => {
    const text = await (await import('./opening-book.js')).bookText(state);
    if (text) await session.engine.load(text);
  };
  watchEnd(session, page, (name) => sound?.play(name));
  listen(board, session);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll('a.in-view')
  ))
    link.hidden = !Object.hasOwn(VIEWS, link.hash.slice(1));
  on('new', () => startNew());
  on('home', () => (renewed ? location.assign(`${root}#home`) : page.go('home')));
  on('lesson', () => page.go('learn'));
  on('undo', () => session.undo());
  on('redo', () => session.redo());
  on('flip', () => session.flip());
  on('edit', () => page.go('edit'));
  on('hint', () => session.askHint());
  on('finish', () => session.finish());
  on('accept', () => session.accept());
  on('cancel', () => session.clear());
  on('move-now', () => session.moveNow());
  on('resume', () => session.resume());
  on('to-head', () => session.toHead());
  on('review-open', () => page.review());
  on('share', async () => (await import('./share.js')).askShare(session));
  on('back-game', () => goBack(session));
  on('analysis-open', () => page.analyse());
  on('print', () => page.go('print'));
  on('next-game', () => session.nextGame());
  on('agree', offerEnd);
  on('resign', async () => {
    if (session.remote) {
      if (await confirm(t('ask.resignSelf'))) await session.remote.act({ do: 'resign' });
      return;
    }
    // At one screen the player to move resigns; against the computer the person does.
    const { seats, toMove } = session.state ?? { seats: [], toMove: 0 };
    const person = seats.findIndex((s) => s.kind !== 'computer'),
      computers = seats.filter((s) => s.kind === 'computer').length;
    const loser = seats[computers === 1 ? person : toMove]?.side ?? 0;
    if (
      await confirm(
        computers === 1
          ? t('ask.resignSelf')
          : t('ask.resign', session.shape?.players[loser] ?? ''),
      )
    )
      await session.finishGame(loser ? 'p2' : 'p1');
  });
  on('legend', async () => {
    if (session.shape) await (await import('./legend.js')).showLegend(session.shape);
  });
  for (const sheet of document.querySelectorAll('.sheet')) // what was chosen there is enough
    sheet.addEventListener('click', () => {
      if (sheet.matches(':popover-open')) /** @type {any} */ (sheet).hidePopover();
    });
  on('sound', () => {
    settings.sound = !settings.sound;
    applySettings();
    sound?.play('place');
  });
  on('settings', () =>
    askSettings(settings, applySettings, session.shape ? boardKind(session.shape) : 'lines'),
  );
  on('theme', () => {
    const dark =
      settings.theme === 'dark' ||
      (settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    settings.theme = dark ? 'light' : 'dark';
    applySettings();
  });
  on('language', async () => {
    settings.lang = language() === 'en' ? 'ja' : 'en';
    applySettings();
    await session.language(settings.lang);
  });
  byId('analyse').addEventListener('change', () => session.analyse(byId('analyse').checked));
  on('perfect', () => switchPerfect(session, byId('perfect').checked));
  on('perfect-retry', () => switchPerfect(session, true));
  byId('type-form').addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = byId('type');
    if (field.value.trim() && (await session.type(field.value).catch(report))) field.value = '';
  });
  byId('type').addEventListener('focus', offerMoves);
  session.listen(() => {
    if (document.activeElement === byId('type')) void offerMoves();
  });
  addEventListener('visibilitychange', () => {
    if (document.hidden) void keeper.flush();
  }); // a phone may never come back
  addEventListener('hashchange', async () => {
    const { hash } = location,
      view = viewOf(hash);
    if (leaving || (guest && !guest.holds(hash))) await dismiss('away');
    if (hash !== location.hash) return; // somebody has gone on meanwhile
    if (view) return void views.open(view.name, view.argument).catch(report);
    views.close();
    await started; // what the page began with is on the board by then
    if (session.remote) return render();
    if (isLost(hash)) return page.go('home');
    if (await startLinked(hash).catch(report)) return;
    const link = readLink(hash);
    if (!link && !session.shape) return void views.open('home');
    if (!link)
      history.replaceState(keeper.seats, '', `#${writeLink(session.link)}`); // the way to the board, for one
    else if (!session.shape || link.tree || plainLink(link) !== writeLink(session.link))
      await openLink(link).catch(report);
    else if (link.analysis) await page.analyse().catch(report);
    render();
  });
  addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
      return;
    if (byId('dialog').open || guest) return;
    const key = event.key.toLowerCase();
    if (key === 'z') void (event.shiftKey ? session.redo() : session.undo());
    else if (key === 'y') void session.redo();
  });
}

setInterval(() => renderClocks(session), CLOCK_MS);

async function offerMoves() {
  const list = byId('type-list'),
    now = `${session.state?.position} ${session.open}`;
  if (list.dataset.position === now) return;
  const { moves } = session.open ? await engine.moves() : { moves: [] };
  list.dataset.position = now;
  byId('type').placeholder = moves.length ? t('type.placeholder', moves[0]) : '';
  list.replaceChildren(...moves.slice(0, 300).map((m) => h('option', { value: m })));
}

// -- beginning -------------------------------------------------------------------------------------

/** @param {Awaited<ReturnType<typeof enterSlot>>} saved */
async function restore(saved) {
  if (saved && 'record' in saved) {
    keeper.adopt(saved.id, saved.link);
    await session.load(saved.record, saved);
    return session.draft ? wait(session) : undefined;
  }
  const link = saved && readLink(saved.link); // of a version before
  if (saved && link) await session.begin(link, saved);
}

/** The game of an address, with the players that this tab had there. @param {import('./link.js').GameLink} link */
async function openLink(link) {
  if (link.tree !== undefined) return page.analyse({ link });
  await openGame(link);
  if (link.analysis) await page.analyse();
}

/** @param {import('./link.js').GameLink} link */
async function openGame(link) {
  const seats = checkSeats(history.state),
    text = plainLink(link);
  const there = seats?.id
    ? await import('./games-db.js').then(({ games }) => games.get(seats.id)).catch(() => null)
    : null;
  if (!seats || there?.link !== text)
    return session.begin(link, seats ? { players: seats.players, flipped: seats.flipped } : {});
  keeper.adopt(seats.id, text);
  return session.load(there.record, seats);
}

/** A game against the computer, at once: #start=nine&level=3&side=1 (level=perfect: by solved values, teacher: keeps it close; side: of the computer, or 'both'). */
async function startLinked(hash = location.hash) {
  const parts = new URLSearchParams(hash.slice(1)),
    variant = parts.get('start');
  if (!variant) return false;
  /** @type {import('./state.js').Player} */
  const computer =
    parts.get('level') === 'perfect'
      ? PERFECT
      : {
          kind: 'computer',
          level:
            parts.get('level') === 'teacher'
              ? 0
              : Math.min(10, Math.max(1, Number(parts.get('level')) || 3)),
          movetime: 0,
        };
  const side = parts.get('side') ?? '1';
  await session.begin(
    { variant },
    {
      players: ['0', '1'].map((p) => (side === 'both' || side === p ? computer : PERSON)),
      flipped: side === '0',
    },
  );
  return true;
}

async function begin() {
  const { hash } = location; // somebody may go elsewhere while the engine is on its way
  const table = /\/t\/([^/]*)$/.exec(location.pathname)?.[1];
  const view =
    viewOf(hash) ??
    ((hash.length < 2 || isLost(hash)) && !table
      ? { name: 'home', argument: document.documentElement.dataset.game ?? '' }
      : null);
  /** @type {unknown} */
  let trouble = null;
  if (!table && view) void views.open(view.name, view.argument).catch(report);
  await engine.language(settings.lang);
  if (table) {
    const there = await network();
    await there.enter(table, hash);
    if (session.shape) return;
    friends = null;
    session.remote = null;
    trouble = new Error(there.trouble);
  }
  const linked = readLink(hash),
    saved = await enterSlot();
  const kept = saved && readLink(saved.link);
  // A link that is the saved game (a reload) keeps its players, notes and clocks.
  if (linked && (linked.tree !== undefined || !(kept && writeLink(kept) === plainLink(linked)))) {
    try {
      return await openLink(linked);
    } catch (error) {
      trouble = error;
    }
  }
  if (
    !trouble &&
    !view &&
    (await startLinked(hash).catch((error) => {
      trouble = error;
    }))
  )
    return;
  await restore(saved)
    .catch(() => (linked && !trouble ? openLink(linked) : null))
    .catch(() => {}); // what nobody can read: begin anew
  if (linked?.analysis && !trouble && session.shape)
    await page.analyse().catch((error) => {
      trouble = error;
    });
  if (!session.shape && !view && !views.name) {
    // nobody has gone elsewhere meanwhile
    if (!trouble || table) await views.open('home');
    else
      await session.begin(
        { variant: (await catalogue).families[0].games[0].id },
        { players: [PERSON, { kind: 'computer', level: 3, movetime: 0 }] },
      );
  }
  if (trouble) report(trouble);
}

/** Nothing can be played: it is said in place of the board, with a way to try again. @param {unknown} error */
function sayBroken(error) {
  if (!views.name) views.trouble(t('app.failed', reasonOf(error)));
}

arrived();
applySettings();
connect();
const started = begin().catch(sayBroken);

/** The page first: what is kept for a time without network is fetched after the first move, or when nobody is in a hurry. */
function keepForOffline() {
  clearTimeout(waiting);
  kept ||= !!navigator.serviceWorker.register(atRoot('sw.js')).catch(() => {});
}
let kept = !('serviceWorker' in navigator);
/** A newer build has arrived whole: the way to the front page leads there. */
let renewed = false;
if (navigator.serviceWorker?.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    renewed = true;
  });
const waiting = setTimeout(
  () => {
    if (!kept) keepForOffline();
  },
  navigator.serviceWorker?.controller ? 0 : OFFLINE_MS,
);
session.listen(() => {
  if (!kept && session.state?.headPly) keepForOffline();
});
