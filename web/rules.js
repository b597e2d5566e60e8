// SPDX-License-Identifier: MIT
// The rules of a game as a page: first a text for players (guide/GAME.js) with pictures that the engine's
// positions give, and behind a switch the numbered clauses of the documentation. rules.html#mur is a game or a family;
// .en, .ja and .exact may follow.
import { drawPicture } from './board.js';
import { byId, h } from './dom.js';
import { WorkerEngine, compile } from './engine.js';
import { addWords, language, pick, setLanguage, t, translate } from './i18n.js';
import { setupOf } from './link.js';
import { inline, renderMarkdown } from './markdown.js';
import { drawPointers } from './pointers.js';
import { EN, JA } from './rules-words.js';
import { loadSettings, saveSettings } from './store.js';
import { wear } from './themes.js';

/**
 * @typedef {{en: string, ja: string}} Both
 * @typedef {{variant: string, position: string, seed?: string, draw?: import('./lessons.js').Draw} & Both} Picture with its caption
 * @typedef {{part: string, title?: Both, en: string[], ja: string[], pictures?: Picture[]}} Part title: of parts that not every game has
 * @typedef {{credit: Both, parts: Part[]}} Guide
 * @typedef {{title: Both, help?: Both, values?: {title: Both, help?: Both}[]}} Option
 * @typedef {{id: string, title: Both, summary: Both, options?: Option[]}} Game
 * @typedef {{id: string, title: Both, games: Game[]}} Family
 */

addWords(EN, JA);
const settings = loadSettings(),
  engine = new WorkerEngine(compile());
document.documentElement.dataset.theme = settings.theme;
wear(settings);
/** @type {Promise<{families: Family[]}>} */
const catalogue = fetch(new URL('games.json', import.meta.url)).then((r) => r.json());

/** One picture after the other: they share an engine. @type {Promise<any>} */
let drawing = Promise.resolve();
/** @param {HTMLElement} place @param {Omit<Picture, 'en'|'ja'>} what @param {string} caption */
function draw(place, { variant, position, seed, draw: signs = {} }, caption) {
  drawing = drawing
    .then(async () => {
      const shape = await engine.open(setupOf({ variant, position, seed })),
        { board } = (await engine.state()).table;
      const picture = drawPicture(shape, board, `${shape.title}: ${caption}`, undefined, true);
      picture.append(drawPointers(shape, false, signs));
      place.prepend(picture);
    })
    .catch(() => {});
}

// -- for players ---------------------------------------------------------------------------------

/** @param {Picture} picture */
function figure(picture) {
  const caption = pick(picture),
    place = h('figure', { class: 'guide-figure' }, h('figcaption', {}, caption));
  draw(place, picture, caption);
  return place;
}

/** Parts that every game has. @type {Record<string, string>} */
const HEADINGS = { goal: 'rules.goal', setup: 'rules.setup', turn: 'rules.turn', end: 'rules.end' };

/** @param {Part} part */
const guidePart = ({ part, title, pictures = [], ...texts }) =>
  h(
    'section',
    { class: 'guide-part', 'data-part': part },
    h('h2', {}, title ? pick(title) : t(HEADINGS[part])),
    h(
      'div',
      { class: 'guide-words' },
      ...texts[language() === 'ja' ? 'ja' : 'en'].map((text) => h('p', {}, ...inline(text, link))),
    ),
    ...(pictures.length ? [h('div', { class: 'guide-pictures' }, ...pictures.map(figure))] : []),
  );

/** The options as the new-game sheet names them. @param {Option[]} options */
const optionsPart = (options) =>
  h(
    'section',
    { class: 'guide-part', 'data-part': 'options' },
    h('h2', {}, t('rules.options')),
    h('p', {}, t('rules.optionsLead')),
    h(
      'ul',
      { class: 'guide-options' },
      ...options.map(({ title, help, values = [] }) =>
        h(
          'li',
          {},
          h('strong', {}, t('rules.option', pick(title))),
          ' ',
          pick(help),
          ...(values.some((v) => v.help)
            ? [
                h(
                  'ul',
                  {},
                  ...values
                    .filter((v) => v.help)
                    .map((v) =>
                      h('li', {}, h('em', {}, t('rules.value', pick(v.title))), ' ', pick(v.help)),
                    ),
                ),
              ]
            : []),
        ),
      ),
    ),
  );

