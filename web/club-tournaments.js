// SPDX-License-Identifier: MIT
// Tournaments: those that run, come and have been; and a sheet to make one.
import { doing, enter, gameLine, timeText } from './club.js';
import { EN, JA } from './club-tournament-words.js';
import { ask } from './dialogs.js';
import { h } from './dom.js';
import { clockText } from './friends-panel.js';
import { needDevice } from './friends-seats.js';
import { addWords, pick, reasonOf, t } from './i18n.js';
import { EN as SHEET_EN, JA as SHEET_JA } from './sheet-words.js';

addWords(SHEET_EN, SHEET_JA);
addWords(EN, JA);
export const title = () => t('club.tournaments');

const KINDS = ['arena', 'swiss', 'round-robin', 'simul'],
  CLOCKS = ['180+2', '300+3', '600+5', '900+10', '1d', '3d'];
/** Players at most. @type {Record<string, number>} */
const MOST = { 'round-robin': 32, simul: 50 };
const REFRESH_MS = 10_000,
  SOON_MS = 10 * 60_000,
  NAME_MAX = 40;

/** What a kind of tournament is called. @param {string} kind */
export const kindText = (kind) => t(`tour.kind.${kind}`);

/** How long it is, or when it is. @param {any} tournament */
function when({ state, start, kind, minutes, round, rounds, ended }) {
  if (state === 'coming') return start ? t('tour.starts', timeText(start)) : t('tour.byHand');
  if (state !== 'running')
    return t(state === 'cancelled' ? 'tour.cancelled' : 'tour.ended', timeText(ended));
  return kind === 'arena'
    ? t('tour.arenaRuns', minutes)
    : rounds
      ? t('tour.round', round || 1, rounds)
      : t('tour.runs');
}

/** @param {import('./newgame.js').Catalogue} catalogue @param {any} tournament */
function row(catalogue, tournament) {
  const { id, name, kind, rated, state, most, players } = tournament;
  return h(
    'li',
    { class: state === 'running' ? 'live' : null },
    h(
      'a',
      { href: `#tournament=${id}`, 'data-tournament': id },
      h(
        'span',
        { class: 'club-what' },
        h('b', {}, name || kindText(kind)),
        h(
          'small',
          {},
          [
            kindText(kind),
            gameLine(catalogue, tournament),
            t(rated ? 'club.ratedIs' : 'club.casual'),
          ].join(' · '),
        ),
      ),
      h(
        'span',
        { class: 'me-other' },
        `${when(tournament)} · ${t('tour.count', state === 'coming' ? `${players}/${most}` : players)}`,
      ),
    ),
  );
}

