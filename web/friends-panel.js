// SPDX-License-Identifier: MIT
// What stands beside the board in a game over the network: offers and their answers, who is away, how the connection
// is. Drawn anew at every change; nothing here decides anything.
import { byId, h } from './dom.js';
import { t } from './i18n.js';

/** @typedef {import('./friends.js').Friends} Friends */

const REACTIONS = 8,
  GONE_MS = 120_000; // as the server has it (play/table.h)

/** @param {string} text @param {() => any} action @param {{main?: boolean, id?: string}} [how] */
export const button = (text, action, { main = false, id } = {}) =>
  h(
    'button',
    { type: 'button', id, class: main ? 'main' : null, onclick: () => Promise.resolve(action()) },
    text,
  );

/** @param {Friends} friends */
const act = (friends, /** @type {Record<string, any>} */ body) => () =>
  friends.act(body).catch(friends.report);

/** @param {string} control @returns {string} */
export function clockText(control) {
  if (control.includes('/')) return control.split('/').map(clockText).join(' / '); // time odds: the first side, the second
  const seconds = /^(\d+)([+d])(\d+)$/.exec(control),
    days = /^(\d+)d(?:\+(\d+)d)?$/.exec(control);
  if (days)
    return t(
      `online.${days[1] === '1' ? 'oneDay' : 'days'}${days[2] ? 'Bank' : ''}`,
      days[1],
      days[2] ?? '',
    );
  return seconds
    ? t(
        seconds[2] === '+' ? 'online.minutes' : 'online.delay',
        Math.round(Number(seconds[1]) / 6) / 10,
        seconds[3],
      )
    : t('online.noClock');
}

/** A player of the table; who has a key can be looked at. @param {Friends} friends @param {number} seat */
function named(friends, seat) {
  const { kind, player } = friends.table?.seats[seat] ?? {},
    name = kind === 'empty' ? t('online.empty') : friends.nameOf(seat);
  return player ? h('a', { href: `#player=${player.id}` }, name) : name;
}

/** The other side's offer, or afterwards one's own, in the place of the line that says what to do. @param {Friends} friends */
function renderOffer(friends) {
  const { table } = friends,
    box = byId('status-box');
  const mine = (/** @type {{what: string, seat: number}} */ o) => o.seat === table?.you,
    over = table?.state === 'ended' || table?.state === 'aborted';
  const offer =
    friends.session.remote && table && table.you !== null
      ? (table.offers.find((o) => !mine(o)) ?? table.offers.find((o) => over && mine(o)))
      : null;
  const key =
      offer && table ? JSON.stringify([table.id, offer, document.documentElement.lang]) : '',
    old = byId('offer');
  if (old?.dataset.key === key) return;
  old?.remove();
  if (!offer || !table) return;
  const { what, seat } = offer;
  box.append(
    h(
      'div',
      { id: 'offer', 'data-key': key, role: 'group', 'aria-label': t('online.offer') },
      h(
        'span',
        {},
        t(mine(offer) ? `online.offered.${what}` : `online.offers.${what}`, friends.nameOf(seat)),
      ),
      h(
        'p',
        { class: 'row' },
        ...(mine(offer)
          ? [
              button(t('online.withdraw'), act(friends, { do: 'answer', what, yes: false }), {
                id: `withdraw-${what}`,
              }),
            ]
          : [
              button(t('online.accept'), act(friends, { do: 'answer', what, yes: true }), {
                main: true,
                id: `accept-${what}`,
              }),
              button(t('online.decline'), act(friends, { do: 'answer', what, yes: false }), {
                id: `decline-${what}`,
              }),
            ]),
      ),
    ),
  );
}

/** One's own offers during the game, and for watchers all of them. @param {Friends} friends */
function offers(friends) {
  const { table } = friends;
  return (table?.offers ?? [])
    .filter(({ seat }) => table?.you === null || (seat === table?.you && table.state === 'running'))
    .map(({ what, seat }) =>
      h(
        'p',
        { class: 'row offer' },
        h(
          'span',
          {},
          t(
            seat === table?.you ? `online.offered.${what}` : `online.offers.${what}`,
            friends.nameOf(seat),
          ),
        ),
        ...(table?.you === null
          ? []
          : [
              button(t('online.withdraw'), act(friends, { do: 'answer', what, yes: false }), {
                id: `withdraw-${what}`,
              }),
            ]),
      ),
    );
}

