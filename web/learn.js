// SPDX-License-Identifier: MIT
// The list of lessons: every game with a picture and how far one has come. #learn=mur begins one at once,
// #learn=mur.5 at a step.
import { drawPicture } from './board.js';
import { atRoot, h, loadCss } from './dom.js';
import { addWords, pick, t } from './i18n.js';
import { EN, JA } from './learn-words.js';
import { LESSONS } from './lessons/index.js';
import { stepName, stepsDone } from './lessons.js';
import { setupOf } from './link.js';

addWords(EN, JA);

export const title = () => t('learn.title');

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} [argument] GAME or GAME.STEP */
export async function show(host, page, argument = '') {
  const [game, step] = argument.split('.');
  if (Object.hasOwn(LESSONS, game)) {
    const { openLesson } = await import('./lesson-view.js');
    return void (await page.lend(`#learn=${game}`, (board, gone) =>
      openLesson(page, board, game, gone, Number(step) - 1),
    ));
  }
  await loadCss('lessons.css');
  const { families } = await page.catalogue;
  const cards = families
    .flatMap((f) => f.games.map((g) => ({ ...g, family: f.id })))
    .filter((g) => LESSONS[g.id])
    .map((g) => card(g, page));
  host.replaceChildren(
    h(
      'div',
      { class: 'learn' },
      h('h2', { class: 'learn-title' }, t('learn.title')),
      h('p', { class: 'learn-lead' }, t('learn.lead')),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button', href: '#puzzles' }, t('do.puzzles')),
        h('a', { class: 'button', href: '#drills' }, t('do.drills')),
        h('a', { class: 'button', href: '#board' }, t('learn.board')),
      ),
      h('div', { class: 'learn-cards' }, ...cards.map((c) => c.card)),
    ),
  );
  void drawCards(page, cards).catch(page.report); // the list is there before its pictures
}

/** @param {{id: string, family: string, title: {en: string, ja: string}, summary?: {en: string, ja: string}}} game @param {import('./views.js').Page} page */
function card(game, { settings }) {
  const { steps } = LESSONS[game.id],
    done = stepsDone(settings.lessonsDone, game.id, steps),
    name = pick(game.title);
  const word = t(done === steps ? 'learn.again' : done ? 'learn.goOn' : 'learn.begin');
  const picture = h('div', { class: 'learn-picture' });
  const rings = h(
    'span',
    { class: 'lesson-rings', 'aria-hidden': 'true' },
    ...Array.from({ length: steps }, (_, i) =>
      h('i', {
        class:
          settings.lessonsDone.includes(game.id) ||
          settings.lessonsDone.includes(stepName(game.id, i))
            ? 'done'
            : '',
      }),
    ),
  );
  return {
    id: game.id,
    name,
    picture,
    card: h(
      'section',
      { class: 'learn-card' },
      picture,
      h('h3', {}, name),
      h('p', { class: 'learn-progress' }, rings, h('span', {}, t('learn.progress', done, steps))),
      h(
        'p',
        { class: 'row' },
        h(
          'a',
          {
            class: 'button main',
            href: `#learn=${game.id}`,
            'data-game': game.id,
            'aria-label': t('learn.beginLabel', word, name),
          },
          word,
        ),
        h(
          'a',
          {
            class: 'button',
            href: atRoot(`rules.html#${game.id}`),
            'aria-label': t('learn.beginLabel', t('learn.rules'), name),
          },
          t('learn.rules'),
        ),
      ),
    ),
  };
}

/** @param {import('./views.js').Page} page @param {{id: string, name: string, picture: HTMLElement}[]} cards */
async function drawCards(page, cards) {
  const engine = await page.sketch();
  for (const { id, name, picture } of cards) {
    const shape = await engine.open(setupOf(LESSONS[id]));
    picture.replaceChildren(drawPicture(shape, (await engine.state()).table.board, name));
  }
}
