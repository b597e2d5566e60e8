// SPDX-License-Identifier: MIT
// Somebody else: picture, name, ratings, the last games; and a way not to meet them again.
import { dayText, doing, emblem, enter, gameTitle, ratingTable } from './club.js';
import { atRoot, h } from './dom.js';
import { reasonOf, t } from './i18n.js';

export const title = () => t('player.title');

/** How it ended for the player. @param {any} game */
const outcome = ({ result }) =>
  t(
    /** @type {Record<string, string>} */ ({
      win: 'player.won',
      loss: 'player.lost',
      draw: 'player.drew',
    })[result] ?? 'player.noResult',
  );

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} id */
export const show = (host, page, id) =>
  enter(host, page, 'player', async (club, body) => {
    const catalogue = await page.catalogue,
      player = await club.call('GET', `/players/${encodeURIComponent(id)}`),
      said = h('p', { class: 'club-said', role: 'status' });
    const hide = doing(
      '',
      async () => {
        const on = !club.me?.hidden.includes(player.id);
        await club.who(true); // who has done nothing here yet has no list of whom they hide
        await club.call('POST', '/me/hide', { player: player.id, on });
        await club.who();
        said.textContent = t(on ? 'player.isHidden' : 'player.isShown');
        tell();
      },
      (error) => {
        said.textContent = reasonOf(error);
      },
      { id: 'player-hide' },
    );
    const tell = () => {
      hide.textContent = t(club.me?.hidden.includes(player.id) ? 'player.show' : 'player.hide');
    };
    tell();
    const rows = (player.games ?? []).map((/** @type {any} */ game) =>
      h(
        'li',
        {},
        h(
          'a',
          { href: atRoot(`t/${game.id}`) },
          h(
            'span',
            { class: 'club-what' },
            h('b', {}, gameTitle(catalogue, game.game)),
            h('small', {}, t('me.against', game.other?.name || t('club.nameless'))),
          ),
          h('span', { class: 'me-other' }, `${outcome(game)} · ${dayText(game.at)}`),
        ),
      ),
    );
    body.append(
      h(
        'div',
        { class: 'me-head' },
        h('span', { class: 'me-picture' }, emblem(player.id)),
        h(
          'div',
          {},
          h(
            'h2',
            {},
            player.name || t('club.nameless'),
            ...(player.bot ? [' ', h('small', { class: 'club-bot' }, t('club.bot'))] : []),
          ),
          h('p', { class: 'club-soft' }, t('player.since', dayText(player.made))),
          ...(player.id === club.me?.id ? [] : [h('p', {}, hide)]),
        ),
      ),
      said,
      h(
        'section',
        { 'aria-labelledby': 'player-ratings' },
        h('h3', { id: 'player-ratings' }, t('club.ratings')),
        ratingTable(catalogue, player.ratings ?? {}),
      ),
      h(
        'section',
        { 'aria-labelledby': 'player-games' },
        h('h3', { id: 'player-games' }, t('player.games')),
        rows.length
          ? h('ul', { class: 'club-list' }, ...rows)
          : h('p', { class: 'club-soft' }, t('player.noGames')),
      ),
    );
  });
