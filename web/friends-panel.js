// SPDX-License-Identifier: MIT
// What stands beside the board in a game over the network: the link for the friend, who is there, offers and their
// answers, how the connection is. Drawn anew at every change; nothing here decides anything.
import { byId, h } from './dom.js';
import { language, t } from './i18n.js';
import { call } from './online.js';

/** @typedef {import('./friends.js').Friends} Friends */

const REACTIONS = 8;

/** @param {string} text @param {() => any} action @param {{main?: boolean, id?: string}} [how] */
const button = (text, action, { main = false, id } = {}) =>
  h('button', { type: 'button', id, class: main ? 'main' : null, onclick: () => Promise.resolve(action()) }, text);

/** @param {Friends} friends */
const act = (friends, /** @type {Record<string, any>} */ body) => () => friends.act(body).catch(friends.report);

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // plain http on a home network has no clipboard of its own
  }
}

/** A square that a phone's camera reads. The link goes in the body of a request that nobody logs.
 * @param {Friends} friends @param {HTMLElement} place */
async function drawCode(friends, place) {
  try {
    const { svg } = await call(friends.base, 'POST', '/qr', { text: friends.inviteLink }, '', { lang: language() });
    const image = h('img', { alt: t('online.code'), width: 180, height: 180, src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` });
    place.replaceChildren(image);
  } catch (error) {
    friends.report(error);
  }
}

/** @param {Friends} friends */
function invitation(friends) {
  const field = h('input', { id: 'invite-link', readonly: true, value: friends.inviteLink || friends.link, 'aria-label': t('online.link'), onfocus: () => field.select() });
  const code = h('div', { id: 'invite-code' });
  return [
    h('p', {}, t(friends.inviteLink ? 'online.send' : 'online.waits')),
    ...(friends.inviteLink ? [
      h('p', { class: 'row' }, field),
      h('p', { class: 'row' }, button(t('online.copy'), () => copy(field), { main: true, id: 'invite-copy' }),
        ...('share' in navigator ? [button(t('online.share'), () => navigator.share({ url: friends.inviteLink }).catch(() => {}))] : []),
        button(t('online.code'), () => drawCode(friends, code), { id: 'invite-qr' })),
      code] : []),
    h('p', { class: 'row' }, button(t('online.cancel'), async () => { await friends.act({ do: 'leave' }); friends.leave(); })),
  ];
}

/** @param {Friends} friends */
function seatFree(friends) {
  const name = h('input', { id: 'join-name', maxlength: 20, autocomplete: 'nickname', placeholder: t('online.name'), 'aria-label': t('online.name') });
  const { table } = friends, maker = table?.seats.find((s) => s.kind !== 'empty');
  return [
    h('p', {}, t('online.invited', maker?.name || t('online.somebody'), clockText(table?.clock ?? 'none'))),
    h('p', { class: 'row' }, name, button(t('online.sit'), () => friends.join(name.value.trim()).catch(friends.report), { main: true, id: 'join' })),
  ];
}

/** @param {string} control */
export function clockText(control) {
  const seconds = /^(\d+)([+d])(\d+)$/.exec(control), days = /^(\d+)d(?:\+(\d+)d)?$/.exec(control);
  if (days) return t('online.days', days[1]);
  return seconds ? t(seconds[2] === '+' ? 'online.minutes' : 'online.delay', Math.round(Number(seconds[1]) / 6) / 10, seconds[3]) : t('online.noClock');
}

/** @param {Friends} friends */
function offers(friends) {
  const { table } = friends;
  return (table?.offers ?? []).map(({ what, seat }) => h('p', { class: 'row offer' },
    h('span', {}, t(seat === table?.you ? `online.offered.${what}` : `online.offers.${what}`, friends.nameOf(seat))),
    ...(table?.you === null ? [] : seat === table?.you ? [button(t('online.withdraw'), act(friends, { do: 'answer', what, yes: false }))]
      : [button(t('online.accept'), act(friends, { do: 'answer', what, yes: true }), { main: true, id: `accept-${what}` }),
        button(t('online.decline'), act(friends, { do: 'answer', what, yes: false }))])));
}

/** @param {Friends} friends */
function duringPlay(friends) {
  const { table } = friends, other = table?.seats[1 - (table.you ?? 0)];
  const small = (/** @type {string} */ text, /** @type {Record<string, any>} */ body, /** @type {string} */ id = '') => button(text, act(friends, body), { id });
  return [
    ...(other?.away ? [h('p', { class: 'row' }, t('online.away', friends.nameOf(1 - (table?.you ?? 0))), ' ', small(t('online.claim'), { do: 'claim', what: 'gone' }))] : []),
    h('p', { class: 'row' },
      ...(table?.takeback === 'no' ? [] : [small(t('online.takeback'), { do: 'offer', what: 'takeback' }, 'takeback')]),
      small(t(table?.paused ? 'online.goOn' : 'online.pause'), { do: 'offer', what: 'pause' }, 'pause'),
      ...(table?.left ? [small(t('online.more'), { do: 'more' })] : []),
      ...((table?.moves.length ?? 0) < 2 ? [small(t('online.abort'), { do: 'abort' }, 'abort')] : [])),
    h('p', { class: 'row reactions', role: 'group', 'aria-label': t('online.reactions') },
      ...Array.from({ length: REACTIONS }, (_, n) => button(t(`online.reaction.${n}`), act(friends, { do: 'react', n })))),
  ];
}

/** @param {Friends} friends */
function afterwards(friends) {
  const { table } = friends, more = table?.series && !table.series.over;
  return [
    ...(table?.you === null ? [] : [h('p', { class: 'row' },
      ...(more ? [button(t('online.nextGame'), act(friends, { do: 'offer', what: 'next' }), { main: true, id: 'offer-next' })] : []),
      button(t('online.rematch'), act(friends, { do: 'offer', what: 'rematch' }), { main: !more, id: 'rematch' }))]),
    h('p', { class: 'row' }, h('a', { class: 'button', id: 'record', href: `${friends.base}/api/v1/tables/${friends.id}/record`, download: `${friends.id}.txt` }, t('online.record'))),
  ];
}

/** @param {Friends} friends */
function connection({ line, trouble }) {
  if (trouble) return trouble;
  if (line.state === 'trying') return t('online.trying');
  if (line.waiting) return t('online.saving');
  return t(line.state === 'plain' ? 'online.plain' : 'online.live');
}

/** @param {Friends} friends */
function body(friends) {
  const { table } = friends;
  if (!table) return [];
  const join = table.state === 'open' && table.you === null;
  return [
    h('p', { class: 'who-plays' }, table.seats.map((s, i) => (s.kind === 'empty' ? t('online.empty') : friends.nameOf(i))).join(' – '), ' · ', clockText(table.clock)),
    ...(table.you === null && !join ? [h('p', {}, t('online.watching'))] : []),
    ...(join ? seatFree(friends) : table.state === 'open' ? invitation(friends) : []),
    ...(table.state === 'settling' ? [h('p', {}, t('online.settling'))] : []),
    ...offers(friends),
    ...(table.state === 'running' && table.you !== null ? duringPlay(friends) : []),
    ...(table.state === 'ended' || table.state === 'aborted' ? afterwards(friends) : []),
    ...(table.you !== null && table.state !== 'open' ? [h('details', {}, h('summary', {}, t('online.device')),
      h('p', {}, t('online.deviceHelp')), h('input', { readonly: true, value: friends.seatLink, 'aria-label': t('online.device'), id: 'seat-link' }))] : []),
  ];
}

/** @param {Friends} friends */
export function renderFriends(friends) {
  const box = byId('online');
  if (!box) return;
  const on = !!friends.session.remote && (!!friends.table || !!friends.trouble);
  box.hidden = !on;
  document.documentElement.dataset.help = friends.helps || !on ? 'yes' : 'no';
  if (!on) return;
  byId('online-state').textContent = connection(friends);
  byId('online-state').className = friends.line.state === 'trying' || friends.trouble ? 'trouble' : '';
  // A field in which somebody types is not taken away from under them.
  const typing = document.activeElement instanceof HTMLInputElement && byId('online-body').contains(document.activeElement) && !document.activeElement.readOnly;
  if (!typing) byId('online-body').replaceChildren(...body(friends));
}

