// SPDX-License-Identifier: MIT
// One tournament, live: how it stands, who plays whom, the boards that are on. Whoever's game begins is led to it at once.
import { doing, enter, gameLine, gameTitle, person, timeText } from './club.js';
import { parts, tablesOf } from './club-model.js';
import { EN, JA } from './club-tournament-words.js';
import { kindText } from './club-tournaments.js';
import { confirm } from './dialogs.js';
import { atRoot, h } from './dom.js';
import { sent } from './friends-next.js';
import { needDevice } from './friends-seats.js';
import { addWords, reasonOf, t } from './i18n.js';
import { points } from './panel.js';

addWords(EN, JA);
export const title = () => t('tour.title');

/** @typedef {import('./club.js').TheClub} TheClub */
const BOARDS_MAX = 12,
  SIMUL_MAX = 50,
  BOARDS_MS = 4000,
  GAMES_MAX = 20;
/** @type {Record<string, string>} */
const RESULTS = { p1win: '1 – 0', p2win: '0 – 1', draw: '½ – ½', neither: '0 – 0' };

/** Two digits where there is something before. @param {number} ms */
function countdown(ms) {
  const { days, hours, minutes, seconds } = parts(ms),
    two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return days
    ? t('tour.days', days, hours)
    : hours
      ? `${hours}:${two(minutes)}:${two(seconds)}`
      : `${minutes}:${two(seconds)}`;
}

class View {
  /** @param {TheClub} club @param {import('./newgame.js').Catalogue} catalogue @param {HTMLElement} body @param {string} id */
  constructor(club, catalogue, body, id) {
    this.club = club;
    this.catalogue = catalogue;
    this.id = id;
    /** @type {any} */
    this.told = null;
    this.ahead = 0; // what the server's clock is ahead of ours
    this.said = h('p', { class: 'club-said', role: 'status' });
    this.heading = h('h2', {});
    this.about = h('p', { class: 'club-soft' });
    this.state = h('p', { class: 'tour-state' });
    this.hides = h('p', { id: 'tour-hides' });
    this.ways = h('p', { class: 'row tour-ways' });
    this.over = h('h3', { id: 'tour-standings' });
    this.standings = h('div', { class: 'tour-standings' });
    this.pairings = h('div', {});
    this.wall = h('ul', { class: 'club-wall' });
    /** @type {Map<string, {element: HTMLElement, picture: HTMLElement, key: string}>} */
    this.boards = new Map();
    body.append(
      h('div', { class: 'tour-head' }, this.heading, this.about, this.state, this.ways, this.hides),
      this.said,
      h(
        'div',
        { class: 'club-two' },
        h('section', { 'aria-labelledby': 'tour-standings' }, this.over, this.standings),
        h(
          'section',
          { 'aria-labelledby': 'tour-pairings' },
          h('h3', { id: 'tour-pairings' }, t('tour.pairings')),
          this.pairings,
        ),
      ),
      this.wall,
    );
  }

  /** @param {unknown} error */
  report = (error) => {
    this.said.textContent = reasonOf(error);
  };

  /** @param {any} told the whole tournament */
  take(told) {
    this.told = told;
    this.ahead = told.now - Date.now();
    this.heading.textContent = told.name || kindText(told.kind);
    this.about.textContent = [
      kindText(told.kind),
      gameLine(this.catalogue, told),
      t(told.rated ? 'club.ratedIs' : 'club.casual'),
      told.match ? t('tour.match') : '',
    ]
      .filter(Boolean)
      .join(' · ');
    this.tick();
    this.#drawWays();
    this.#drawHides();
    this.#drawStandings();
    this.#drawPairings();
    this.#lead();
  }

