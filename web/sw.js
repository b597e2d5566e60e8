// SPDX-License-Identifier: MIT
// Offline after the first visit. Documents come from the network while it answers quickly, so that a new
// version is seen at once, else from the cache. All other files lie in a folder of their build, never change
// there and come from the cache; those of the build before are kept for tabs that are still open. What a
// server answers (api/) is never kept. A test compares the list with the folder.
// Games over the network are nothing without their server: online.js and friends*.js are kept when they are used.
// Of the two engines the one that the page uses here is kept.
const BUILD = ''; // tools/embed.c writes the folder here, such as 'a/0123456789abcdef/'
const ENGINE = crossOriginIsolated ? 'concentric-threads.wasm' : 'concentric.wasm';
const CACHE = `concentric-3-${BUILD}`, PATIENCE_MS = 2500;
const FILES = [
  ENGINE,
  './',
  'app.js',
  'banner.css',
  'banner.js',
  'bench.html',
  'bench.js',
  'board.css',
  'board.js',
  'dialogs.js',
  'dom.js',
  'en.js',
  'end.js',
  'engine.js',
  'games-db.js',
  'games.json',
  'geometry.js',
  'ground.js',
  'guide/morelli.js',
  'guide/mur.js',
  'guide/nine.js',
  'guide/six.js',
  'guide/stacking.js',
  'guide/twelve.js',
  'helper.js',
  'home-words.js',
  'home.css',
  'home.js',
  'i18n.js',
  'icon.svg',
  'input.js',
  'ja.js',
  'keep.js',
  'learn-words.js',
  'learn.js',
  'legend-words.js',
  'legend.js',
  'lesson-view.js',
  'lessons.css',
  'lessons.js',
  'lessons/index.js',
  'lessons/morelli.js',
  'lessons/mur.js',
  'lessons/nine.js',
  'lessons/six.js',
  'lessons/stacking.js',
  'lessons/twelve.js',
  'link.js',
  'look-words.js',
  'look.js',
  'manifest.webmanifest',
  'mark.js',
  'markdown.js',
  'marks.js',
  'motion.js',
  'movelist.js',
  'newgame.js',
  'paints.js',
  'panel.js',
  'people.js',
  'perfect.js',
  'pieces.js',
  'pointers.js',
  'print-words.js',
  'print.css',
  'print.js',
  'review-words.js',
  'review.css',
  'review.js',
  'rules-words.js',
  'rules.html',
  'rules.js',
  'rules/figures/morelli-adjacent.svg',
  'rules/figures/morelli-capture-after.svg',
  'rules/figures/morelli-capture-before.svg',
  'rules/figures/morelli-facing.svg',
  'rules/figures/morelli-frames.svg',
  'rules/figures/morelli-reach.svg',
  'rules/figures/morelli-start-safe.svg',
  'rules/figures/morelli-start.svg',
  'rules/figures/morelli-throne-after.svg',
  'rules/figures/morelli-throne-before.svg',
  'rules/figures/mur-back.svg',
  'rules/figures/mur-board.svg',
  'rules/figures/mur-bounce.svg',
  'rules/figures/mur-chain.svg',
  'rules/figures/mur-eye.svg',
  'rules/figures/mur-knock.svg',
  'rules/figures/mur-kraken.svg',
  'rules/figures/mur-move.svg',
  'rules/figures/mur-next.svg',
  'rules/figures/mur-next2.svg',
  'rules/figures/mur-ranks.svg',
  'rules/figures/mur-trapped.svg',
  'rules/morelli.ja.md',
  'rules/morelli.md',
  'rules/morris.ja.md',
  'rules/morris.md',
  'rules/mur.ja.md',
  'rules/mur.md',
  'share.js',
  'sheet.css',
  'sound.js',
  'state.js',
  'store.js',
  'style.css',
  'table-words.js',
  'text.css',
  'themes.js',
  'views.js',
  'wasm.js',
  'worker.js',
];

/** @param {string} file */
const isDocument = (file) => file.endsWith('/') || file.endsWith('.html') || file.endsWith('.webmanifest');
const KEPT = [...FILES.map((file) => (isDocument(file) ? file : BUILD + file)), ...BUILD ? ['t/'] : []];

addEventListener('install', (/** @type {any} */ event) => {
  // @ts-ignore: the worker's own scope
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(KEPT.map((file) => cache.add(file)))));
});

addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys() // the oldest first
    .then((keys) => Promise.all(keys.filter((k) => k !== CACHE).slice(0, -1).map((k) => caches.delete(k))))
    // @ts-ignore: the worker's own scope
    .then(() => self.clients.claim()));
});

/** The name under which a document is kept: the pages of all tables are one. @param {Request} request */
function keptAs(request) {
  const { href, pathname } = new URL(request.url);
  const root = new URL('./', location.href).pathname;
  if (pathname.startsWith(`${root}t/`)) return `${root}t/`;
  return pathname.endsWith('/index.html') ? './' : href;
}

/** @param {Request} request */
async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    void caches.open(CACHE).then((cache) => cache.put(keptAs(request), copy));
  }
  return response;
}

/** @param {Request} request */
async function answer(request) {
  const lasting = BUILD !== '' && new URL(request.url).pathname.startsWith(new URL('a/', location.href).pathname);
  const kept = lasting ? await caches.match(request) : undefined; // in a folder of a build: it never changes
  if (kept) return kept;
  const fresh = fetchAndKeep(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const first = await Promise.race([fresh.catch(() => null), late]);
  return first ?? await (await caches.open(CACHE)).match(keptAs(request), { ignoreSearch: true }) ?? fresh;
}

addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event, url = new URL(request.url);
  const api = url.pathname.startsWith(new URL('api/', location.href).pathname);
  if (request.method === 'GET' && url.origin === location.origin && !api) event.respondWith(answer(request));
});
