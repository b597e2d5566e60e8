// SPDX-License-Identifier: MIT
// Runs before the rest of the page has arrived: the engine, which is the largest part, is fetched meanwhile; and
// somebody is there to say so if another part does not come. Should this one not come either, the words in
// index.html appear after a while by style alone.
import { compile } from './engine.js';

/** The engine, on its way. */
export const module = Promise.resolve().then(compile);
module.catch(() => {}); // app.js says it

const SAY = {
  en: { text: 'A part of this page did not arrive. Is there a connection?', again: 'Try again' },
  ja: { text: 'ページの一部を読み込めませんでした。接続を確かめてください。', again: '再読み込み' },
};
let running = false;

/** The page's code has arrived, with all that it needs. */
export const arrived = () => {
  running = true;
};

function sayTrouble() {
  const box = document.getElementById('starting');
  if (running || !box) return;
  const { text, again } = SAY[navigator.language?.startsWith('ja') ? 'ja' : 'en'];
  const say = document.createElement('p'),
    button = document.createElement('button');
  say.textContent = text;
  say.setAttribute('role', 'alert');
  button.textContent = again;
  button.className = 'main';
  button.addEventListener('click', () => location.reload());
  box.replaceChildren(say, button);
}

addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) sayTrouble();
  },
  true,
);
if (document.readyState === 'complete') setTimeout(sayTrouble);
else addEventListener('load', sayTrouble);
