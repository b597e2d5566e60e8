// SPDX-License-Identifier: MIT
// The rules of a family as a page: the same text that the documentation has. A fenced block that
// names a variant and a position is drawn as a board by the engine.
import { setupOf } from './link.js';
import { drawPicture } from './board.js';
import { byId, h } from './dom.js';
import { WorkerEngine, compile } from './engine.js';
import { language, pick, setLanguage, t, translate } from './i18n.js';
import { renderMarkdown } from './markdown.js';
import { loadSettings, saveSettings } from './store.js';

const settings = loadSettings(), engine = new WorkerEngine(compile());
document.documentElement.dataset.theme = settings.theme;
document.documentElement.dataset.bands = settings.safeColours ? 'safe' : 'rainbow';
const catalogue = fetch(new URL('games.json', import.meta.url)).then((r) => r.json());

/** @param {string[]} lines */
function codeBlock(lines) {
  const pre = h('pre', { tabindex: 0 }, h('code', {}, lines.join('\n')));
  const field = (/** @type {string} */ name) => lines.find((l) => l.startsWith(`${name}:`))?.slice(name.length + 1).trim();
  const variant = field('variant'), position = field('position');
  if (!variant || !position) return pre;
  const figure = h('figure', {}, pre);
  void (async () => {
    const shape = await engine.open(setupOf({ variant, position }));
    const { board } = (await engine.state()).table;
    figure.prepend(drawPicture(shape, board, `${shape.title}: ${position}`));
  })().catch(() => {});
  return figure;
}

/** @param {string} href inside the documentation */
function link(href) {
  const rules = /^([a-z]+)(\.ja)?\.md$/.exec(href);
  if (rules) return `#${rules[1]}.${rules[2] ? 'ja' : 'en'}`;
  return href.startsWith('figures/') ? new URL(`rules/${href}`, import.meta.url).href : href;
}

async function show() {
  const [, named, lang] = /^#([a-z]+)(?:\.(en|ja))?$/.exec(location.hash) ?? [];
  if (lang) {
    history.replaceState(null, '', `#${named}`);
    setLanguage(lang);
    saveSettings({ ...settings, lang });
  }
  settings.lang = language();
  document.documentElement.lang = language();
  translate(document);
  await engine.language(language());
  const { families } = await catalogue;
  const family = named ?? families[0].id;
  byId('families').replaceChildren(...families.map((/** @type {any} */ f) => h('a', { class: 'button', href: `#${f.id}`, 'aria-current': f.id === family ? 'page' : null }, pick(f.title))));
  const response = await fetch(new URL(`rules/${family}${language() === 'ja' ? '.ja' : ''}.md`, import.meta.url));
  document.title = `${t('rules.title')} – ${t('app.title')}`;
  if (!response.ok) {
    byId('text').replaceChildren(h('p', {}, t('rules.missing')));
    return;
  }
  byId('text').replaceChildren(...renderMarkdown(await response.text(), { link, code: codeBlock, joint: language() === 'ja' ? '' : ' ' }));
}

byId('language').addEventListener('click', () => {
  setLanguage(language() === 'en' ? 'ja' : 'en');
  settings.lang = language();
  saveSettings(settings);
  void show();
});
addEventListener('hashchange', () => { scrollTo(0, 0); void show(); });
setLanguage(settings.lang);
byId('text').replaceChildren(h('p', {}, t('rules.loading')));
void show();
