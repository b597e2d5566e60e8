// SPDX-License-Identifier: MIT
// The sheet for a challenge in the lobby: the new-game sheet with other questions, rated or not and for whom.
import { h } from './dom.js';
import { t } from './i18n.js';
import { NewGame } from './newgame.js';
import { chip, clock, row, side } from './sheet-fields.js';
import { rangeAround } from './club-model.js';

const WIDTHS = [0, 100, 200, 400];

export class Challenges extends NewGame {
  /** @param {import('./newgame.js').Catalogue} catalogue @param {import('./engine.js').Calls} sketch @param {(game: string, clock: string) => number} rating one's own */
  constructor(catalogue, sketch, rating) {
    super(catalogue, sketch, async () => null);
    this.rating = rating;
    this.opponent = 'friend';
    this.side = 'lot';
    this.clock = '600+5';
    this.rated = 'no';
    this.width = 0;
  }

  /** @override */
  get words() {
    return { title: t('club.make'), go: t('club.post') };
  }

  /** @override @returns {(Node|string)[]} */
  fields() {
    const free = this.clock === 'none';
    if (free) this.rated = 'no';
    const range = rangeAround(this.rating(this.game.id, this.clock), this.width);
    const rated = row(
      'rated',
      t('club.counts'),
      chip(this, 'rated', 'no', [t('club.casual')]),
      chip(this, 'rated', 'yes', [t('club.ratedIs')]),
    );
    rated.querySelector('input[value=yes]').disabled = free;
    rated.append(h('p', { class: 'said' }, free ? t('club.ratedClock') : t('club.ratedHelp')));
    const whom = row(
      'width',
      t('club.whom'),
      ...WIDTHS.map((width) =>
        chip(this, 'width', width, [width ? `±${width}` : t('club.anybody')]),
      ),
    );
    whom.append(
      h(
        'p',
        { class: 'said' },
        range ? t('club.range', range[0], range[1]) : t('club.anybodyHelp'),
      ),
    );
    return [rated, whom, side(this), clock(this)];
  }

  /** What is asked of the server, null if it was closed. @returns {Promise<{game: string, clock: string, [more: string]: any}|null>} */
  async choose() {
    const choice = await this.ask({ opponent: 'friend' });
    if (!choice) return null;
    const { variant, seed, match, position, secret } = choice,
      odds = !!position || choice.clock.includes('/');
    const range = rangeAround(this.rating(this.game.id, choice.clock), this.width);
    return {
      game: variant,
      clock: choice.clock,
      side: choice.side,
      rated: this.rated === 'yes' && choice.clock !== 'none' && !odds,
      ...(range ? { range } : {}),
      ...(match ? { match } : {}),
      ...(position ? { position } : {}),
      ...(secret ? { pick: true } : {}),
      ...(seed !== '1' ? { seed } : {}),
    };
  }
}
