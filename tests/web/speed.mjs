// SPDX-License-Identifier: MIT
// How long a first visit takes, against the program itself: node speed.mjs [runs]. Once as it is, once through a slow
// line (1.6 Mbit/s, 150 ms) on a processor four times slower. Timings depend on the machine and decide no test.
import { chromium } from 'playwright-core';
import { serveProgram } from './support.mjs';

const runs = Number(process.argv[2] ?? 3),
  own = await serveProgram();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 1.6e6 / 8,
};

/** @param {boolean} slow @param {string} fragment @param {string} sight what the visitor waits for */
async function visit(slow, fragment, sight) {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' }),
    page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (slow) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await page.addInitScript(
    (selector) =>
      new MutationObserver((_, observer) => {
        if (!document.querySelector(selector)) return;
        performance.mark('there');
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true, attributes: true }),
    sight,
  );
  await page.goto(`${own.url}${fragment}`);
  await page.waitForSelector(sight, { state: 'attached', timeout: 60_000 });
  const at = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    there: performance.getEntriesByName('there')[0].startTime,
    files: performance.getEntriesByType('resource').length,
    bytes: performance
      .getEntriesByType('resource')
      .reduce((n, e) => n + /** @type {any} */ (e).encodedBodySize, 0),
  }));
  await context.close();
  return at;
}

for (const [name, fragment, sight] of [
  ['front page, buttons', '', '[data-game]'],
  ['front page, boards', '', '.home-picture svg'],
  ['a shared game, a move can be made', '#game=nine', '.point.can'],
])
  for (const slow of [false, true]) {
    const all = [];
    for (let n = 0; n < runs; n++) all.push(await visit(slow, fragment, sight));
    all.sort((a, b) => a.there - b.there);
    const { paint, there, files, bytes } = all[Math.floor(all.length / 2)];
    console.log(
      `${name}${slow ? ', slow line and processor' : ''}: first paint ${paint.toFixed(0)} ms, there ${there.toFixed(0)} ms, ${files} files, ${bytes} bytes so far`,
    );
  }
await browser.close();
own.close();
