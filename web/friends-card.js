// SPDX-License-Identifier: MIT
// What lies over the board while nobody plays yet: the invitation with its link, a code for a phone's camera and the
// empty seat, or, at the other end of the link, who invites to what. Gone when the game begins: no clock runs under it.
import { byId, h, s } from './dom.js';
import { language, t } from './i18n.js';
import { mark } from './mark.js';
import { call } from './online.js';
import { button, clockText } from './friends-panel.js';

/** @typedef {import('./friends.js').Friends} Friends */

const COPIED_MS = 2000;

/** Rings that run out from who waits. @param {string} name */
const waiting = (name) =>
  h(
    'div',
    { class: 'waiting', 'aria-hidden': 'true' },
    s(
      'svg',
      { viewBox: '-50 -50 100 100' },
      ...[0, 1, 2].map((i) => s('circle', { class: `wave wave-${i}`, r: 24 })),
    ),
    mark(name),
  );

/** @param {HTMLInputElement} field @param {any} event of the button that says that it is done */
async function copy(field, { currentTarget }) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // plain http on a home network has no clipboard of its own
  }
  currentTarget.textContent = t('online.copied');
  setTimeout(() => {
    currentTarget.textContent = t('online.copy');
  }, COPIED_MS);
}

/** A square that a phone's camera reads. The link goes in the body of a request that nobody logs.
 * @param {Friends} friends @param {HTMLElement} place */
async function drawCode(friends, place) {
  try {
    const { svg } = await call(friends.base, 'POST', '/qr', { text: friends.inviteLink }, '', {
      lang: language(),
    });
    place.replaceChildren(
      h('img', {
        alt: t('online.code'),
        width: 132,
        height: 132,
        src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`,
      }),
    );
  } catch {
    place.hidden = true; // the link is there all the same
  }
}

/** What is played: the game, the clock, which side is left. @param {Friends} friends @param {number} seat for whom */
function about({ session, table }, seat) {
  const side = session.shape?.players[table?.seats[seat].side ?? 0] ?? '';
  return [
    session.shape?.title ?? '',
    clockText(table?.clock ?? 'none'),
    t('online.asSide', side),
  ].join(' · ');
}

/** @param {Friends} friends */
function invitation(friends) {
  const link = friends.inviteLink,
    own = friends.table?.you ?? 0;
  const field = h('input', {
    id: 'invite-link',
    readonly: true,
    value: link || friends.link,
    'aria-label': t('online.link'),
    onfocus: () => field.select(),
  });
  const code = h('div', { id: 'invite-code' });
  if (link) void drawCode(friends, code);
  return [
    waiting(friends.table?.seats[own].name || 'you'),
    h('h2', {}, t('online.waitTitle')),
    h('p', { class: 'about' }, about(friends, own)),
    h('p', {}, t(link ? 'online.send' : 'online.waits')),
    ...(link
      ? [
          h(
            'div',
            { class: 'invite' },
            h(
              'div',
              { class: 'invite-link' },
              field,
              h(
                'p',
                { class: 'row' },
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'main',
                    id: 'invite-copy',
                    onclick: (/** @type {any} */ event) => copy(field, event),
                  },
                  t('online.copy'),
                ),
                ...('share' in navigator
                  ? [
                      button(
                        t('online.share'),
                        () =>
                          navigator
                            .share({
                              title: t('app.title'),
                              text: t('online.shareText', friends.session.shape?.title ?? ''),
                              url: link,
                            })
                            .catch(() => {}),
                        { id: 'invite-share' },
                      ),
                    ]
                  : []),
              ),
            ),
            code,
          ),
        ]
      : []),
    h(
      'p',
      { class: 'row' },
      button(
        t('online.cancel'),
        async () => {
          await friends.act({ do: 'leave' });
          friends.leave();
        },
        { id: 'invite-cancel' },
      ),
    ),
  ];
}

/** @param {Friends} friends */
function seatFree(friends) {
  const { table } = friends,
    seat = table?.seats.findIndex((one) => one.kind === 'empty') ?? 0,
    maker = table?.seats[1 - seat];
  const name = h('input', {
    id: 'join-name',
    maxlength: 20,
    autocomplete: 'nickname',
    placeholder: t('online.name'),
    'aria-label': t('online.name'),
    value: friends.myName,
  });
  const sit = () => friends.join(name.value.trim()).catch(friends.report);
  name.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && !event.isComposing) void sit();
  });
  return [
    h('div', { class: 'waiting', 'aria-hidden': 'true' }, mark(maker?.name || 'you')),
    h('h2', {}, t('online.invited', maker?.name || t('online.somebody'))),
    h('p', { class: 'about' }, about(friends, seat)),
    h('p', { class: 'row' }, name, button(t('online.sit'), sit, { main: true, id: 'join' })),
  ];
}

/** @param {Friends} friends */
export function renderCard(friends) {
  const host = byId('board-host'),
    { table, trouble } = friends,
    open = !!friends.session.remote && !trouble && table?.state === 'open';
  /** @type {HTMLElement|null} */
  let card = byId('online-card');
  const what = open
    ? JSON.stringify([
        table.id,
        table.you,
        friends.invite,
        table.seats.map(({ name, kind, side }) => [name, kind, side]),
        language(),
        friends.session.shape?.title,
      ])
    : '';
  if (!open) return void card?.remove();
  if (!card) {
    card = /** @type {HTMLElement} */ (
      h('section', { id: 'online-card', 'aria-label': t('online.card') })
    );
    host.append(card);
  }
  if (card.dataset.what === what) return; // nothing is taken away from under who types
  card.dataset.what = what;
  const was = byId('join-name'),
    typing = was && document.activeElement === was;
  card.replaceChildren(
    h('div', {}, ...(table.you === null ? seatFree(friends) : invitation(friends))),
  );
  const name = byId('join-name');
  if (was?.value && name) name.value = was.value;
  if (typing) name?.focus(); // with the caret at the end
}