/** @param {Game} game @returns {Promise<Node[]>} */
async function guide(game) {
  /** @type {{default: Guide}} */
  const {
    default: { credit, parts },
  } = await import(`./guide/${game.id}.js`);
  return [
    ...parts.map(guidePart),
    ...(game.options?.length ? [optionsPart(game.options)] : []),
    h('p', { class: 'guide-credit' }, pick(credit)),
    h(
      'p',
      { class: 'row guide-ways' },
      h('a', { class: 'button main', href: `./#learn=${game.id}` }, t('rules.learn')),
      h('a', { class: 'button', href: `./#start=${game.id}&level=1` }, t('rules.play')),
    ),
  ];
}

// -- exact ---------------------------------------------------------------------------------------

/** A fenced block that names a variant and a position is drawn as a board. @param {string[]} lines */
function codeBlock(lines) {
  const pre = h('pre', { tabindex: 0 }, h('code', {}, lines.join('\n')));
  const field = (/** @type {string} */ name) =>
    lines
      .find((l) => l.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const variant = field('variant'),
    position = field('position');
  if (!variant || !position) return pre;
  const place = h('figure', {}, pre);
  draw(place, { variant, position }, position);
  return place;
}

/** @param {string} href inside the documentation */
function link(href) {
  const rules = /^([a-z]+)(\.ja)?\.md$/.exec(href);
  if (rules) return `#${rules[1]}.${rules[2] ? 'ja' : 'en'}.exact`;
  return href.startsWith('figures/') ? new URL(`rules/${href}`, import.meta.url).href : href;
}

/** @param {Family} family @returns {Promise<Node[]>} */
async function clauses(family) {
  const response = await fetch(
    new URL(`rules/${family.id}${language() === 'ja' ? '.ja' : ''}.md`, import.meta.url),
  );
  if (!response.ok) return [h('p', {}, t('rules.missing'))];
  return renderMarkdown(await response.text(), {
    link,
    code: codeBlock,
    joint: language() === 'ja' ? '' : ' ',
  });
}

// -- the page ------------------------------------------------------------------------------------

/** What the address asks for. @param {Family[]} families */
function asked(families) {
  const [, named = '', rest = ''] = /^#([a-z]+)((?:\.[a-z]+)*)$/.exec(location.hash) ?? [];
  const games = families.flatMap((family) => family.games.map((game) => ({ family, game })));
  const { family, game } =
    games.find((g) => g.game.id === named) ?? games.find((g) => g.family.id === named) ?? games[0];
  const words = rest.split('.');
  return {
    family,
    game,
    exact: words.includes('exact'),
    lang: words.find((w) => w === 'en' || w === 'ja'),
  };
}

let shown = 0;
async function show() {
  const mine = ++shown,
    { families } = await catalogue,
    { family, game, exact, lang } = asked(families);
  if (lang) {
    history.replaceState(null, '', `#${game.id}${exact ? '.exact' : ''}`);
    setLanguage(lang);
    saveSettings({ ...settings, lang });
  }
  settings.lang = language();
  document.documentElement.lang = language();
  translate(document);
  await engine.language(language());
  byId('families').replaceChildren(
    ...families
      .flatMap((f) => f.games)
      .map((g) =>
        h(
          'a',
          {
            class: 'button',
            href: `#${g.id}${exact ? '.exact' : ''}`,
            'aria-current': g.id === game.id ? 'page' : null,
          },
          pick(g.title),
        ),
      ),
  );
  byId('families')
    .querySelector('[aria-current]')
    ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  document.title = `${pick(game.title)} – ${t('rules.title')} – ${t('app.title')}`;
  const box = h('input', {
    type: 'checkbox',
    id: 'exact',
    checked: exact,
    onchange: () => {
      location.hash = `#${game.id}${box.checked ? '.exact' : ''}`;
    },
  });
  const body = await (exact ? clauses(family) : guide(game));
  if (mine !== shown) return; // somebody has gone on
  const hadFocus = document.activeElement?.id === 'exact';
  byId('text').replaceChildren(
    ...(exact
      ? []
      : [h('h1', {}, pick(game.title)), h('p', { class: 'guide-lead' }, pick(game.summary))]),
    h('p', {}, h('label', { class: 'guide-switch' }, box, ' ', t('rules.exact'))),
    ...body,
  );
  if (hadFocus) box.focus();
}

byId('language').addEventListener('click', () => {
  setLanguage(language() === 'en' ? 'ja' : 'en');
  settings.lang = language();
  saveSettings(settings);
  void show();
});
addEventListener('hashchange', () => {
  scrollTo(0, 0);
  void show();
});
setLanguage(settings.lang);
byId('text').replaceChildren(h('p', {}, t('rules.loading')));
void show();
