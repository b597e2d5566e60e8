// SPDX-License-Identifier: MIT
// What the views of the club share: who this device is, the line to the server, challenges that wait while the page is
// open, and how players, ratings, games and small boards are shown.
import { drawPicture } from './board.js';
import { emblemOf, readPool } from './club-model.js';
import { EN, JA } from './club-words.js';
import { atRoot, h, loadCss } from './dom.js';
import { clockText } from './friends-panel.js';
import { deviceKey, dropSeat, keepSeat, mySeats, needDevice } from './friends-seats.js';
import { EN as ONLINE_EN, JA as ONLINE_JA } from './friends-words.js';
import { addWords, language, pick, reasonOf, t } from './i18n.js';
import { setupOf } from './link.js';
import { mark } from './mark.js';
import { Connection, Refused, call, newCommand, noServer } from './online.js';

addWords(ONLINE_EN, ONLINE_JA);
addWords(EN, JA);

/**
 * @typedef {import('./club-model.js').Player} Player
 * @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rating
 * @typedef {{id: string, name: string, bot: boolean, made: number, ratings: Record<string, Rating>, hidden: string[], vacation?: {until: number, left: number}}} Me
 * @typedef {{id: string, key: string, game: string, clock: string}} Wait a challenge of one's own that nobody has taken yet
 */

const LEAVE_MS = 1500; // that long for taking back challenges before another table opens
const UNRATED = 1500; // what somebody new is taken for

/** Days a move: nobody waits for it. @param {string} clock */
const isSlow = (clock) => /^\d+d(\+\d+d)?$/.test(clock);

class Club {
  /** @param {import('./views.js').Page} page */
  constructor(page) {
    this.page = page;
    this.base = new URL(atRoot('./')).origin;
    /** @type {Connection|null} */
    this.line = null;
    /** Who this device is, null while nobody knows. @type {Me|null} */
    this.me = null;
    /** @type {Map<string, Wait>} */
    this.waits = new Map();
    /** Told when a challenge of one's own is new, taken or gone. */
    this.changed = () => {};
    /** Boards by variant. @type {Map<string, Promise<import('./engine.js').Shape>>} */
    this.shapes = new Map();
  }

  /** @param {string} method @param {string} path @param {any} [body] @param {string} [key] else the device's @returns {Promise<any>} */
  async call(method, path, body, key = deviceKey()) {
    try {
      return await call(this.base, method, path, body, key, { lang: language() });
    } catch (error) {
      if (error instanceof Refused && error.why !== 'no-server') throw error;
      throw noServer(error);
    }
  }

  /** Who this device is; somebody new is made only if asked for. @param {boolean} [make] @returns {Promise<Me|null>} */
  async who(make = false) {
    const had = deviceKey();
    if (make) needDevice();
    if (!deviceKey()) return null;
    if (!had) this.line?.known();
    try {
      this.me =
        make && !this.me ? await this.call('POST', '/me', {}) : await this.call('GET', '/me');
    } catch (error) {
      if (!(error instanceof Refused) || !['not-found', 'no-key'].includes(error.why)) throw error;
      this.me = null; // nothing was ever done with this key
    }
    return this.me;
  }

  /** One's rating in a pool. @param {string} pool */
  rating(pool) {
    return this.me?.ratings[pool]?.rating ?? UNRATED;
  }

  /** The line, open as long as somebody follows something or a challenge waits. */
  open() {
    this.line ??= new Connection(this.base, { lang: language(), device: deviceKey });
    return this.line;
  }

  /** A view has left. */
  release() {
    if (!this.line || this.line.channels.size || this.waits.size) return;
    this.line.close();
    this.line = null;
  }

  /** To a table. Nobody can sit at two with a running clock, so other challenges of one's own are taken back. @param {string} id */
  async go(id) {
    const others = [...this.waits.values()].filter((w) => w.id !== id && !isSlow(w.clock));
    this.page.hear('your-turn');
    await Promise.race([
      Promise.allSettled(others.map((w) => this.cancel(w.id))),
      new Promise((resolve) => setTimeout(resolve, LEAVE_MS)),
    ]);
    location.assign(atRoot(`t/${id}`));
  }

