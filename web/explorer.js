// SPDX-License-Identifier: MIT
// The explorer (#explorer, #explorer=VARIANT): a game from its start on the board on which games are played, and beside
// it what was played there and how it went. Moves are made on the board or in the table. The game that was on the board
// comes back afterwards.
import { Borrowed } from './borrow.js';
import { byId, h, s } from './dom.js';
import { BOOKS } from './explorer-book.js';
import { ExplorerTable } from './explorer-table.js';
import { addWords, pick, t } from './i18n.js';
import { EN, JA } from './explorer-words.js';
import { setupOf } from './link.js';

addWords(EN, JA);
export const title = () => t('explorer.title');

/** @typedef {import('./app.js').Page} Page */

class Explorer {
  /** @param {Page} page @param {string} variant @param {{variant: string, title: string}[]} games @param {() => void} gone */
  constructor(page, variant, games, gone) {
    this.page = page;
    this.session = page.session;
    this.variant = variant;
    this.gone = gone;
    this.borrowed = new Borrowed(page.session);
    const act = (/** @type {() => any} */ job) => () =>
      void Promise.resolve(job()).catch(page.report);
    this.game = h(
      'select',
      {
        id: 'explorer-game',
        'aria-label': t('explorer.game'),
        onchange: () => page.go('explorer', this.game.value),
      },
      ...games.map((g) =>
        h('option', { value: g.variant, selected: g.variant === variant }, g.title),
      ),
    );
    this.first = h(
      'button',
      { id: 'explorer-first', onclick: act(() => this.session.goto(0)) },
      t('explorer.first'),
    );
    this.analyse = h(
      'button',
      { id: 'explorer-analyse', onclick: act(() => this.#analyse()) },
      t('explorer.analyse'),
    );
    const close = h(
      'button',
      {
        id: 'explorer-quit',
        class: 'icon',
        'aria-label': t('explorer.quit'),
        title: t('explorer.quit'),
        onclick: act(() => this.quit('back')),
      },
      s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        s('path', { d: 'M6 6l12 12M18 6L6 18' }),
      ),
    );
    const place = h('div', { id: 'explorer-table' });
    this.host = h(
      'section',
      { id: 'explorer', 'aria-labelledby': 'explorer-title' },
      h(
        'div',
        { class: 'explorer-top' },
        h('h2', { id: 'explorer-title' }, t('explorer.title')),
        this.game,
        close,
      ),
      place,
      h('p', { class: 'row' }, this.first, this.analyse),
    );
    this.table = new ExplorerTable(place, page);
  }

  /** @param {string} hash */
  holds(hash) {
    try {
      return decodeURIComponent(hash) === `#explorer=${this.variant}`;
    } catch {
      // no address of ours
      return false;
    }
  }

  async begin() {
    await this.borrowed.take();
    byId('moves-box').before(this.host);
    document.documentElement.dataset.mode = 'explorer'; // what belongs to playing is not shown
    await this.session.begin({ variant: this.variant }, { flipped: false });
    this.session.announce(t('explorer.lead'));
  }

  render() {
    this.first.disabled = !this.session.state?.ply;
    this.table.render();
  }

  /** The line becomes a game of its own. */
  async #analyse() {
    const { link } = this.session;
    this.#end();
    await this.borrowed.giveBack();
    this.gone();
    await this.page.play({ variant: this.variant, moves: link.moves, ply: link.ply });
    await this.page.analyse();
  }

  #end() {
    this.table.leave();
    this.host.remove();
    delete document.documentElement.dataset.mode;
  }

  /** @param {'back'|'play'|'away'} [next] */
  async quit(next = 'back') {
    this.#end();
    await this.borrowed.giveBack();
    this.gone();
    if (next === 'back') await (this.borrowed.before ? this.page.play() : this.page.go('home'));
  }
}

/** A game with its options, as a player would call it. @param {any} catalogue @param {string} variant */
export function titleOf({ families }, variant) {
  const [id, ...options] = variant.split(','),
    game = families
      .flatMap((/** @type {any} */ f) => f.games)
      .find((/** @type {any} */ g) => g.id === id);
  if (!game) return '';
  const named = options
    .map((text) => {
      const [name, value] = text.split('='),
        option = game.options.find((/** @type {any} */ o) => o.name === name);
      return pick(
        option?.values?.find((/** @type {any} */ v) => v.value === value)?.title ?? option?.title,
      );
    })
    .filter(Boolean);
  return named.length
    ? t('explorer.variant', pick(game.title), named.join(t('explorer.comma')))
    : pick(game.title);
}

/** The variant that is meant; one that there is not is the first. @param {Page} page @param {string} argument */
async function meant(page, argument) {
  const variant = argument || (page.session.shape?.variant ?? '');
  if (Object.hasOwn(BOOKS, variant)) return variant;
  const engine = await page.sketch(),
    first = Object.keys(BOOKS)[0];
  return argument
    ? engine.open(setupOf({ variant })).then(
        (shape) => shape.variant,
        () => first,
      )
    : first;
}

/** @param {HTMLElement} _host @param {Page} page @param {string} [argument] a variant */
export async function show(_host, page, argument = '') {
  await page.begun();
  const [catalogue, variant] = await Promise.all([page.catalogue, meant(page, argument)]);
  const games = [...new Set([...Object.keys(BOOKS), variant])].map((v) => ({
    variant: v,
    title: titleOf(catalogue, v),
  }));
  await page.lend(
    `#explorer=${variant}`,
    async (_board, gone) => new Explorer(page, variant, games, gone),
  );
}
