// SPDX-License-Identifier: MIT
// The list of ways to be given puzzles (#puzzles): today's with the last days, a streak, against the clock, those that come
// again, practice by game, theme and level; and how one is doing. #puzzles=today and the like begin one at once.
import { drawPicture } from './board.js';
import { h, loadCss, s } from './dom.js';
import { addWords, pick, reasonOf, t } from './i18n.js';
import { setupOf } from './link.js';
import { daysInRow, dueNow, nextDue, readBook, solvedOf, themesOf } from './puzzle-book.js';
import { LEVELS, fits, readMode, writeMode } from './puzzle-modes.js';
import {
  SETS,
  THEMES,
  dayOf,
  dayText,
  loadSet,
  puzzleOfDay,
  setOf,
  setOfDay,
  untilTomorrow,
} from './puzzle-sets.js';
import { dayWords, openPuzzles, setName } from './puzzle-view.js';
import { EN, JA } from './puzzles-words.js';

addWords(EN, JA);
export const title = () => t('puzzle.title');

const DAYS = 14,
  UNLISTED = /^(exact|moving)$/;
/** The marks of days: by form, not by colour alone. @type {Record<string, string>} */
const MARKS = { clean: 'M8 12.500l3 3 5-6', helped: 'M9 9l6 6M15 9l-6 6', open: '' };
/** As people look for them. */
const ORDER = ['nine', 'six', 'twelve', 'stacking', 'morelli-9', 'morelli-13', 'mur'];
/** What was chosen last, until the page is left. */
const chosen = { set: '', levels: '' };

class View {
  /** @param {HTMLElement} host @param {import('./views.js').Page} page @param {(game: string) => string} titleOf */
  constructor(host, page, titleOf) {
    this.host = host;
    this.page = page;
    this.titleOf = titleOf;
    this.today = dayOf(Date.now());
    this.book = readBook();
    this.ticket = 0;
    this.day = h('section', { class: 'puzzles-day', 'aria-labelledby': 'puzzles-today' });
    this.ways = h('div', { class: 'puzzles-ways' });
    this.practice = h('section', {
      class: 'puzzles-practice',
      'aria-labelledby': 'puzzles-practice',
    });
    this.stats = h('section', { class: 'puzzles-stats', 'aria-labelledby': 'puzzles-stats' });
    this.games = h('fieldset', { class: 'puzzles-games' });
  }

  draw() {
    this.#day();
    this.#choices();
    this.#ways();
    void this.#practise();
    this.#stats();
    this.host.replaceChildren(
      h(
        'div',
        { class: 'puzzles' },
        h('h2', { class: 'puzzles-title' }, t('puzzle.title')),
        h('p', { class: 'puzzles-lead' }, t('puzzle.lead')),
        this.day,
        this.games,
        this.ways,
        this.practice,
        this.stats,
      ),
    );
  }

  // -- today ---------------------------------------------------------------------------------------