  /** A challenge of one's own waits; where the clock runs in minutes its game is gone to at once. @param {Wait} wait */
  wait(wait) {
    const { id, key, clock } = wait;
    this.waits.set(id, wait);
    this.open().watch(
      id,
      key,
      ({ state }) => {
        if (!state || state === 'open' || !this.waits.has(id)) return;
        this.drop(id);
        if (state !== 'aborted' && state !== 'ended' && !isSlow(clock)) void this.go(id);
      },
      () => this.drop(id),
    );
    this.changed();
  }

  /** @param {string} id */
  drop(id) {
    this.waits.delete(id);
    this.line?.unwatch(id);
    this.changed();
  }

  /** Takes a challenge of one's own back. @param {string} id */
  async cancel(id) {
    const key =
      this.waits.get(id)?.key ?? mySeats().find((seat) => seat.id === id)?.key ?? deviceKey();
    this.drop(id);
    await this.call('POST', `/tables/${id}/do`, { cmd: newCommand(), do: 'leave' }, key);
    dropSeat(id);
  }

  /** A table was made or sat down at. @param {{id: string, key?: string, url?: string, invite?: string}} made @param {string} game @param {string} clock */
  seated({ id, key, url, invite }, game, clock) {
    if (key) keepSeat(id, key, game, invite);
    if (url && key) this.wait({ id, key, game, clock });
    else void this.go(id);
    if (!this.me)
      void this.who()
        .then(() => this.line?.known())
        .catch(() => {}); // the first game has made somebody
  }

  /** A small board; what is on it is said beside it. @param {string} variant @param {string} position */
  async board(variant, position) {
    const engine = await this.page.sketch();
    // Both at once, so that nobody else's requests come in between.
    const [shape, { table }] = await Promise.all([
      engine.open(setupOf({ variant, position })),
      engine.state(),
    ]);
    const svg = drawPicture(shape, table.board, '');
    svg.setAttribute('aria-hidden', 'true');
    return svg;
  }
}

/** @type {Club|null} */
let club = null;
/** @typedef {Club} TheClub */
/** The one of this page. @param {import('./views.js').Page} page */
export const clubOf = (page) => (club ??= new Club(page));

/** A view of the club: its style sheet, and a way between them; a place without a server says so.
 * @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} here @param {(club: Club, body: HTMLElement) => Promise<any>} fill */
