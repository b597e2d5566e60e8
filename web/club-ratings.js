// SPDX-License-Identifier: MIT
// The best by games and speeds; bots apart.
import { enter, person, ratingOf } from './club.js';
import { h } from './dom.js';
import { pick, reasonOf, t } from './i18n.js';

export const title = () => t('club.ratings');
const SPEEDS = ['blitz', 'rapid', 'classical', 'days'];

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} wanted a pool */
export const show = (host, page, wanted) =>
  enter(host, page, 'ratings', async (club, body) => {
    const { families } = await page.catalogue,
      pools = families.flatMap((f) => SPEEDS.map((speed) => `${f.id}-${speed}`));
    let pool = pools.includes(wanted)
        ? wanted
        : (Object.entries(club.me?.ratings ?? {})
            .sort(([, a], [, b]) => b.games - a.games)
            .map(([name]) => name)
            .find((p) => pools.includes(p)) ?? pools[0]),
      bots = false;
    const table = h('div', { class: 'ratings-table', 'aria-live': 'polite' });
    const draw = async () => {
      const asked = `${pool} ${bots}`,
        { players = [] } = await club.call('GET', `/ratings?pool=${pool}&bots=${bots ? 1 : 0}`);
      if (asked !== `${pool} ${bots}`) return; // somebody has chosen another one meanwhile
      table.replaceChildren(
        players.length
          ? h(
              'table',
              { class: 'club-table' },
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  ...['ratings.rank', 'ratings.player', 'club.rating', 'club.games'].map((key) =>
                    h('th', { scope: 'col' }, t(key)),
                  ),
                ),
              ),
              h(
                'tbody',
                {},
                ...players.map((/** @type {any} */ p, /** @type {number} */ n) =>
                  h(
                    'tr',
                    { class: p.id === club.me?.id ? 'mine' : null },
                    h('td', {}, String(n + 1)),
                    h('th', { scope: 'row' }, person({ id: p.id, name: p.name, bot: p.bot })),
                    h('td', {}, ratingOf(p)),
                    h('td', {}, String(p.games ?? '')),
                  ),
                ),
              ),
            )
          : h('p', { class: 'club-soft' }, t('ratings.nobody')),
      );
    };
    const redraw = () =>
      draw().catch((error) => {
        table.replaceChildren(h('p', {}, reasonOf(error)));
      });
    const choice = h(
      'select',
      {
        id: 'ratings-pool',
        onchange: () => {
          pool = choice.value;
          void redraw();
        },
      },
      ...families.map((f) =>
        h(
          'optgroup',
          { label: pick(f.title) },
          ...SPEEDS.map((speed) =>
            h(
              'option',
              { value: `${f.id}-${speed}`, selected: pool === `${f.id}-${speed}` },
              t('club.pool', pick(f.title), t(`club.speed.${speed}`)),
            ),
          ),
        ),
      ),
    );
    const box = h('input', {
      type: 'checkbox',
      id: 'ratings-bots',
      onchange: () => {
        bots = box.checked;
        void redraw();
      },
    });
    body.append(
      h('h2', { class: 'unseen' }, t('club.ratings')),
      h('p', { class: 'club-soft' }, t('ratings.about')),
      h(
        'p',
        { class: 'row' },
        h('label', { for: 'ratings-pool' }, t('club.poolHead')),
        choice,
        h('label', { class: 'club-check' }, box, ' ', t('ratings.bots')),
      ),
      table,
    );
    await draw();
  });
