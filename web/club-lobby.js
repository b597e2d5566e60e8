// SPDX-License-Identifier: MIT
// The lobby: a game at one tap by game and clock, open challenges as they come and go, who is here by number, and the
// games that are being played, as small boards.
import { fits, mergeLobby, poolOf, sweep } from './club-model.js';
import {
  dayText,
  doing,
  enter,
  familyOf,
  gameLine,
  gameTitle,
  optionsText,
  person,
} from './club.js';
import { atRoot, h, s } from './dom.js';
import { showTurns } from './friends-letters.js';
import { clockText } from './friends-panel.js';
import { deviceKey, lastName, mySeats, needDevice } from './friends-seats.js';
import { reasonOf, t } from './i18n.js';

/** @typedef {import('./club.js').TheClub} TheClub */
/** @typedef {import('./club-model.js').Row} Row */

export const title = () => t('club.lobby');

const CLOCKS = ['180+2', '300+3', '600+5', '3d'],
  ORDER = ['nine', 'morelli', 'mur', 'six', 'stacking', 'twelve'];
const GONE_MS = 4000,
  SWEEP_MS = 1000,
  WALL_MS = 3000,
  RATED = 'concentric.rated';

/** Short, for a button. @param {string} clock */
const brief = (clock) =>
  /^\d+d$/.test(clock)
    ? t('club.days', clock.slice(0, -1))
    : clock.replace(/^\d+/, (base) => String(Number(base) / 60));

/** Whether one plays for a rating was last said so. */
function wantsRated() {
  try {
    return localStorage.getItem(RATED) === 'yes';
  } catch {
    return false;
  }
}

class Lobby {
  /** @param {TheClub} club @param {import('./newgame.js').Catalogue} catalogue */
  constructor(club, catalogue) {
    this.club = club;
    this.page = club.page;
    this.catalogue = catalogue;
    /** @type {Row[]} */
    this.rows = [];
    /** What is on the screen, by tables. @type {Map<string, {element: HTMLElement, key: string}>} */
    this.drawn = new Map();
    /** @type {Map<string, {element: HTMLElement, picture: HTMLElement, key: string, text: HTMLElement}>} */
    this.boards = new Map();
    this.rated = wantsRated();
    this.numbers = h('p', { class: 'club-soft club-numbers' });
    this.said = h('p', { class: 'club-said', role: 'status' });
    this.list = h('ul', { class: 'club-challenges' });
    this.none = h('p', { class: 'club-soft club-empty' }, t('club.noChallenges'));
    this.turns = h('p', { class: 'club-turns' });
    this.wall = h('ul', { class: 'club-wall' });
    this.quiet = h('p', { class: 'club-soft' });
    /** @type {Map<string, HTMLElement>} by 'GAME CLOCK' */
    this.quick = new Map();
    /** @type {import('./club-challenge.js').Challenges|null} */
    this.sheet = null;
  }

  /** @param {unknown} error */
  report = (error) => {
    this.said.textContent = reasonOf(error);
  };

