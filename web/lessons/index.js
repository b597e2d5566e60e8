// SPDX-License-Identifier: MIT
// Which games have a lesson, with how many steps, and the picture for the list. Positions and texts come with
// the lesson itself, GAME.json, when it is begun; the terminal game reads the same files (docs/adr/0099).
import { t } from '../i18n.js';

/** @type {Record<string, {steps: number, variant: string, position: string}>} */
export const LESSONS = {
  nine: { steps: 12, variant: 'nine', position: 'www.b.../w.w...b./b..b.b.. w 0 0' },
  six: { steps: 11, variant: 'six', position: 'w.wb..b./www..bb. w 0 0' },
  twelve: { steps: 12, variant: 'twelve', position: '..w.bbb./ww..b.../w...b... w 0 0' },
  stacking: { steps: 11, variant: 'stacking', position: 'w.wB.BB./wbb.w..b/b.wb.b.w w 0 0' },
  morelli: {
    steps: 12,
    variant: 'morelli,size=9',
    position: '9/2w4w1/7w1/2b1b1b2/3bB4/2w2bw2/1b5b1/3w5/9 b play',
  },
  mur: { steps: 12, variant: 'mur', position: 'bw....bw/w......b/..b.w.../k w 1 0' },
};

/** @param {string} game @param {(url: URL) => Promise<Response>} [get] @returns {Promise<import('../lessons.js').LessonStep[]>} */
export async function loadSteps(game, get = (url) => fetch(url)) {
  const answer = await get(new URL(`${game}.json`, import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new Error(t('app.noPart'));
  return answer.json();
}