/** Somebody has gone: since when, and when the game may be claimed. @param {Friends} friends @param {number} seat */
function away(friends, seat) {
  const since = friends.table?.seats[seat].away;
  if (!since) return [];
  const rest = Math.max(0, Math.ceil((since + GONE_MS - friends.line.now) / 1000));
  return [
    h(
      'p',
      { class: 'row who-plays' },
      h('span', {}, t('online.away', friends.nameOf(seat))),
      h(
        'button',
        {
          type: 'button',
          id: 'claim',
          disabled: rest > 0,
          onclick: act(friends, { do: 'claim', what: 'gone' }),
        },
        rest
          ? t('online.claimIn', `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, '0')}`)
          : t('online.claim'),
      ),
    ),
  ];
}

/** Until when somebody is on vacation, in words; '' if nobody sits there who is. @param {Friends} friends @param {number} seat */
export function vacationText(friends, seat) {
  const until = friends.running ? (friends.table?.seats[seat]?.vacation ?? 0) : 0;
  return until > friends.line.now
    ? new Date(until).toLocaleDateString(document.documentElement.lang || 'en', {
        day: 'numeric',
        month: 'long',
      })
    : '';
}

/** Who is on vacation, and that the clock knows. @param {Friends} friends */
const vacations = (friends) =>
  [0, 1].flatMap((seat) => {
    const until = vacationText(friends, seat);
    return until
      ? [
          h(
            'p',
            { class: 'row vacation' },
            t(
              seat === friends.table?.you ? 'online.yourVacation' : 'online.vacation',
              friends.nameOf(seat),
              until,
            ),
          ),
        ]
      : [];
  });

/** @param {Friends} friends */
function duringPlay(friends) {
  const { table } = friends,
    free = !table?.tournament; // there the server refuses to pause, to abort and to give time
  const small = (
    /** @type {string} */ text,
    /** @type {Record<string, any>} */ body,
    /** @type {string} */ id = '',
  ) => button(text, act(friends, body), { id });
  return [
    h(
      'p',
      { class: 'row' },
      ...(table?.takeback === 'no'
        ? []
        : [small(t('online.takeback'), { do: 'offer', what: 'takeback' }, 'takeback')]),
      ...(free
        ? [
            small(
              t(table?.paused ? 'online.goOn' : 'online.pause'),
              { do: 'offer', what: 'pause' },
              'pause',
            ),
          ]
        : []),
      ...(free && table?.left && !friends.days
        ? [small(t('online.more'), { do: 'more' }, 'more-time')]
        : []),
      ...(free && (table?.moves.length ?? 0) < 2
        ? [small(t('online.abort'), { do: 'abort' }, 'abort')]
        : []),
    ),
    h(
      'p',
      { class: 'row reactions', role: 'group', 'aria-label': t('online.reactions') },
      ...Array.from({ length: REACTIONS }, (_, n) =>
        button(t(`online.reaction.${n}`), act(friends, { do: 'react', n }), { id: `react-${n}` }),
      ),
    ),
  ];
}

/** @param {Friends} friends */
function afterwards(friends) {
  const { table } = friends,
    more = table?.series && !table.series.over,
    uncounted = table?.rated && table.state === 'ended' && table.moves.length < (table.short ?? 0);
  return [
    ...(uncounted ? [h('p', { id: 'too-short' }, t('online.tooShort', table.short ?? 0))] : []),
    ...(table?.you === null
      ? []
      : [
          h(
            'p',
            { class: 'row' },
            ...(more
              ? [
                  button(t('online.nextGame'), act(friends, { do: 'offer', what: 'next' }), {
                    main: true,
                    id: 'offer-next',
                  }),
                ]
              : []),
            button(t('online.rematch'), act(friends, { do: 'offer', what: 'rematch' }), {
              main: !more && !table?.tournament,
              id: 'rematch',
            }),
          ),
        ]),
    h(
      'p',
      { class: 'row' },
      h(
        'a',
        {
          class: 'button',
          id: 'record',
          href: `${friends.base}/api/v1/tables/${friends.id}/record`,
          download: `${friends.id}.txt`,
        },
        t('online.record'),
      ),
      ...(table?.seats.some((seat) => seat.player)
        ? [
            h(
              'a',
              { class: 'button', id: 'to-lobby', href: `${friends.root}#lobby` },
              t('online.toLobby'),
            ),
          ]
        : []),
    ),
  ];
}

