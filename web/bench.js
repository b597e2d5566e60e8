// SPDX-License-Identifier: MIT
// How fast the engine is in this browser, for every game in the catalogue: it counts positions to a
// depth that grows until a count takes long enough to be measured, and it searches from the start.
import { byId, h } from './dom.js';
import { WorkerEngine, compile } from './engine.js';
import { language, setLanguage, t, translate } from './i18n.js';
import { loadSettings } from './store.js';

const ENOUGH_MS = 400, DEPTH_MAX = 12, SEARCH_MS = 600;
const settings = loadSettings(), engine = new WorkerEngine(compile());
document.documentElement.dataset.theme = settings.theme;
document.documentElement.lang = settings.lang;
setLanguage(settings.lang);
translate(document);
document.title = `${t('bench.title')} – ${t('app.title')}`;

/** @param {string} game */
async function measure(game) {
  for (let depth = 1; ; depth++) {
    const begun = performance.now();
    const { nodes } = await engine.bench(game, depth);
    const ms = performance.now() - begun;
    if (ms >= ENOUGH_MS || depth === DEPTH_MAX || !nodes) return { depth, nodes, ms };
  }
}

/** Positions a second of a search by one thread. @param {string} game */
async function search(game) {
  await engine.open(game);
  const begun = performance.now(), { nodes } = await engine.think({ movetime: SEARCH_MS });
  return nodes / (performance.now() - begun) / 1000;
}

byId('run').addEventListener('click', async () => {
  byId('run').disabled = true;
  byId('rows').replaceChildren();
  const { families } = await (await fetch('games.json')).json();
  for (const { id } of families.flatMap((/** @type {any} */ f) => f.games)) {
    const { depth, nodes, ms } = await measure(id);
    byId('rows').append(h('tr', {}, ...[id, depth, Number(nodes).toLocaleString(language()), (ms / 1000).toFixed(2), (nodes / ms / 1000).toFixed(1), (await search(id)).toFixed(2)]
      .map((c) => h('td', {}, String(c)))));
  }
  byId('run').disabled = false;
});
