// SPDX-License-Identifier: MIT
// The list of drills (#drills): a game, a theme, and for each kind (win this, hold this, hold out) the next one as a board, all of them
// as numbers, and how many one has done in a row. #drills=six.12 begins one.
import { drawPicture } from './board.js';
import { h, loadCss } from './dom.js';
import { isDone, keyOf, readBook } from './drill-book.js';
import { KINDS, SETS, THEMES, loadSet, nameOf } from './drill-sets.js';
import { firstOpen, levelRings, openDrill } from './drill-view.js';
import { EN, JA } from './drills-words.js';
import { addWords, pick, reasonOf, t } from './i18n.js';
import { setupOf } from './link.js';

addWords(EN, JA);
export const title = () => t('drill.title');

/** @typedef {import('./drill-sets.js').Drill} Drill */

/** What was chosen last, until the page is left. */
const chosen = { set: '', theme: '' };

class View {
  /** @param {HTMLElement} host @param {import('./views.js').Page} page @param {(game: string) => string} titleOf */
  constructor(host, page, titleOf) {
    this.host = host;
    this.page = page;
    this.titleOf = titleOf;
    this.book = readBook();
    this.ticket = 0;
    this.games = h('fieldset', { class: 'drills-games' });
    this.themes = h('fieldset', { class: 'drills-themes' });
    this.note = h('p', { class: 'drills-note', role: 'status' });
    this.kinds = h('div', { class: 'drills-kinds' });
  }

  draw() {
    this.host.replaceChildren(
      h(
        'div',
        { class: 'drills' },
        h('h2', { class: 'drills-title' }, t('drill.title')),
        h('p', { class: 'drills-lead' }, t('drill.lead')),
        this.games,
        this.note,
        this.themes,
        this.kinds,
      ),
    );
    this.#games();
    return this.#set();
  }