  #day() {
    const { today, book } = this,
      set = setOfDay(today),
      done = String(today) in book.days,
      row = daysInRow(book, today);
    const picture = h('a', {
      class: 'puzzles-picture',
      href: '#puzzles=today',
      tabindex: '-1',
      'aria-hidden': 'true',
    });
    const days = Array.from({ length: DAYS }, (_, i) => this.#dayMark(today - DAYS + 1 + i));
    this.day.replaceChildren(
      picture,
      h(
        'div',
        { class: 'puzzles-say' },
        h('h3', { id: 'puzzles-today' }, t('puzzle.today')),
        h(
          'p',
          { class: 'puzzles-soft' },
          `${dayWords(today)} · ${setName(set.name, this.titleOf)}`,
        ),
        h(
          'p',
          {},
          h(
            'a',
            { class: `button${done ? '' : ' main'}`, id: 'puzzles-solve', href: '#puzzles=today' },
            t(done ? 'puzzle.solveAgain' : 'puzzle.solve'),
          ),
        ),
        h('ol', { class: 'puzzles-days', 'aria-label': t('puzzle.days') }, ...days),
        ...(row
          ? [h('p', { class: 'puzzles-soft' }, t(row > 1 ? 'puzzle.row' : 'puzzle.row1', row))]
          : []),
      ),
    );
    this.#picture(picture, set).catch((error) =>
      picture.replaceChildren(
        h('span', { class: 'trouble' }, t('puzzle.trouble', reasonOf(error))),
      ),
    );
  }

  /** @param {number} day */
  #dayMark(day) {
    const result = this.book.days[day],
      state = result === undefined ? 'open' : result ? 'clean' : 'helped',
      now = day === this.today;
    const name = t(
      result === undefined ? 'puzzle.dayOpen' : result ? 'puzzle.dayClean' : 'puzzle.dayHelped',
      dayWords(day),
    );
    return h(
      'li',
      {},
      h(
        'a',
        {
          class: `puzzles-mark ${state}`,
          href: `#puzzles=${now ? 'today' : writeMode({ kind: 'day', day })}`,
          'aria-label': name,
          title: name,
          'aria-current': now ? 'date' : null,
        },
        s(
          'svg',
          { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
          s('circle', { cx: 12, cy: 12, r: 10 }),
          s('path', { d: MARKS[state] }),
        ),
        String(Number(dayText(day).slice(8))),
      ),
    );
  }

  /** @param {HTMLElement} place @param {typeof SETS[number]} set */
  async #picture(place, { name, variant }) {
    const puzzle = puzzleOfDay(await loadSet(name), this.today);
    if (!puzzle) return;
    const engine = await this.page.sketch();
    const [shape, { table }] = await Promise.all([
      engine.open(setupOf({ variant, position: puzzle.position })),
      engine.state(),
    ]); // one after the other, nobody in between
    place.replaceChildren(drawPicture(shape, table.board, setName(name, this.titleOf)));
  }

  // -- which game, how hard ------------------------------------------------------------------------

  /** One of several, as chips. @param {string} name @param {string} legend @param {string} now @param {string[][]} choices values and words @param {(value: string) => void} chose */
  #chips(name, legend, now, choices, chose) {
    return [
      h('legend', {}, legend),
      ...choices.map(([value, text]) =>
        h(
          'label',
          { class: 'puzzles-chip' },
          h('input', {
            type: 'radio',
            name,
            value,
            checked: value === now,
            onchange: () => chose(value),
          }),
          h('span', {}, text),
        ),
      ),
    ];
  }

  #choices() {
    this.games.replaceChildren(
      ...this.#chips(
        'puzzles-set',
        t('puzzle.game'),
        chosen.set,
        [['', t('puzzle.all')], ...ORDER.map((name) => [name, setName(name, this.titleOf)])],
        (value) => {
          chosen.set = value;
          this.#ways();
          void this.#practise();
        },
      ),
    );
  }

  // -- ways ----------------------------------------------------------------------------------------

  #ways() {
    const { book, today } = this,
      due = dueNow(book, today).length,
      next = nextDue(book);
    const best = (/** @type {string} */ kind) => {
      const count = book.best[`${kind}.${chosen.set || 'all'}`] ?? 0;
      return count ? t('puzzle.best', count) : t('puzzle.noBest');
    };
    const way = (
      /** @type {'streak'|'clock'|'again'} */ kind,
      /** @type {string} */ lead,
      /** @type {string} */ how,
      off = false,
    ) =>
      h(
        'section',
        { class: 'puzzles-way', 'aria-labelledby': `puzzles-${kind}` },
        SIGNS[kind](),
        h('h3', { id: `puzzles-${kind}` }, t(`puzzle.${kind}`)),
        h('p', { class: 'puzzles-soft' }, lead),
        h('p', { class: 'puzzles-how' }, how),
        h(
          'p',
          {},
          off
            ? h('button', { disabled: true }, t('puzzle.begin'))
            : h(
                'a',
                {
                  class: 'button',
                  'data-way': kind,
                  'aria-label': `${t(`puzzle.${kind}`)}: ${t('puzzle.begin')}`,
                  href: `#puzzles=${writeMode({ kind, set: chosen.set })}`,
                },
                t('puzzle.begin'),
              ),
        ),
      );
    this.ways.replaceChildren(
      way('streak', t('puzzle.streakLead'), best('streak')),
      way('clock', t('puzzle.clockLead'), best('clock')),
      way(
        'again',
        t('puzzle.againLead'),
        due
          ? t('puzzle.due', due)
          : next
            ? t('puzzle.dueNext', dayWords(next))
            : t('puzzle.dueNone'),
        !due,
      ),
    );
  }

  /** Themes with how many puzzles each has, and how many of those are solved. */
  async #practise() {
    const ticket = ++this.ticket,
      names = chosen.set ? [chosen.set] : SETS.map((set) => set.name),
      { book } = this;
    const head = [
      h('h3', { id: 'puzzles-practice' }, t('puzzle.practice')),
      h('p', { class: 'puzzles-soft' }, t('puzzle.practiceLead')),
      h(
        'fieldset',
        { class: 'puzzles-levels' },
        ...this.#chips(
          'puzzles-levels',
          t('puzzle.levels'),
          chosen.levels,
          ['', ...Object.keys(LEVELS)].map((l) => [l, t(`puzzle.level.${l || 'any'}`)]),
          (value) => {
            chosen.levels = value;
            void this.#practise();
          },
        ),
      ),
    ];
    const place = h('p', { class: 'puzzles-soft', role: 'status' }, t('puzzle.loading')),
      focus = document.activeElement?.getAttribute('name') === 'puzzles-levels';
    this.practice.replaceChildren(...head, place);
    if (focus) this.practice.querySelector('input:checked')?.focus();
    try {
      const sets = await Promise.all(names.map(loadSet));
      if (ticket !== this.ticket) return;
      const all = sets
        .flatMap((set) => set.puzzles)
        .filter((p) => p !== null && fits(p, { theme: '', levels: chosen.levels }));
      const entry = (/** @type {string} */ theme) => {
        const of = all.filter((p) => !theme || p?.themes.includes(theme)),
          solved = of.filter((p) => p && book.entries[`${p.set}.${p.id}`]?.[1]).length;
        return of.length
          ? [
              h(
                'a',
                {
                  class: 'puzzles-theme',
                  'data-theme': theme || 'any',
                  href: `#puzzles=${writeMode({ kind: 'practice', set: chosen.set, theme, levels: chosen.levels })}`,
                },
                h('b', {}, theme ? t(`puzzle.theme.${theme}`) : t('puzzle.anything')),
                h('span', {}, t('puzzle.chip', solved, of.length)),
                h('progress', { max: of.length, value: solved, 'aria-hidden': 'true' }),
              ),
            ]
          : [];
      };
      const bad = sets.reduce((sum, set) => sum + set.bad, 0);
      place.replaceWith(
        h(
          'div',
          { class: 'puzzles-themes' },
          ...['', ...THEMES.filter((th) => !UNLISTED.test(th))].flatMap(entry),
        ),
        ...(bad ? [h('p', { class: 'trouble' }, t('puzzle.skipped', bad))] : []),
        ...(all.length ? [] : [h('p', {}, t('puzzle.nothing'))]),
      );
    } catch (error) {
      if (ticket === this.ticket)
        place.replaceWith(
          h(
            'p',
            { class: 'trouble row', role: 'alert' },
            t('puzzle.trouble', reasonOf(error)),
            ' ',
            h('button', { onclick: () => this.draw() }, t('puzzle.retry')),
          ),
        );
    }
  }

  // -- how one is doing ----------------------------------------------------------------------------

  #stats() {
    const { book } = this,
      [tried] = solvedOf(book),
      rows = ORDER.map((name) => ({ name, of: solvedOf(book, name) })).filter(({ of }) => of[0]);
    this.stats.hidden = !tried;
    const row = (
      /** @type {string} */ head,
      /** @type {number[]} */ [all, alone],
      /** @type {string} */ set,
    ) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, head),
        h('td', {}, String(all)),
        h('td', {}, String(alone)),
        ...['streak', 'clock'].map((kind) =>
          h('td', {}, String(book.best[`${kind}.${set}`] ?? '–')),
        ),
      );
    const themes = Object.entries(
      themesOf(
        book,
        SETS.map((set) => set.name),
      ),
    )
      .filter(([theme, [n]]) => n >= 3 && !/^(exact|moving|placing|moves-\d)$/.test(theme))
      .sort(([, a], [, b]) => a[1] / a[0] - b[1] / b[0]);
    this.stats.replaceChildren(
      h('h3', { id: 'puzzles-stats' }, t('puzzle.stats')),
      h(
        'div',
        {
          class: 'puzzles-scroll',
          tabindex: '0',
          role: 'group',
          'aria-labelledby': 'puzzles-stats',
        },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ...[
                'puzzle.game',
                'puzzle.tried',
                'puzzle.alone',
                'puzzle.bestStreak',
                'puzzle.bestClock',
              ].map((key) => h('th', { scope: 'col' }, t(key))),
            ),
          ),
          h(
            'tbody',
            {},
            ...rows.map(({ name, of }) => row(setName(name, this.titleOf), of, name)),
            row(t('puzzle.whole'), solvedOf(book), 'all'),
          ),
        ),
      ),
      ...(themes.length
        ? [
            h(
              'ul',
              { class: 'puzzles-bars' },
              ...themes.map(([theme, [n, solved]]) =>
                h(
                  'li',
                  {},
                  h('span', {}, t(`puzzle.theme.${theme}`)),
                  h('progress', { max: n, value: solved, 'aria-hidden': 'true' }),
                  h('span', { class: 'puzzles-soft' }, t('puzzle.chip', solved, n)),
                ),
              ),
            ),
          ]
        : []),
    );
  }
}

