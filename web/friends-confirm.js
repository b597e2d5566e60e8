// SPDX-License-Identifier: MIT
// A move that waits for a second tap before it is sent: on the board it stands already, the server has not heard of it.
// On by default where a move has days, because there a slip of the finger costs the most.
import { byId, h } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./friends.js').Friends} Friends */

export class Confirm {
  /** @param {Friends} friends @param {{confirm: string}} settings 'days', 'always' or 'never' */
  constructor(friends, settings) {
    this.friends = friends;
    this.settings = settings;
    /** The move that waits, '' if none does. */
    this.move = '';
  }

  /** Are moves at this table asked about? */
  get wanted() {
    const { confirm } = this.settings;
    return confirm === 'always' || (confirm === 'days' && this.friends.days);
  }

  /** @param {string} move */
  hold(move) {
    this.move = move;
    this.friends.session.announce(t('online.confirm', move));
    this.render();
  }

  /** A point was chosen while a move waits: the one that was chosen last sends it, any other takes it back. @param {number} point */
  async tapped(point) {
    const path = this.friends.session.state?.lastPath ?? [],
      last = path.at(-1);
    const placed = path.filter((step) => step.role !== 'from');
    if (point === last?.point || placed.some((step) => step.point === point)) await this.send();
    else await this.cancel();
  }

  async send() {
    const { move } = this;
    this.move = '';
    this.render();
    if (move) await this.friends.sendMove(move);
  }

  async cancel() {
    if (!this.move) return;
    this.move = '';
    this.render();
    await this.friends.session.unplay();
  }

  /** The game has gone on without it. */
  drop() {
    this.move = '';
    this.render();
  }

  render() {
    const old = byId('confirm-move');
    if (old && old.dataset.move === this.move && old.lang === document.documentElement.lang) return;
    old?.remove();
    if (!this.move) return;
    const tap = (/** @type {() => Promise<void>} */ what) => () =>
      what.call(this).catch(this.friends.report);
    byId('status-box').append(
      h(
        'div',
        {
          id: 'confirm-move',
          'data-move': this.move,
          lang: document.documentElement.lang,
          role: 'group',
          'aria-label': t('online.confirmLabel'),
        },
        h('span', {}, t('online.confirm', this.move)),
        h(
          'p',
          { class: 'row' },
          h(
            'button',
            { type: 'button', id: 'send-move', class: 'main', onclick: tap(this.send) },
            t('online.sendMove'),
          ),
          h(
            'button',
            { type: 'button', id: 'cancel-move', onclick: tap(this.cancel) },
            t('online.cancelMove'),
          ),
        ),
      ),
    );
  }
}