  /** One of several, as chips. @param {string} name @param {string} legend @param {string} now @param {string[][]} choices values and words @param {(value: string) => void} chose */
  #chips(name, legend, now, choices, chose) {
    return [
      h('legend', {}, legend),
      ...choices.map(([value, text]) =>
        h(
          'label',
          { class: 'drills-chip' },
          h('input', {
            type: 'radio',
            name,
            value,
            checked: value === now,
            onchange: () => chose(value),
          }),
          h('span', {}, text),
        ),
      ),
    ];
  }

  #games() {
    this.games.replaceChildren(
      ...this.#chips(
        'drills-set',
        t('drill.game'),
        chosen.set,
        SETS.map(({ name, game }) => [name, this.titleOf(game)]),
        (value) => {
          Object.assign(chosen, { set: value, theme: '' });
          void this.#set().catch(this.page.report);
        },
      ),
    );
  }

  /** Everything of the chosen game. */
  async #set() {
    const ticket = ++this.ticket,
      { variant = '' } = SETS.find(({ name }) => name === chosen.set) ?? {};
    this.note.textContent = '';
    try {
      const drills = await loadSet(chosen.set);
      if (ticket !== this.ticket) return;
      this.#themes(drills);
      this.#kinds(drills);
    } catch (error) {
      if (ticket !== this.ticket) return;
      this.themes.replaceChildren();
      this.kinds.replaceChildren(
        h(
          'p',
          { class: 'trouble row', role: 'alert' },
          t('drill.trouble', reasonOf(error)),
          ' ',
          h('button', { onclick: () => void this.draw() }, t('drill.retry')),
        ),
      );
      return;
    }
    const source = await this.page.values.source(variant);
    if (ticket === this.ticket && source !== 'page')
      this.note.textContent = t(source ? `drill.from.${source}` : 'drill.unsolved');
    this.note.className = source ? 'drills-note' : 'drills-note trouble';
  }

  /** @param {Drill[]} drills */
  #themes(drills) {
    const { book } = this,
      there = THEMES.filter((theme) => drills.some((d) => d.themes.includes(theme)));
    const text = (/** @type {string} */ theme) => {
      const of = drills.filter((d) => !theme || d.themes.includes(theme));
      return `${t(`drill.theme.${theme || 'all'}`)} ${t('drill.share', of.filter((d) => isDone(book, d)).length, of.length)}`;
    };
    this.themes.replaceChildren(
      ...this.#chips(
        'drills-theme',
        t('drill.themes'),
        chosen.theme,
        ['', ...there].map((theme) => [theme, text(theme)]),
        (value) => {
          chosen.theme = value;
          this.#kinds(drills);
        },
      ),
    );
  }

  /** @param {Drill[]} all */
  #kinds(all) {
    const drills = all.filter((d) => !chosen.theme || d.themes.includes(chosen.theme)),
      { book } = this;
    const [now = 0, best = 0] = book.rows[`${chosen.set}.${chosen.theme}`] ?? [];
    /** @type {[HTMLElement, Drill][]} */
    const pictures = [];
    const kinds = KINDS.flatMap((kind) => {
      const of = drills.filter((d) => d.kind === kind),
        first = firstOpen(of);
      if (!first) return [];
      const [row = 0, most = 0] = book.rows[`${chosen.set}.${kind}`] ?? [],
        address = `#drills=${nameOf(first)}`;
      const picture = h('a', {
        class: 'drills-picture',
        href: address,
        tabindex: '-1',
        'aria-hidden': 'true',
      });
      pictures.push([picture, first]);
      return [
        h(
          'section',
          { class: 'drills-kind', 'aria-labelledby': `drills-${kind}`, 'data-kind': kind },
          picture,
          h(
            'div',
            { class: 'drills-say' },
            h('h3', { id: `drills-${kind}` }, t(`drill.kind.${kind}`)),
            h('p', { class: 'drills-soft' }, t(`drill.about.${kind}`)),
            h(
              'p',
              { class: 'drills-soft' },
              [
                t('drill.doneOf', of.filter((d) => isDone(book, d)).length, of.length),
                most ? t('drill.rowShort', row, most) : '',
              ]
                .filter(Boolean)
                .join(' '),
            ),
            h(
              'p',
              {},
              h(
                'a',
                {
                  class: 'button main',
                  href: address,
                  'aria-label': `${t(`drill.kind.${kind}`)}: ${t('drill.begin')}`,
                },
                t('drill.begin'),
              ),
            ),
          ),
          h(
            'ol',
            { class: 'drills-list', 'aria-label': t('drill.all', t(`drill.kind.${kind}`)) },
            ...of.map((drill) => this.#number(drill)),
          ),
        ),
      ];
    });
    this.kinds.replaceChildren(
      ...(chosen.theme && best
        ? [
            h(
              'p',
              { class: 'drills-soft' },
              t('drill.row', t(`drill.theme.${chosen.theme}`), now, best),
            ),
          ]
        : []),
      ...kinds,
    );
    void this.#draw(pictures).catch(this.page.report);
  }

  /** @param {Drill} drill */
  #number(drill) {
    const [row = 0, times = 0] = this.book.done[keyOf(drill)] ?? [],
      state = row ? 'clean' : times ? 'done' : 'open';
    const name = t(`drill.is.${state}`, drill.number, drill.level, row);
    return h(
      'li',
      {},
      h(
        'a',
        {
          class: `drills-number ${state}`,
          href: `#drills=${nameOf(drill)}`,
          'aria-label': name,
          title: name,
        },
        levelRings(drill.level),
        String(drill.number),
      ),
    );
  }

  /** @param {[HTMLElement, Drill][]} pictures */
  async #draw(pictures) {
    const engine = await this.page.sketch();
    for (const [place, { variant, position, kind }] of pictures) {
      const [shape, { table }] = await Promise.all([
        engine.open(setupOf({ variant, position })),
        engine.state(),
      ]); // one after the other, nobody in between
      place.replaceChildren(drawPicture(shape, table.board, t(`drill.kind.${kind}`)));
    }
  }
}

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} [argument] SET or SET.NUMBER */
export async function show(host, page, argument = '') {
  const [name, number] = argument.split('.'),
    set = SETS.find((known) => known.name === name);
  if (set && number) {
    const drills = await loadSet(set.name),
      drill = drills.find((d) => d.number === Number(number));
    if (drill)
      return void (await page.lend(`#drills=${nameOf(drill)}`, (board, gone) =>
        openDrill(page, board, drills, drill, gone),
      ));
  }
  await loadCss('drills.css');
  const { families } = await page.catalogue,
    games = families.flatMap((f) => f.games);
  if (set) Object.assign(chosen, { set: set.name, theme: '' });
  if (!chosen.set) chosen.set = SETS[0].name;
  await new View(host, page, (game) => pick(games.find((g) => g.id === game)?.title)).draw();
}
