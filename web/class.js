// SPDX-License-Identifier: MIT
// Teachers' boards: #board asks what for and opens one, #board=ID is one.
import { atRoot, h, loadCss } from './dom.js';
import { EN, JA } from './class-words.js';
import { needDevice } from './friends-seats.js';
import { addWords, language, pick, reasonOf, t } from './i18n.js';
import { call } from './online.js';

addWords(EN, JA);

export const title = () => t('class.title');

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} [id] */
export async function show(host, page, id = '') {
  await loadCss('class.css');
  if (/^[1-9A-HJ-NP-Za-km-z]{8}$/.test(id)) {
    const { openClass } = await import('./class-view.js');
    return void (await page.lend(`#board=${id}`, (board, gone) =>
      openClass(page, board, id, gone),
    ));
  }
  const { families } = await page.catalogue,
    base = new URL(atRoot('./')).origin;
  const name = h('input', { id: 'class-name', maxlength: 40, autocomplete: 'off' });
  const game = h(
    'select',
    { id: 'class-game' },
    ...families.flatMap((f) => f.games.map((g) => h('option', { value: g.id }, pick(g.title)))),
  );
  const said = h('p', { class: 'trouble', role: 'status' });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    said.textContent = '';
    try {
      const made = await call(
        base,
        'POST',
        '/boards',
        { game: game.value, title: name.value.trim() },
        needDevice(),
        { lang: language() },
      );
      page.go('board', made.id);
    } catch (error) {
      said.textContent = reasonOf(error) || t('class.lost');
    }
  };
  host.replaceChildren(
    h(
      'form',
      { class: 'class-open', onsubmit: begin },
      h('h2', {}, t('class.title')),
      h('p', { class: 'class-lead' }, t('class.lead')),
      h('label', { for: 'class-game' }, t('class.game')),
      game,
      h('label', { for: 'class-name' }, t('class.name')),
      name,
      h('p', { class: 'row' }, h('button', { class: 'main', id: 'class-begin' }, t('class.begin'))),
      said,
      h('p', { class: 'class-lead' }, t('class.some')),
    ),
  );
}
