// SPDX-License-Identifier: MIT
// The analysis: the same board, with everything that helps to study beside it. It is made of parts, each a class in a
// module of its own that is fetched when the analysis is first opened; they see the session and draw themselves anew
// with every change. Whatever is tried here becomes a variation; the game that was on the board is not touched.
import { byId, h, loadCss } from './dom.js';
import { addWords, t } from './i18n.js';
import { EN, JA } from './analysis-words.js';

addWords(EN, JA);

/**
 * @typedef {import('./app.js').Page} Page
 * @typedef {{arrows: any[], highlights: any[]}} Signs as marks.js makes them
 * @typedef {{render: () => void, leave?: () => void, signs?: () => Signs|null}} Part signs: what it shows on the board
 * @typedef {new (host: HTMLElement, page: Page, analysis: Analysis) => Part} PartClass
 */

/** From top to bottom, one line each. @type {Record<string, () => Promise<PartClass>>} */
const PARTS = {
  lines: async () => (await import('./lines.js')).Lines,
  explorer: async () => (await import('./explorer-table.js')).ExplorerTable,
};

export class Analysis {
  /** @param {Page} page @param {() => void} left is told when it is closed */
  constructor(page, left) {
    this.page = page;
    this.session = page.session;
    this.left = left;
    /** @type {Part[]} */
    this.parts = [];
    this.host = h('section', { id: 'analysis-mode', 'aria-label': t('analysis.title') });
  }

  async open() {
    await loadCss('analysis.css');
    byId('moves-box').before(this.host);
    this.host.replaceChildren(h('p', { class: 'row analysis-head' }, h('h2', {}, t('analysis.title')),
      h('button', { id: 'analysis-close', onclick: () => this.close() }, t('analysis.close'))));
    for (const [name, load] of Object.entries(PARTS)) {
      const host = h('div', { id: `analysis-${name}`, class: 'analysis-part' }), Class = await load();
      this.host.append(host);
      this.parts.push(new Class(host, this.page, this));
    }
    document.documentElement.dataset.mode = 'analysis'; // what belongs to playing is not shown
    this.render();
  }

  render() {
    for (const part of this.parts) part.render();
  }

  /** What the board shows for the parts: the first that has something. @returns {Signs|null} */
  signs() {
    for (const part of this.parts) {
      const signs = part.signs?.();
      if (signs) return signs;
    }
    return null;
  }

  close() {
    for (const part of this.parts) part.leave?.();
    this.host.remove();
    delete document.documentElement.dataset.mode;
    this.left();
  }
}
