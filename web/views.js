// SPDX-License-Identifier: MIT
// The board is one view of the page; the others (front page, lessons, kept games, ...) are modules that are
// fetched when they are asked for. An address with #NAME or #NAME=ARGUMENT shows one; any other is a game.
// A view has show(host, page, argument): it fills the host, and may return what is called when it is left.
import { byId, h, shown } from './dom.js';
import { reasonOf, t } from './i18n.js';

/** @typedef {import('./app.js').Page} Page */
/** @typedef {{title?: () => string, show: (host: HTMLElement, page: Page, argument: string) => any}} View show: may return (or promise) a function for leaving */

/** One line a view. @type {Record<string, () => Promise<View>>} */
export const VIEWS = {
  about: () => import('./about.js'),
  board: () => import('./class.js'),
  drills: () => import('./drills.js'),
  edit: () => import('./edit.js'),
  explorer: () => import('./explorer.js'),
  games: () => import('./mygames.js'),
  home: () => import('./home.js'),
  learn: () => import('./learn.js'),
  lobby: () => import('./club-lobby.js'),
  me: () => import('./club-me.js'),
  player: () => import('./club-player.js'),
  print: () => import('./print.js'),
  puzzles: () => import('./puzzles.js'),
  ratings: () => import('./club-ratings.js'),
  tournament: () => import('./club-tournament.js'),
  tournaments: () => import('./club-tournaments.js'),
};

/** @param {string} hash @returns {{name: string, argument: string}|null} */
export function viewOf(hash) {
  const [, name, argument = ''] = /^#([a-z]+)(?:=([^&]*))?$/.exec(hash) ?? [];
  if (!name || !Object.hasOwn(VIEWS, name)) return null;
  try {
    return { name, argument: decodeURIComponent(argument) };
  } catch {
    return { name, argument: '' }; // a damaged address: the view as it begins
  }
}

/** Does an address name a view that is not there? '#play' is the way to the board. @param {string} hash */
export const isLost = (hash) => /^#[a-z]+$/.test(hash) && hash !== '#play' && !viewOf(hash);

export class Views {
  /** @param {HTMLElement} host @param {HTMLElement} play the board's view @param {Page} page */
  constructor(host, play, page) {
    this.host = host;
    this.play = play;
    this.page = page;
    /** What is shown; '' is the board. */
    this.name = '';
    this.argument = '';
    this.ticket = 0;
    /** @type {(() => void)|null} */
    this.leave = null;
  }

  /** @param {string} name @param {string} [argument] */
  async open(name, argument = '') {
    const mine = ++this.ticket,
      again = this.name === name;
    this.name = name;
    this.argument = argument;
    document.documentElement.dataset.view = name;
    try {
      const view = await VIEWS[name]();
      if (mine !== this.ticket) return;
      this.#left();
      this.play.hidden = true;
      this.host.hidden = false;
      byId('title').textContent = t('app.title');
      document.title = view.title ? `${view.title()} – ${t('app.title')}` : t('app.title');
      const leave = await view.show(this.host, this.page, argument);
      shown();
      if (mine !== this.ticket) return void leave?.();
      this.leave = leave ?? null;
      if (!again) {
        scrollTo(0, 0);
        this.host.focus({ preventScroll: true });
      }
    } catch (error) {
      if (mine === this.ticket) this.trouble(t('app.noView', reasonOf(error)));
    }
  }

  /** What could not be loaded, in place of everything else. @param {string} text */
  trouble(text) {
    this.play.hidden = true;
    this.host.hidden = false;
    this.host.replaceChildren(
      h(
        'div',
        { class: 'broken' },
        h('p', { class: 'trouble', role: 'alert' }, text),
        h(
          'p',
          {},
          h('button', { class: 'main', onclick: () => location.reload() }, t('app.reload')),
        ),
      ),
    );
    shown();
  }

  /** The same in other words or colours. */
  async again() {
    if (this.name) await this.open(this.name, this.argument);
  }

  /** Back to the board. */
  close() {
    const before = this.name;
    this.ticket++;
    this.#left();
    this.name = '';
    this.host.hidden = true;
    this.play.hidden = false;
    this.host.replaceChildren();
    delete document.documentElement.dataset.view;
    if (before) scrollTo(0, 0); // not where the view was left
  }

  #left() {
    this.leave?.();
    this.leave = null;
  }
}
