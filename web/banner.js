// SPDX-License-Identifier: MIT
// The end of a game, over the board: how it ended for who sits here, why, and what can come next. It is no dialog:
// nothing waits for it, and it can be closed to look at the last position.
import { byId, h, loadCss, s } from './dom.js';
import { feeling } from './end.js';
import { addWords, t } from './i18n.js';
import { PERSON } from './state.js';
import { EN, JA } from './table-words.js';
import { VIEWS } from './views.js';

addWords(EN, JA);
/** @typedef {import('./state.js').Session} Session */

/** Rings about a centre: they run outward for who has won. @param {string} how */
const rings = (how) =>
  s(
    'svg',
    { class: `end-rings ${how}`, viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    ...[46, 33, 20].map((r, i) => s('circle', { class: `end-ring-${i}`, r })),
    s('circle', { class: 'end-centre', r: 8 }),
  );

/** The same again; against a computer with the sides changed. @param {Session} session */
export async function rematch(session) {
  const { state, shape, link, remote } = session;
  if (!state || !shape) return;
  if (remote) return remote.act({ do: 'offer', what: 'rematch' });
  if (state.match && state.next) return session.nextGame();
  const one = state.seats.filter((seat) => seat.kind === 'computer').length === 1;
  const players = [0, 1].map((side) => {
    const {
      kind = 'person',
      level = 0,
      time = 0,
      perfect = false,
    } = session.seat(one ? 1 - side : side) ?? {};
    return kind === 'computer'
      ? { kind: /** @type {const} */ ('computer'), level, movetime: time, perfect }
      : PERSON;
  });
  const seeded = !link.position && shape.prelims?.some((p) => p.kind === 'seed');
  await session.begin(
    {
      variant: link.variant,
      position: link.position,
      clock: link.clock,
      seed: seeded ? String(1 + Math.floor(Math.random() * 999_999)) : link.seed,
    },
    { players, flipped: one ? players[0].kind === 'computer' : session.flipped },
  );
}

/** @param {Session} session @param {import('./app.js').Page} page */
export async function showEnd(session, page) {
  await loadCss('banner.css');
  const { ending } = session.state ?? {},
    box = byId('banner'),
    how = feeling(session);
  if (!ending) return;
  const { head, why } = ending;
  const button = (
    /** @type {string} */ id,
    /** @type {string} */ text,
    /** @type {() => any} */ action,
    main = false,
  ) =>
    h(
      'button',
      {
        id,
        class: main ? 'main' : null,
        onclick: () => {
          box.hidden = true;
          Promise.resolve(action()).catch(page.report);
        },
      },
      text,
    );
  const next = session.state?.match && session.state.next,
    watching = session.remote?.seated === null,
    { tournament = null, series = null } = session.remote?.table ?? {},
    held = !!tournament && !(series && !series.over); // there the next game is paired
  /** It is there already, on a phone below the board. */
  const reveal = () => {
    if (!byId('review')) return page.review();
    if (byId('review').getBoundingClientRect().top > innerHeight * 0.65)
      byId('review').scrollIntoView();
  };
  const taught = !!session.state?.seats.some((seat) => seat.text.endsWith('teacher'));
  const last = session.state?.match && !session.state.next;
  box.className = `end-${how}`;
  box.replaceChildren(
    button('end-close', '×', () => byId('board-host').focus()),
    rings(how),
    h('h2', {}, head),
    h('p', {}, why),
    h(
      'p',
      { class: 'row' },
      ...(held
        ? [
            button(
              'end-tournament',
              t('online.tournament'),
              () => location.assign(`${session.remote?.root}#tournament=${tournament}`),
              true,
            ),
          ]
        : []),
      ...(watching || last || held
        ? []
        : [
            button(
              'end-rematch',
              t(next ? 'do.nextGame' : 'end.rematch'),
              () => rematch(session),
              how !== 'lose' && !taught,
            ),
          ]),
      button(
        'end-review',
        t(taught ? 'end.chances' : 'end.review'),
        () => (taught ? reveal() : page.review()),
        (how === 'lose' && !held) || taught,
      ),
      button('end-analyse', t('end.analyse'), () => page.analyse()),
      ...(session.remote ? [] : [button('end-new', t('do.new'), () => page.newGame())]),
      ...(how === 'lose' && 'learn' in VIEWS && !session.remote
        ? [button('end-learn', t('end.learn'), () => page.go('learn'))]
        : []),
    ),
  );
  byId('end-close').setAttribute('aria-label', t('do.close'));
  box.hidden = false;
  if (taught) void page.review(true).catch(page.report); // the teacher says by itself what there was
  if (ending.kind !== 'rules' && ending.kind !== 'repetition') session.announce(`${head} ${why}`); // those are told with the move
}
