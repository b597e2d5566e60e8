// SPDX-License-Identifier: MIT
// Perfect play: fetches a database of solved positions, and puts into words what it says.
import { KINDS } from './marks.js';
import { byId, h } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./engine.js').Worth} Worth */

/** The bytes of a packed database by the list at its head (docs/formats.md): what arrives is counted
 * unpacked, and its Content-Length is not. @param {Uint8Array} head */
function sizeOf(head) {
  const view = new DataView(head.buffer, head.byteOffset, head.length),
    last = head.length < 16 ? Infinity : 16 * view.getUint32(8, true);
  return last + 16 > head.length
    ? Infinity
    : view.getUint32(last, true) + view.getUint32(last + 8, true);
}

/** @param {string} file @param {(share: number) => void} arrived @returns {Promise<Uint8Array>} */
export async function getPack(file, arrived) {
  const worker = navigator.serviceWorker,
    from = new URL(file, import.meta.url);
  // On a first visit the service worker may come too late to keep it: ask it again, which costs a 304.
  if (worker && !worker.controller)
    worker.addEventListener('controllerchange', () => void fetch(from).catch(() => {}), {
      once: true,
    });
  const { ok, body, status } = await fetch(from),
    parts = [];
  if (!ok || !body) throw new Error(`${file}: ${status}`);
  let count = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    arrived(Math.min(1, (count += value.length) / sizeOf(parts[0])));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {number} n */
const plies = (n) => (n === 1 ? t('worth.ply') : t('worth.plies', n));
/** @param {Worth} worth */
export const worthText = ([value, n, losing, replies]) =>
  value
    ? t(value > 0 ? 'worth.win' : 'worth.loss', plies(n))
    : losing
      ? t('worth.traps', losing, replies)
      : t('worth.draw');

/** What the position is worth, in a sentence; nothing if that is not shown. @param {import('./state.js').Session} session */
export function worthSentence({ shape, state, knows, solved, perfect, turn }) {
  if (!shape || !knows) return '';
  if (!perfect && solved.told === shape.variant && solved.at !== state?.position)
    return t('perfect.asking');
  const [value, n] = perfect?.[0]?.worth ?? [NaN, 0];
  return t(
    value > 0
      ? 'perfect.win'
      : value < 0
        ? 'perfect.loss'
        : value === 0
          ? 'perfect.draw'
          : 'perfect.unknown',
    shape.players[turn],
    plies(n),
  );
}

/** Why it cannot be shown. @param {import('./state.js').Session} session */
export const troubleOf = ({ may, shape, solved: { trouble } }) =>
  !trouble || !(may.solved || may.numbered)
    ? ''
    : trouble === 'missing' && !navigator.onLine
      ? t('perfect.offline')
      : t(`perfect.${trouble}`, shape?.title ?? '');

/** @param {import('./state.js').Session} session @param {boolean} on */
export async function switchPerfect(session, on) {
  await session.showPerfect(on, getPack);
  if (!session.may.solved) return void (on && (await elsewhere)?.retry()); // that says it when it knows
  session.announce(troubleOf(session) || (session.perfect ? t('analysis.perfect') : ''));
}

/** Asks elsewhere about what the page does not have; its code comes then.
 * @type {Promise<import('./values-shown.js').Shown|null>|null} */
let elsewhere = null;
/** @param {import('./state.js').Session} session @param {import('./app.js').Page['values']} values */
const askElsewhere = (session, values) =>
  (elsewhere ??= import('./values-shown.js').then(
    ({ Shown }) => new Shown(session, values.find),
    () => {
      Object.assign(session.solved, { on: false, trouble: 'missing' });
      session.notify();
      return (elsewhere = null);
    },
  ));

/** @param {import('./state.js').Session} session @param {import('./app.js').Page['values']} values */
export function renderPerfect(session, values) {
  const { solved, may } = session,
    perfect = session.perfect ?? [];
  if (solved.on && may.numbered && !may.solved) void askElsewhere(session, values);
  byId('perfect-box').hidden = !may.solved && !may.numbered;
  byId('perfect').checked = solved.on;
  byId('perfect-loading').hidden = solved.share < 0;
  byId('perfect-share').value = Math.max(0, solved.share);
  byId('perfect-trouble').textContent = troubleOf(session);
  byId('perfect-retry').hidden = !troubleOf(session) || solved.trouble === 'unsolved';
  const said = worthSentence(session),
    list = byId('perfect-moves');
  byId('perfect-panel').hidden = !said;
  const key = JSON.stringify([said, perfect, session.open]);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  byId('perfect-value').textContent = said;
  list.replaceChildren(
    ...perfect.map(({ move, worth }) =>
      h(
        'li',
        {},
        h(
          'button',
          { disabled: !session.open, onclick: () => session.play(move) },
          h('b', {}, move),
          h('span', { class: `worth ${KINDS[worth[0] + 1]}` }, worthText(worth)),
        ),
      ),
    ),
  );
}