  /** What changes by the second; times are the server's. */
  tick() {
    const { state, start, ends, kind, round, rounds, ended, reason } = this.told,
      now = Date.now() + this.ahead;
    const text =
      state === 'coming'
        ? start
          ? start > now
            ? t('tour.in', countdown(start - now), timeText(start))
            : t('tour.now')
          : t('tour.byHand')
        : state === 'running'
          ? kind === 'arena' && ends
            ? t('tour.arenaLeft', countdown(ends - now))
            : rounds
              ? t('tour.round', round || 1, rounds)
              : t('tour.runs')
          : [
              t(state === 'cancelled' ? 'tour.cancelled' : 'tour.ended', timeText(ended)),
              reason ? t(`tour.why.${reason}`) : '',
            ]
              .filter(Boolean)
              .join(' · ');
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  /** One's own line, if one takes part. */
  get mine() {
    return /** @type {any[]} */ (this.told.standings).find(({ id }) => id === this.club.me?.id);
  }
  /** Who plays against everybody is led to nobody: the boards are here. */
  get many() {
    return this.told.kind === 'simul' && this.told.by.id === this.club.me?.id;
  }
  get tables() {
    return tablesOf(this.told, this.club.me?.id ?? '');
  }

  #drawWays() {
    const { state, by, kind } = this.told,
      { mine, club, many } = this,
      leads = by.id === club.me?.id,
      takes = !!mine && !mine.gone,
      table = many ? '' : (this.tables[0] ?? '');
    const key = JSON.stringify([state, leads, takes, table, document.documentElement.lang]);
    if (this.ways.dataset.key === key) return; // nothing is taken away from under a finger
    this.ways.dataset.key = key;
    const act = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {() => Promise<any>} */ job,
      main = false,
    ) => doing(text, job, this.report, { id: `tour-${id}`, class: main ? 'main' : null });
    const post =
      (/** @type {string} */ path, /** @type {any} */ body = {}) =>
      async () => {
        needDevice();
        await club.call('POST', `/tournaments/${this.id}/${path}`, body);
        this.said.textContent = '';
        await club.who();
        await this.refresh();
      };
    const open = state === 'coming' || state === 'running',
      buttons = [];
    if (table)
      buttons.push(
        h(
          'a',
          { class: 'button main', href: atRoot(`t/${table}`), id: 'tour-table' },
          t('tour.toGame'),
        ),
      );
    if (
      !takes &&
      (state === 'coming' ||
        (state === 'running' && (kind === 'arena' || (mine && kind !== 'simul'))))
    )
      buttons.push(act('join', t('tour.join'), post('join'), true));
    if (takes && !many && state === 'coming')
      buttons.push(act('leave', t('tour.leave'), post('leave')));
    if (takes && !many && state === 'running')
      buttons.push(
        act('withdraw', t('tour.withdraw'), async () => {
          if (await confirm(t('tour.withdrawAsk'))) await post('do', { do: 'withdraw' })();
        }),
      );
    if (leads && state === 'coming')
      buttons.push(
        act(
          'begin', // the sheet of a new one has a field tour-start
          t('tour.startNow'),
          post('do', { do: 'start' }),
          !buttons.some((b) => b.classList.contains('main')),
        ),
      );
    if (leads && open)
      buttons.push(
        act('cancel', t('tour.cancel'), async () => {
          if (await confirm(t('tour.cancelAsk'))) await post('do', { do: 'cancel' })();
        }),
      );
    this.ways.replaceChildren(...buttons);
  }

  /** What becomes of games against those whom one hides. */
  #drawHides() {
    const { kind, state, standings } = this.told,
      open = (state === 'coming' || state === 'running') && this.mine && !this.mine.gone,
      names = standings
        .filter((/** @type {any} */ r) => !r.gone && this.club.me?.hidden.includes(r.id))
        .map((/** @type {any} */ r) => r.name || t('club.nameless'));
    const text = open && names.length ? t(`tour.hides.${kind}`, names.join(t('tour.and'))) : '';
    if (this.hides.textContent !== text) this.hides.textContent = text;
  }

  #drawStandings() {
    const { standings, kind, state } = this.told;
    this.over.textContent = t(state === 'coming' ? 'tour.players' : 'tour.standings');
    if (!standings.length)
      return this.standings.replaceChildren(h('p', { class: 'club-soft' }, t('tour.nobody')));
    const began = state !== 'coming',
      swiss = kind === 'swiss' && began,
      head = [
        ...(began ? ['ratings.rank'] : []),
        'ratings.player',
        ...(began ? ['tour.points'] : []),
        ...(swiss ? ['tour.buchholz'] : []),
      ];
    this.standings.replaceChildren(
      h(
        'table',
        { class: 'club-table' },
        h('thead', {}, h('tr', {}, ...head.map((key) => h('th', { scope: 'col' }, t(key))))),
        h(
          'tbody',
          {},
          ...standings
            .filter((/** @type {any} */ r) => began || !r.gone)
            .map((/** @type {any} */ r) =>
              h(
                'tr',
                {
                  class:
                    [r.id === this.club.me?.id ? 'mine' : '', r.gone ? 'gone' : '']
                      .join(' ')
                      .trim() || null,
                },
                ...(began ? [h('td', {}, String(r.place))] : []),
                h('th', { scope: 'row' }, person(r)),
                ...(began
                  ? [
                      h(
                        'td',
                        {},
                        h('b', {}, kind === 'arena' ? String(r.points) : points(2 * r.points)),
                        r.streak ? h('small', { title: t('tour.streak') }, ' ×2') : '',
                      ),
                    ]
                  : []),
                ...(swiss ? [h('td', {}, String(r.buchholz))] : []),
              ),
            ),
        ),
      ),
    );
  }

  #drawPairings() {
    const { games, standings, kind, round } = this.told,
      names = new Map(
        standings.map((/** @type {any} */ r) => [r.id, r.name || t('club.nameless')]),
      );
    const list =
      kind === 'arena'
        ? [...games].reverse().slice(0, GAMES_MAX)
        : kind === 'simul'
          ? games
          : games.filter(
              (/** @type {any} */ g) => g.round === round || (g.result === 'none' && g.table),
            );
    if (!list.length)
      return this.pairings.replaceChildren(h('p', { class: 'club-soft' }, t('tour.noPairings')));
    this.pairings.replaceChildren(
      h(
        'ul',
        { class: 'club-list' },
        ...list.map((/** @type {any} */ { players, result, table }) => {
          const who = h(
              'span',
              { class: 'club-what' },
              players
                .map((/** @type {string|null} */ id) => (id ? names.get(id) : t('tour.bye')))
                .join(' – '),
            ),
            how = h(
              'span',
              { class: 'me-other' },
              RESULTS[result] ??
                t(
                  result === 'bye' ? 'tour.bye' : result === 'none' ? 'tour.on' : 'player.noResult',
                ),
            );
          return h(
            'li',
            { class: result === 'none' ? 'live' : null },
            table
              ? h('a', { href: atRoot(`t/${table}`) }, who, how)
              : h('span', { class: 'tour-pair' }, who, how),
          );
        }),
      ),
    );
  }

  /** To the game of who is here, once for every table. */
  #lead() {
    const [table] = this.tables;
    if (this.many || !table || sent(table)) return;
    this.said.textContent = t('tour.begun');
    void this.club.go(table);
  }

  async refresh() {
    this.take(await this.club.call('GET', `/tournaments/${this.id}`));
  }

  /** The boards that are on. */
  async refreshBoards() {
    const tables = /** @type {any[]} */ (this.told.games)
      .filter((g) => g.table && g.result === 'none')
      .map((g) => g.table)
      .slice(0, this.many ? SIMUL_MAX : BOARDS_MAX);
    for (const [id, { element }] of this.boards)
      if (!tables.includes(id)) {
        element.remove();
        this.boards.delete(id);
      }
    for (const id of tables) await this.#board(id).catch(() => {});
  }

  /** @param {string} id */
  async #board(id) {
    const { game, position, seats, turn } = await this.club.call(
        'GET',
        `/tables/${id}`,
        undefined,
        '',
      ),
      names = seats.map((/** @type {any} */ seat) => seat.name || t('club.nameless'));
    let board = this.boards.get(id);
    const text = t('club.watch', gameTitle(this.catalogue, game), names[0], names[1]);
    if (!board) {
      board = { element: h('li', {}), picture: h('span', { class: 'club-picture' }), key: '' };
      board.element.append(
        h(
          'a',
          { href: atRoot(`t/${id}`), title: text },
          board.picture,
          h(
            'span',
            { class: 'club-under' },
            ...names.map((/** @type {string} */ name) => h('span', {}, name)),
          ),
        ),
      );
      this.wall.append(board.element);
      this.boards.set(id, board);
    }
    board.element.classList.toggle(
      'yours',
      this.many && seats[turn]?.player?.id === this.club.me?.id,
    ); // of many, where one is to move
    if (board.key === position) return;
    board.key = position;
    board.picture.replaceChildren(await this.club.board(game, position));
  }
}

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} id */
export const show = (host, page, id) =>
  enter(host, page, 'tournament', async (club, body) => {
    const view = new View(club, await page.catalogue, body, id);
    await view.refresh();
    void view.refreshBoards();
    const name = club
      .open()
      .follow({ t: 'tournament', id }, `/tournaments/${id}/events`, (told) => view.take(told));
    const timers = [
      setInterval(() => view.tick(), 1000),
      setInterval(() => {
        if (!document.hidden) void view.refreshBoards();
      }, BOARDS_MS),
    ];
    return () => {
      timers.forEach(clearInterval);
      club.line?.unfollow(name);
    };
  });