/** A drawing for each way: rings, as everywhere. @type {Record<string, () => SVGElement>} */
const SIGNS = {
  streak: () =>
    s(
      'svg',
      { class: 'puzzles-sign', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      ...[
        [8, 40, 4],
        [20, 30, 6],
        [35, 15, 9],
      ].map(([cx, cy, r]) => s('circle', { cx, cy, r })),
    ),
  clock: () =>
    s(
      'svg',
      { class: 'puzzles-sign', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      s('circle', { cx: 24, cy: 25, r: 18 }),
      s('path', { d: 'M24 14v11l8 5M19 3h10' }),
    ),
  again: () =>
    s(
      'svg',
      { class: 'puzzles-sign', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      s('path', { d: 'M40 24a16 16 0 1 1-5-11.500M36 5v8h-8' }),
      s('circle', { cx: 24, cy: 24, r: 6 }),
    ),
};

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} [argument] */
export async function show(host, page, argument = '') {
  const mode = readMode(argument);
  if (mode)
    return void (await page.lend(`#puzzles=${writeMode(mode)}`, (board, gone) =>
      openPuzzles(page, board, mode, gone),
    ));
  await loadCss('puzzles.css');
  const { families } = await page.catalogue,
    games = families.flatMap((f) => f.games);
  if (!chosen.set)
    chosen.set = setOf(page.session.shape?.game ?? '')?.name ?? setOfDay(dayOf(Date.now())).name;
  const view = new View(host, page, (game) => pick(games.find((g) => g.id === game)?.title));
  view.draw();
  // A new day has a new puzzle, whether somebody was looking or not.
  const renew = () => {
    if (view.today === dayOf(Date.now())) return;
    Object.assign(view, { today: dayOf(Date.now()), book: readBook() });
    view.draw();
  };
  const ends = new AbortController();
  let timer = setTimeout(
    function tomorrow() {
      renew();
      timer = setTimeout(tomorrow, untilTomorrow(Date.now()) + 1000);
    },
    untilTomorrow(Date.now()) + 1000,
  );
  addEventListener('visibilitychange', renew, { signal: ends.signal });
  return () => {
    ends.abort();
    clearTimeout(timer);
  };
}