/** The sheet for a new one. @param {import('./newgame.js').Catalogue} catalogue @returns {Promise<Record<string, any>|null>} */
async function sheet(catalogue) {
  const field = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {HTMLElement} */ input,
  ) =>
    h('p', { class: 'field tour-field', id: `${id}-row` }, h('label', { for: id }, label), input);
  const select = (
    /** @type {string} */ id,
    /** @type {[string, string][]} */ values,
    /** @type {string} */ chosen,
  ) =>
    h(
      'select',
      { id, onchange: () => adapt() },
      ...values.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
    );
  const number = (
    /** @type {string} */ id,
    /** @type {number} */ value,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) => h('input', { id, type: 'number', min: least, max: most, value });
  const name = h('input', { id: 'tour-name', maxlength: NAME_MAX });
  const kind = select(
      'tour-kind',
      KINDS.map((k) => [k, kindText(k)]),
      'arena',
    ),
    about = h('p', { class: 'club-soft' });
  const game = select(
    'tour-game',
    catalogue.families.flatMap((f) => f.games).map((g) => [g.id, pick(g.title)]),
    'nine',
  );
  const clock = select(
    'tour-clock',
    CLOCKS.map((c) => [c, clockText(c)]),
    '300+3',
  );
  const minutes = number('tour-minutes', 45, 1, 720),
    rounds = number('tour-rounds', 5, 1, 20),
    most = number('tour-most', 32, 2, 300);
  const local = new Date(Date.now() + SOON_MS),
    start = h('input', {
      id: 'tour-start',
      type: 'datetime-local',
      value: new Date(local.getTime() - 60_000 * local.getTimezoneOffset())
        .toISOString()
        .slice(0, 16),
    });
  const rated = h('input', { type: 'checkbox', id: 'tour-rated' }),
    twice = h('input', { type: 'checkbox', id: 'tour-twice' }),
    match = h('input', { type: 'checkbox', id: 'tour-match' });
  const box = (/** @type {HTMLElement} */ input, /** @type {string} */ text) =>
    h('p', { id: `${input.id}-row` }, h('label', { class: 'club-check' }, input, ' ', text));
  const body = h(
    'div',
    { class: 'club tour-sheet' },
    field('tour-name', t('tour.name'), name),
    field('tour-kind', t('tour.kindHead'), kind),
    about,
    field('tour-game', t('new.game'), game),
    field('tour-clock', t('new.clock'), clock),
    field('tour-minutes', t('tour.minutes'), minutes),
    field('tour-rounds', t('tour.rounds'), rounds),
    field('tour-start', t('tour.start'), start),
    field('tour-most', t('tour.most'), most),
    box(rated, t('club.rated')),
    box(twice, t('tour.twice')),
    box(match, t('tour.match')),
  );
  const shown = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    body.querySelector(`#${id}-row`).hidden = !on;
  };
  function adapt() {
    about.textContent = t(`tour.about.${kind.value}`);
    most.max = String(MOST[kind.value] ?? 300);
    shown('tour-minutes', kind.value === 'arena');
    shown('tour-rounds', kind.value === 'swiss');
    shown('tour-twice', kind.value === 'round-robin');
    shown(
      'tour-match',
      !!catalogue.families.find((f) => f.games.some((g) => g.id === game.value))?.match &&
        kind.value !== 'arena',
    );
  }
  adapt();
  if (
    !(await ask(
      t('tour.make'),
      [body],
      [
        { text: t('do.close'), value: '' },
        { text: t('tour.post'), value: 'make', main: true },
      ],
    ))
  )
    return null;
  const at = new Date(start.value).getTime(),
    whole = (/** @type {any} */ input) =>
      Math.min(
        Number(input.max),
        Math.max(Number(input.min), Math.round(Number(input.value)) || Number(input.min)),
      );
  return {
    name: name.value.trim() || kindText(kind.value),
    kind: kind.value,
    game: game.value,
    clock: clock.value,
    rated: rated.checked,
    join: true, // whoever only holds it leaves again
    most: whole(most),
    ...(Number.isFinite(at) ? { start: Math.max(at, Date.now()) } : {}), // without: when its organiser says so
    ...(kind.value === 'arena' ? { minutes: whole(minutes) } : {}),
    ...(kind.value === 'swiss' ? { rounds: whole(rounds) } : {}),
    ...(kind.value === 'round-robin' ? { cycles: twice.checked ? 2 : 1 } : {}),
    ...(match.checked && !match.closest('p').hidden ? { match: true } : {}),
  };
}

/** @param {HTMLElement} host @param {import('./views.js').Page} page */
export const show = (host, page) =>
  enter(host, page, 'tournaments', async (club, body) => {
    const catalogue = await page.catalogue,
      said = h('p', { class: 'club-said', role: 'status' }),
      lists = h('div', { class: 'tour-lists' });
    const draw = async () => {
      const { tournaments: all } = await club.call('GET', '/tournaments');
      const key = JSON.stringify(all);
      if (lists.dataset.key === key) return;
      lists.dataset.key = key;
      const groups = /** @type {[string, any[]][]} */ ([
        [t('tour.running'), all.filter((/** @type {any} */ x) => x.state === 'running')],
        [t('tour.coming'), all.filter((/** @type {any} */ x) => x.state === 'coming')],
        [
          t('tour.over'),
          all.filter((/** @type {any} */ x) => x.state === 'ended' || x.state === 'cancelled'),
        ],
      ]);
      lists.replaceChildren(
        ...groups
          .filter(([, list]) => list.length)
          .map(([text, list], n) =>
            h(
              'section',
              { 'aria-labelledby': `tour-${n}` },
              h('h3', { id: `tour-${n}` }, text),
              h('ul', { class: 'club-list' }, ...list.map((one) => row(catalogue, one))),
            ),
          ),
        ...(all.length ? [] : [h('p', { class: 'club-soft' }, t('tour.none'))]),
      );
    };
    const make = doing(
      t('tour.make'),
      async () => {
        const what = await sheet(catalogue);
        if (!what) return;
        needDevice();
        const { id } = await club.call('POST', '/tournaments', what);
        page.go('tournament', id);
      },
      (error) => {
        said.textContent = reasonOf(error);
      },
      { id: 'tournament-make', class: 'main' },
    );
    body.append(
      h(
        'div',
        { class: 'club-bar' },
        h('h2', { class: 'unseen' }, t('club.tournaments')),
        h('span', { class: 'club-soft' }, t('tour.lead')),
        make,
      ),
      said,
      lists,
    );
    await draw();
    const timer = setInterval(() => {
      if (!document.hidden) void draw().catch(() => {});
    }, REFRESH_MS);
    return () => clearInterval(timer);
  });