export async function enter(host, page, here, fill) {
  await loadCss('club.css');
  const its = clubOf(page),
    body = h('div', { class: `club club-${here}` }),
    { catalogue } = page;
  try {
    await catalogue;
    await its.who();
    const leave = await fill(its, body);
    host.replaceChildren(links(its, here), body);
    return () => {
      leave?.();
      its.release();
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    host.replaceChildren(
      links(its, here),
      h(
        'div',
        { class: 'club-none' },
        h('p', {}, reasonOf(error)),
        h('p', {}, h('a', { class: 'button', href: '#home' }, t('do.home'))),
      ),
    );
  }
}

/** @param {Club} its @param {string} here */
function links({ me }, here) {
  const link = (/** @type {string} */ name, /** @type {(Node|string)[]} */ ...content) =>
    h(
      'a',
      { href: `#${name}`, 'aria-current': name === here || name === `${here}s` ? 'page' : null },
      ...content,
    );
  return h(
    'nav',
    { class: 'club-links', 'aria-label': t('club.title') },
    link('lobby', t('club.lobby')),
    link('tournaments', t('club.tournaments')),
    link('ratings', t('club.ratings')),
    link('me', me ? emblem(me.id) : mark(''), h('span', {}, me?.name || t('club.me'))),
  );
}

/** The picture of a player. @param {string} id */
export const emblem = (id) => mark(emblemOf(id));

/** A rating with what is not known of it. @param {{rating?: number|null, deviation?: number|null, provisional?: boolean}|null|undefined} of */
export function ratingOf(of) {
  if (typeof of?.rating !== 'number') return '';
  const number = Math.round(of.rating),
    said =
      typeof of.deviation !== 'number'
        ? t(of.provisional ? 'club.aboutProvisional' : 'club.about', number)
        : t(
            of.provisional ? 'club.ratingProvisional' : 'club.ratingIs',
            number,
            Math.round(of.deviation),
          );
  return h(
    'span',
    { class: 'club-rating', title: said },
    h(
      'span',
      { 'aria-hidden': 'true' },
      h('b', {}, String(number)),
      of.provisional ? '?' : '',
      ...(typeof of.deviation === 'number'
        ? [' ', h('small', {}, `±${Math.round(of.deviation)}`)]
        : []),
    ),
    h('span', { class: 'unseen' }, said),
  );
}

/** Somebody, with a way to what is known of them. @param {Player|null|undefined} player @param {string} [name] of who has no key */
export function person(player, name = '') {
  const called = player?.name || name || t('club.nameless');
  const inside = [
    player ? emblem(player.id) : mark(name),
    h('span', { class: 'club-name' }, called),
    ...(player?.bot ? [h('small', { class: 'club-bot' }, t('club.bot'))] : []),
    ratingOf(player),
  ];
  return player
    ? h('a', { class: 'club-person', href: `#player=${player.id}` }, ...inside)
    : h('span', { class: 'club-person' }, ...inside);
}

/** @param {import('./newgame.js').Catalogue} catalogue @param {string} variant */
export const rowOf = ({ families }, variant) =>
  families.flatMap((f) => f.games).find((g) => g.id === variant.split(',')[0]);
/** @param {import('./newgame.js').Catalogue} catalogue @param {string} variant */
export const familyOf = ({ families }, variant) =>
  families.find((f) => f.games.some((g) => g.id === variant.split(',')[0]))?.id ?? '';

/** What a game is called. @param {import('./newgame.js').Catalogue} catalogue @param {string} variant */
export const gameTitle = (catalogue, variant) => pick(rowOf(catalogue, variant)?.title) || variant;

/** The options that are not as usual, by their names. @param {import('./newgame.js').Catalogue} catalogue @param {string} variant */
export function optionsText(catalogue, variant) {
  const row = rowOf(catalogue, variant);
  return variant
    .split(',')
    .slice(1)
    .flatMap((part) => {
      const [name, value] = part.split('='),
        option = row?.options.find((o) => o.name === name);
      if (value === undefined || !option) return [pick(option?.title) || part];
      return value === String(option.default)
        ? []
        : [
            `${pick(option.title)}: ${pick(option.values?.find((v) => v.value === value)?.title) || value}`,
          ];
    })
    .join(', ');
}

/** @param {import('./newgame.js').Catalogue} catalogue @param {string} pool */
export function poolTitle({ families }, pool) {
  const { family, speed, bot } = readPool(pool),
    title = pick(families.find((f) => f.id === family)?.title) || family;
  return t(bot ? 'club.poolBot' : 'club.pool', title, speed ? t(`club.speed.${speed}`) : '');
}

/** A table of ratings. @param {import('./newgame.js').Catalogue} catalogue @param {Record<string, Rating>} ratings */
export function ratingTable(catalogue, ratings) {
  const pools = Object.entries(ratings).sort(([, a], [, b]) => b.games - a.games);
  if (!pools.length) return h('p', { class: 'club-soft' }, t('club.noRatings'));
  return h(
    'table',
    { class: 'club-table' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...['club.poolHead', 'club.rating', 'club.games'].map((key) =>
          h('th', { scope: 'col' }, t(key)),
        ),
      ),
    ),
    h(
      'tbody',
      {},
      ...pools.map(([pool, rating]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, poolTitle(catalogue, pool)),
          h('td', {}, ratingOf(rating)),
          h('td', {}, String(rating.games)),
        ),
      ),
    ),
  );
}

/** @param {number} time */
export const dayText = (time) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(time));
/** @param {number} time */
export const timeText = (time) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );

/** What is played: game, options, clock. @param {import('./newgame.js').Catalogue} catalogue @param {{game: string, clock: string}} table */
export const gameLine = (catalogue, { game, clock }) =>
  [gameTitle(catalogue, game), optionsText(catalogue, game), clockText(clock)]
    .filter(Boolean)
    .join(' · ');

/** A button that does one thing at a time and says what went wrong.
 * @param {string} text @param {() => any} action @param {(error: unknown) => void} report @param {Record<string, any>} [how] attributes */
export function doing(text, action, report, how = {}) {
  const button = h(
    'button',
    {
      type: 'button',
      ...how,
      onclick: async () => {
        if (button.getAttribute('aria-busy')) return;
        button.setAttribute('aria-busy', 'true');
        try {
          await action();
        } catch (error) {
          report(error);
        } finally {
          button.removeAttribute('aria-busy');
        }
      },
    },
    text,
  );
  return button;
}