  /** @param {HTMLElement} body */
  begin(body) {
    const rated = h('input', {
      type: 'checkbox',
      id: 'club-rated',
      checked: this.rated,
      onchange: () => {
        this.rated = rated.checked;
        try {
          localStorage.setItem(RATED, this.rated ? 'yes' : '');
        } catch {
          /* asked for again next time */
        }
      },
    });
    const games = this.catalogue.families
      .flatMap((f) => f.games)
      .sort((a, b) => (ORDER.indexOf(a.id) + 1 || 99) - (ORDER.indexOf(b.id) + 1 || 99));
    body.append(
      h(
        'div',
        { class: 'club-head' },
        h('h2', { class: 'unseen' }, t('club.lobby')),
        this.numbers,
        this.turns,
      ),
      this.said,
      h(
        'div',
        { class: 'club-two' },
        h(
          'section',
          { class: 'club-now', 'aria-labelledby': 'club-now' },
          h(
            'div',
            { class: 'club-bar' },
            h('h3', { id: 'club-now' }, t('club.now')),
            h(
              'label',
              { class: 'club-check', title: t('club.ratedHelp') },
              rated,
              ' ',
              t('club.rated'),
            ),
          ),
          h('ul', { class: 'club-quick' }, ...games.map((game) => this.#card(game))),
        ),
        h(
          'section',
          { class: 'club-open', 'aria-labelledby': 'club-open' },
          h(
            'div',
            { class: 'club-bar' },
            h('h3', { id: 'club-open' }, t('club.open')),
            doing(t('club.make'), () => this.#make(), this.report, {
              id: 'club-make',
              class: 'main',
            }),
          ),
          this.list,
          this.none,
        ),
      ),
      h(
        'section',
        { 'aria-labelledby': 'club-wall' },
        h('h3', { id: 'club-wall' }, t('club.wall')),
        this.wall,
        this.quiet,
      ),
    );
  }

  /** A game with its clocks: one tap. @param {import('./newgame.js').GameRow} game */
  #card({ id }) {
    const name = gameTitle(this.catalogue, id),
      picture = h('span', { class: 'club-picture' });
    void this.club
      .board(id, '')
      .then((svg) => picture.append(svg))
      .catch(() => {}); // a picture less
    return h(
      'li',
      {},
      picture,
      h('span', { class: 'club-game' }, name),
      h(
        'span',
        { class: 'club-clocks', role: 'group', 'aria-label': name },
        ...CLOCKS.map((clock) => {
          const button = doing(brief(clock), () => this.#pair(id, clock), this.report, {
            'aria-pressed': 'false',
            'aria-label': `${brief(clock)}, ${name}, ${clockText(clock)}`,
            'data-pair': `${id} ${clock}`,
          });
          this.quick.set(`${id} ${clock}`, button);
          return button;
        }),
      ),
    );
  }

  /** Sits down where somebody waits, or waits; again: does not any more. @param {string} game @param {string} clock */
  async #pair(game, clock) {
    const waits = [...this.club.waits.values()].find((w) => w.game === game && w.clock === clock);
    if (waits) {
      await this.club.cancel(waits.id);
      this.said.textContent = t('club.cancelled');
      return;
    }
    needDevice();
    this.said.textContent = '';
    const made = await this.club.call('POST', '/pair', {
      game,
      clock,
      rated: this.rated,
      ...this.#name(),
    });
    this.club.seated(made, game, clock);
    if (made.url)
      this.said.textContent = t(
        /d/.test(clock) ? 'club.waitingDays' : 'club.waiting',
        gameLine(this.catalogue, { game, clock }),
      );
  }

  #name() {
    const name = this.club.me?.name || lastName();
    return name ? { name } : {};
  }

  async #make() {
    const { Challenges } = await import('./club-challenge.js');
    this.sheet ??= new Challenges(this.catalogue, await this.page.sketch(), (game, clock) =>
      this.club.rating(poolOf(familyOf(this.catalogue, game), clock)),
    );
    const choice = await this.sheet.choose();
    if (!choice) return;
    needDevice();
    this.club.seated(
      await this.club.call('POST', '/tables', { ...choice, lobby: true, ...this.#name() }),
      choice.game,
      choice.clock,
    );
    this.said.textContent = t(
      /d/.test(choice.clock) ? 'club.waitingDays' : 'club.waiting',
      gameLine(this.catalogue, choice),
    );
  }

  /** @param {Row} row */
  async #sit(row) {
    needDevice();
    try {
      this.club.seated(
        await this.club.call('POST', `/tables/${row.id}/join`, this.#name()),
        row.game,
        row.clock,
      );
    } catch (error) {
      this.rows = mergeLobby(
        this.rows,
        {
          gone:
            /** @type {any} */ (error).status === 404 || /** @type {any} */ (error).why === 'taken'
              ? [row.id]
              : [],
        },
        Date.now(),
      );
      this.draw();
      throw error;
    }
  }

  // -- challenges --------------------------------------------------------------------------------

  /** @param {import('./club-model.js').Told} told */
  take(told) {
    this.rows = mergeLobby(this.rows, told, Date.now());
    for (const row of this.rows) if (!row.gone && !this.club.waits.has(row.id)) this.#adopt(row);
    if (told.here !== undefined)
      this.numbers.textContent = t('club.numbers', told.here, told.playing ?? 0);
    this.draw();
  }

  /** A challenge of one's own, from before the page was loaded: it waits here too. @param {Row} row */
  #adopt({ id, game, clock, player }) {
    const key =
      mySeats().find((seat) => seat.id === id)?.key ??
      (player && player.id === this.club.me?.id ? deviceKey() : '');
    if (key) this.club.wait({ id, key, game, clock });
  }

  /** What has gone is taken away when nobody points at the list. */
  sweep() {
    if (this.list.matches(':hover')) return;
    const rows = sweep(this.rows, Date.now() - GONE_MS);
    if (rows.length === this.rows.length) return;
    this.rows = rows;
    this.draw();
  }

  /** Rows keep their places, so only what has changed is drawn anew and the focus stays. */
  draw() {
    const there = new Set(this.rows.map((row) => row.id));
    for (const [id, { element }] of this.drawn)
      if (!there.has(id)) {
        element.remove();
        this.drawn.delete(id);
      }
    for (const row of this.rows) this.#drawRow(row);
    this.none.hidden = this.rows.length > 0;
    const open = new Set(
      this.rows
        .filter(
          (r) => !r.gone && !this.#mine(r) && (!r.rated || this.club.me !== null || !!deviceKey()),
        )
        .map((r) => `${r.game} ${r.clock}`),
    );
    const own = new Set([...this.club.waits.values()].map((w) => `${w.game} ${w.clock}`));
    for (const [key, button] of this.quick) {
      button.setAttribute('aria-pressed', String(own.has(key)));
      button.classList.toggle('club-waits', open.has(key));
    }
  }

  /** @param {Row} row */
  #mine(row) {
    return this.club.waits.has(row.id) || (!!row.player && row.player.id === this.club.me?.id);
  }

  /** @param {Row} row */
  #drawRow(row) {
    const mine = this.#mine(row),
      key = JSON.stringify([row, mine]),
      before = this.drawn.get(row.id);
    if (before?.key === key) return;
    const element = this.#row(row, mine),
      focused = before?.element.contains(document.activeElement);
    if (before) before.element.replaceWith(element);
    else this.list.append(element);
    if (focused) element.querySelector('button')?.focus();
    this.drawn.set(row.id, { element, key });
  }

  /** @param {Row} row @param {boolean} mine */
  #row(row, mine) {
    const { id, game, clock, side, player, name, rated, range, gone, made } = row;
    const able = fits(range, this.club.rating(poolOf(familyOf(this.catalogue, game), clock)));
    const about = [
      optionsText(this.catalogue, game),
      // the server tells the side of who takes it
      side === 'random' ? '' : t((side === 'p1') !== mine ? 'club.youFirst' : 'club.youSecond'),
      t(rated ? 'club.ratedIs' : 'club.casual'),
      range ? t('club.range', range[0], range[1]) : '',
    ]
      .filter(Boolean)
      .join(' · ');
    const act = gone
      ? h('span', { class: 'club-soft' }, t('club.gone'))
      : mine
        ? doing(t('club.cancel'), () => this.club.cancel(id), this.report, { 'data-cancel': id })
        : doing(t('club.sit'), () => this.#sit(row), this.report, {
            class: 'club-sit',
            'data-sit': id,
            disabled: !able || null,
            title: able ? null : t('club.range', range?.[0] ?? 0, range?.[1] ?? 0),
          });
    return h(
      'li',
      {
        class: [gone ? 'gone' : '', mine ? 'mine' : ''].join(' ').trim() || null,
        'data-table': id,
        title: t('club.since', dayText(made)),
      },
      h(
        'div',
        { class: 'club-who' },
        mine
          ? h(
              'span',
              { class: 'club-person' },
              waves(),
              h('span', { class: 'club-name' }, t('club.yours')),
            )
          : person(player, name),
      ),
      h(
        'div',
        { class: 'club-what' },
        h('b', {}, gameTitle(this.catalogue, game)),
        ' ',
        h('span', { class: 'club-clock' }, clockText(clock)),
        h('small', {}, about),
      ),
      act,
    );
  }

  // -- boards ------------------------------------------------------------------------------------

  async refreshWall() {
    const { tables } = await this.club.call('GET', '/wall');
    const there = new Set(tables.map((/** @type {any} */ table) => table.id));
    for (const [id, { element }] of this.boards)
      if (!there.has(id)) {
        element.remove();
        this.boards.delete(id);
      }
    for (const table of tables) await this.#board(table);
    this.quiet.textContent = tables.length ? '' : t('club.noWall');
  }

  /** @param {any} table */
  async #board({ id, game, position, moves, seats, watchers }) {
    const key = `${position} ${moves}`,
      known = this.boards.get(id),
      name = gameTitle(this.catalogue, game);
    const names = seats.map(
        (/** @type {any} */ seat) => seat.player?.name || seat.name || t('club.nameless'),
      ),
      text = t('club.watch', name, names[0], names[1]);
    const board = known ?? {
      element: h('li', {}),
      picture: h('span', { class: 'club-picture' }),
      key: '',
      text: h('span', { class: 'club-under' }),
    };
    board.text.replaceChildren(
      ...seats.map((/** @type {any} */ { player }, /** @type {number} */ n) =>
        h(
          'span',
          {},
          names[n],
          ' ',
          typeof player?.rating === 'number' ? h('small', {}, String(player.rating)) : '',
        ),
      ),
      h('small', {}, watchers ? t('club.watchers', name, watchers) : name),
    );
    if (!known) {
      board.element.append(
        h('a', { href: atRoot(`t/${id}`), title: text }, board.picture, board.text),
      );
      this.wall.append(board.element);
      this.boards.set(id, board);
    }
    if (board.key === key) return;
    board.key = key;
    const svg = await this.club.board(game, position).catch(() => null);
    if (svg) board.picture.replaceChildren(svg);
  }

  /** Games of one's own that wait for a move. */
  async refreshTurns() {
    if (!this.club.me) return;
    const { tables } = await this.club.call('GET', '/me/tables');
    const turns = showTurns(tables);
    this.turns.replaceChildren(
      ...(tables.length
        ? [
            h(
              'a',
              { class: turns ? 'button' : null, href: '#me' },
              turns ? t('club.yourTurn', turns) : t('club.yourGames', tables.length),
            ),
          ]
        : []),
    );
  }
}

/** Rings that run out from who waits. */
const waves = () =>
  s(
    'svg',
    { class: 'club-waves', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    ...[0, 1, 2].map((n) => s('circle', { class: `club-wave-${n}`, r: 14 + 14 * n })),
    s('circle', { class: 'core', r: 7 }),
  );

/** @param {HTMLElement} host @param {import('./views.js').Page} page */
export const show = (host, page) =>
  enter(host, page, 'lobby', async (club, body) => {
    const lobby = new Lobby(club, await page.catalogue),
      first = await club.call('GET', '/lobby');
    lobby.begin(body);
    lobby.take(first);
    await lobby.refreshTurns().catch(() => {});
    await lobby.refreshWall().catch(() => {});
    club.changed = () => lobby.draw();
    const name = club.open().follow({ t: 'lobby' }, '/lobby/events', (told) => lobby.take(told));
    const timers = [
      setInterval(() => lobby.sweep(), SWEEP_MS),
      setInterval(() => {
        if (!document.hidden) void lobby.refreshWall().catch(() => {});
      }, WALL_MS),
    ];
    return () => {
      timers.forEach(clearInterval);
      club.changed = () => {};
      club.line?.unfollow(name);
    };
  });
