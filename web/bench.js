// SPDX-License-Identifier: MIT
// How fast the engine counts positions in this browser, for every game in the catalogue: the depth
// grows until a count takes long enough to be measured. And how fast it searches, with one thread and
// with as many as suit the device.
import { openingLines } from './link.js';
import { byId, h } from './dom.js';
import { WorkerEngine, canShare, compile, threadsByDefault } from './engine.js';
import { compact, language, setLanguage, t, translate } from './i18n.js';
import { loadSettings } from './store.js';

const ENOUGH_MS = 400,
  DEPTH_MAX = 12,
  SEARCH_MS = 1000,
  START_MS = 300;
const settings = loadSettings(),
  engine = new WorkerEngine(compile());
document.documentElement.dataset.theme = settings.theme;
document.documentElement.lang = settings.lang;
setLanguage(settings.lang);
translate(document);
const crews = canShare() ? [...new Set([1, settings.threads || threadsByDefault()])] : [1];
byId('heads').append(...crews.map((n) => h('th', { scope: 'col' }, t('bench.search', n))));
byId('note').textContent = t('bench.searchNote', t(canShare() ? 'bench.shared' : 'bench.unshared'));
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

/** Positions a second, by all threads. @param {string} game @param {number} threads @param {number} [ms] */
async function searchSpeed(game, threads, ms = SEARCH_MS) {
  await engine.threads(threads);
  await engine.open(...openingLines({ variant: game }));
  const { nps = 0 } = await engine.think({ movetime: ms });
  return compact(nps);
}

byId('run').addEventListener('click', async () => {
  byId('run').disabled = true;
  byId('rows').replaceChildren();
  const { families } = await (await fetch(new URL('games.json', import.meta.url))).json();
  await searchSpeed(families[0].games[0].id, Math.max(...crews), START_MS); // workers take a moment to start
  for (const { id } of families.flatMap((/** @type {any} */ f) => f.games)) {
    const { depth, nodes, ms } = await measure(id),
      speeds = [];
    for (const threads of crews) speeds.push(await searchSpeed(id, threads));
    byId('rows').append(
      h(
        'tr',
        {},
        ...[
          id,
          depth,
          Number(nodes).toLocaleString(language()),
          (ms / 1000).toFixed(2),
          compact((nodes / ms) * 1000),
          ...speeds,
        ].map((c) => h('td', {}, String(c))),
      ),
    );
  }
  byId('run').disabled = false;
});
