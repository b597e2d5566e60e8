// SPDX-License-Identifier: MIT
// Offline after the first visit. Files come from the network while it answers quickly, so that a new
// version is seen at once, else from the cache. A test compares the list with the folder.
// Of the two engines the one that the page uses here is kept.
const ENGINE = crossOriginIsolated ? 'concentric-threads.wasm' : 'concentric.wasm';
const CACHE = 'concentric-2', PATIENCE_MS = 2500;
const FILES = [
  ENGINE, './', 'app.js', 'bench.html', 'bench.js', 'board.js', 'compose.js', 'dialogs.js', 'dom.js', 'en.js',
  'engine.js', 'games.json', 'geometry.js', 'helper.js', 'i18n.js', 'icon.svg', 'input.js', 'ja.js', 'lessons-data.js', 'lessons.js',
  'link.js', 'manifest.webmanifest', 'markdown.js', 'movelist.js', 'newgame.js', 'panel.js', 'perfect.js', 'pieces.js', 'rules.html',
  'rules.js', 'share.js', 'state.js', 'store.js', 'style.css', 'wasm.js', 'worker.js',
  'rules/figures/morelli-adjacent.svg', 'rules/figures/morelli-capture-after.svg',
  'rules/figures/morelli-capture-before.svg', 'rules/figures/morelli-facing.svg', 'rules/figures/morelli-frames.svg',
  'rules/figures/morelli-reach.svg', 'rules/figures/morelli-start-safe.svg', 'rules/figures/morelli-start.svg',
  'rules/figures/morelli-throne-after.svg', 'rules/figures/morelli-throne-before.svg', 'rules/figures/mur-back.svg',
  'rules/figures/mur-board.svg', 'rules/figures/mur-bounce.svg', 'rules/figures/mur-chain.svg',
  'rules/figures/mur-eye.svg', 'rules/figures/mur-knock.svg', 'rules/figures/mur-kraken.svg',
  'rules/figures/mur-move.svg', 'rules/figures/mur-next.svg', 'rules/figures/mur-next2.svg',
  'rules/figures/mur-ranks.svg', 'rules/figures/mur-trapped.svg', 'rules/morelli.ja.md', 'rules/morelli.md',
  'rules/morris.ja.md', 'rules/morris.md', 'rules/mur.ja.md', 'rules/mur.md',
];

addEventListener('install', (/** @type {any} */ event) => {
  // @ts-ignore: the worker's own scope
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => cache.add(file)))));
});

addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((keys) => Promise.all(keys.filter((k) => k !== CACHE).map((k) => caches.delete(k))))
    // @ts-ignore: the worker's own scope
    .then(() => self.clients.claim()));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const fresh = fetch(request).then((response) => {
    if (response.ok) void cache.put(request, response.clone());
    return response;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const first = await Promise.race([fresh.catch(() => null), late]);
  const name = request.url.endsWith('/index.html') ? './' : request; // kept under its short name
  return first ?? await cache.match(name, { ignoreSearch: true }) ?? fresh;
}

addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
