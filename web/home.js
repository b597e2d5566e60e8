// SPDX-License-Identifier: MIT
// The front page: which games there are, and the ways into them.
import { drawPicture } from './board.js';
import { h, loadCss } from './dom.js';
import { EN, JA } from './home-words.js';
import { addWords, pick, t } from './i18n.js';
import { setupOf } from './link.js';

addWords(EN, JA);

/** @param {HTMLElement} host @param {import('./views.js').Page} page */
export async function show(host, page) {
  await loadCss('home.css');
  const { families } = await page.catalogue, games = families.flatMap((f) => f.games), engine = await page.sketch();
  const cards = games.map((game) => {
    const picture = h('div', { class: 'home-picture' });
    return { game, picture, card: h('section', { class: 'home-card' }, picture, h('h2', {}, pick(game.title)), h('p', {}, pick(game.summary)),
      h('p', { class: 'row' }, h('button', { class: 'main', 'data-game': game.id, onclick: () => page.newGame({ game: game.id, opponent: 'computer' }).catch(page.report) }, t('home.play')),
        h('button', { onclick: () => page.newGame({ game: game.id, opponent: 'friend' }).catch(page.report) }, t('home.friend')))) };
  });
  host.replaceChildren(h('p', { class: 'home-lead' }, t('home.lead')),
    ...(page.session.shape ? [h('p', {}, h('button', { id: 'home-continue', onclick: () => page.play() }, t('home.continue', page.session.shape.title)))] : []),
    h('div', { class: 'home-cards' }, ...cards.map((c) => c.card)));
  for (const { game, picture } of cards) {
    const shape = await engine.open(setupOf({ variant: game.id }));
    picture.replaceChildren(drawPicture(shape, (await engine.state()).table.board, pick(game.title)));
  }
}
