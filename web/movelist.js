// SPDX-License-Identifier: MIT
// The moves as buttons; pressing one goes there.
import { h } from './dom.js';
import { t } from './i18n.js';

/** @param {HTMLElement} list @param {import('./state.js').Session} session */
export function renderMoves(list, session) {
  const { moves = [], ply = 0 } = session.state ?? {};
  const key = JSON.stringify([t('moves.start'), moves, ply]);
  if (list.dataset.key === key) return;
  const focused = list.contains(document.activeElement);
  list.dataset.key = key;
  const item = (/** @type {number} */ at, /** @type {string} */ text) => h('li', {},
    h('button', { class: at === ply ? 'here' : null, 'aria-current': at === ply ? 'step' : null, onclick: () => session.goto(at) }, text));
  list.replaceChildren(item(0, t('moves.start')),
    ...moves.map((move, i) => item(i + 1, `${i % 2 ? '' : `${i / 2 + 1}. `}${move}`)));
  const here = /** @type {HTMLElement|null} */ (list.querySelector('.here'));
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2; // never the page
  if (focused) here?.focus();
}
