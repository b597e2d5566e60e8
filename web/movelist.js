// SPDX-License-Identifier: MIT
// The moves as buttons; pressing one goes there.
import { h } from './dom.js';
import { t } from './i18n.js';

/** The number before each move (0: none) and its column. A number is a turn of the side that began, and
 * counts on when it is that side's again: a side may move twice running.
 * @param {number[]} movers the side of each move @returns {{number: number, column: 1|2}[]} */
export function numbered(movers) {
  let number = 0;
  return movers.map((side, i) => {
    const first = side === movers[0],
      opens = first && movers[i - 1] !== side;
    if (opens) number++;
    return { number: opens ? number : 0, column: first ? 1 : 2 };
  });
}

/** @param {HTMLElement} list @param {import('./state.js').Session} session */
export function renderMoves(list, session) {
  const { moves = [], movers = [], ply = 0 } = session.state ?? {};
  const key = JSON.stringify([t('moves.start'), moves, movers, ply]);
  if (list.dataset.key === key) return;
  const focused = list.contains(document.activeElement);
  list.dataset.key = key;
  const places = numbered(movers);
  const item = (/** @type {number} */ at, /** @type {string} */ text) =>
    h(
      'li',
      { class: at ? `column-${places[at - 1].column}` : null },
      h(
        'button',
        {
          class: at === ply ? 'here' : null,
          'aria-current': at === ply ? 'step' : null,
          onclick: () => session.goto(at),
        },
        text,
      ),
    );
  list.replaceChildren(
    item(0, t('moves.start')),
    ...moves.map((move, i) =>
      item(i + 1, `${places[i].number ? `${places[i].number}. ` : ''}${move}`),
    ),
  );
  const here = /** @type {HTMLElement|null} */ (list.querySelector('.here'));
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2; // never the page
  if (focused) here?.focus();
}