/** Lines for the other's moves; their code comes when somebody opens them. @param {Friends} friends */
function plans(friends) {
  const box = h(
    'details',
    {
      id: 'plans',
      open: friends.plans?.open,
      ontoggle: async () => {
        if (box.open && !friends.plans)
          friends.plans = new (await import('./friends-plan.js')).Plans(friends);
        if (friends.plans) friends.plans.open = box.open;
        if (box.open && friends.plans) box.append(friends.plans.show());
      },
    },
    h('summary', {}, t('online.plan')),
  );
  if (friends.plans?.open) box.append(friends.plans.show());
  return box;
}

/** @param {Friends} friends */
function connection({ line, trouble, lost }) {
  if (trouble) return trouble;
  if (lost || line.state === 'trying')
    return t(line.waiting ? 'online.tryingKept' : 'online.trying');
  if (line.waiting) return t('online.saving');
  return line.state === 'plain'
    ? t('online.plain')
    : line.lag < 0
      ? t('online.live')
      : t('online.lag', Math.round(line.lag));
}

/** @param {Friends} friends */
function body(friends) {
  const { table } = friends;
  if (!table) return [];
  const gone = table.state === 'running' && table.you !== null ? away(friends, 1 - table.you) : [];
  return [
    ...(gone.length
      ? gone
      : [
          h(
            'p',
            { class: 'row who-plays' },
            h('span', {}, named(friends, 0), ' – ', named(friends, 1)),
            h(
              'span',
              {},
              clockText(table.clock),
              ...(table.rated ? [' · ', t('online.rated')] : []),
            ),
          ),
        ]),
    ...vacations(friends),
    ...(table.you === null && table.state !== 'open' ? [h('p', {}, t('online.watching'))] : []),
    ...(table.tournament
      ? [
          h(
            'p',
            { class: 'row' },
            h(
              'a',
              {
                class:
                  table.state === 'ended' && !(table.series && !table.series.over)
                    ? 'button main'
                    : 'button',
                id: 'tournament',
                href: `${friends.root}#tournament=${table.tournament}`,
              },
              t('online.tournament'),
            ),
          ),
        ]
      : []),
    ...(table.state === 'settling' ? [h('p', {}, t('online.settling'))] : []),
    ...offers(friends),
    ...(table.state === 'running' && table.you !== null ? duringPlay(friends) : []),
    ...(table.state === 'running' && table.you !== null && friends.days ? [plans(friends)] : []),
    ...(table.state === 'ended' || table.state === 'aborted' ? afterwards(friends) : []),
    ...(friends.seatLink && table.you !== null && table.state !== 'open'
      ? [
          h(
            'details',
            {
              open: friends.showsDevice,
              ontoggle: (/** @type {any} */ event) => {
                friends.showsDevice = event.target.open;
              },
            },
            h('summary', {}, t('online.device')),
            h('p', {}, t('online.deviceHelp')),
            h('input', {
              readonly: true,
              value: friends.seatLink,
              'aria-label': t('online.device'),
              id: 'seat-link',
            }),
          ),
        ]
      : []),
  ];
}

/** @param {Friends} friends */
export function renderFriends(friends) {
  const box = byId('online');
  if (!box) return;
  const on = !!friends.session.remote && (!!friends.table || !!friends.trouble);
  box.hidden = !on;
  document.documentElement.dataset.help = friends.helps || !on ? 'yes' : 'no';
  Object.assign(document.documentElement.dataset, {
    line: on && friends.lost ? 'lost' : '',
    table: on ? (friends.table?.state ?? '') : '',
    seat: on && friends.seated === null ? 'none' : '',
  });
  renderOffer(friends);
  if (!on) return;
  const state = byId('online-state'),
    text = connection(friends);
  if (state.textContent !== text) state.textContent = text;
  state.className = friends.lost || friends.trouble ? 'trouble' : '';
  // What has the focus keeps it.
  const focus =
    document.activeElement && byId('online-body').contains(document.activeElement)
      ? document.activeElement.id
      : '';
  byId('online-body').replaceChildren(...body(friends));
  if (focus) byId(focus)?.focus({ preventScroll: true });
}
