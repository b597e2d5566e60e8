// SPDX-License-Identifier: MIT
// What stands beside the board: whose turn it is and what is asked, the players and their numbers,
// evaluation. Written anew from the session at every change.
import { byId, h, s } from './dom.js';
import { compact, language, t } from './i18n.js';
import { kindOf, nameOf, pictureOf, whiteSide, yourSide } from './people.js';
import { worthSentence, worthText } from './perfect.js';
import { drawPiece } from './pieces.js';
import { canGoBack } from './swap.js';
import { boardKind, lookOf } from './themes.js';

/** @typedef {import('./state.js').Session} Session */

const PIPS_MAX = 12; // men that are drawn one by one

/** How a game ended, with persons. @param {import('./engine.js').Ending} ending */
export const resultText = ({ head, why }) => t('status.ended', head, why);

/** What ending by agreement is called, by what it would give: in some games that need not be a draw.
 * @param {Session} session @returns {{button: string, question: string}} */
export function endKeys({ shape, state }) {
  const both = state?.seats.every((seat) => seat.kind !== 'computer'),
    winner = state?.agreed?.winner ?? 'draw';
  if (!shape || winner === 'draw')
    return {
      button: t(both ? 'do.agreeBoth' : 'do.agree'),
      question: t(both ? 'ask.agreeDraw' : 'ask.offerDraw'),
    };
  const gives = t('agreed.win', shape.players[winner === 'p1win' ? 0 : 1]);
  return {
    button: t(both ? 'do.endBoth' : 'do.end'),
    question: t(both ? 'ask.agree' : 'ask.offer', gives),
  };
}

/** Minutes and seconds, hours if there are any; tenths at the end. @param {number} ms */
export function timeText(ms) {
  const s = Math.floor(ms / 1000),
    two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (s > 86400) return t('time.days', Math.floor(s / 86400), Math.floor(s / 3600) % 24);
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}${ms < 10_000 ? `.${Math.floor(ms / 100) % 10}` : ''}`;
}

/** Points in halves. @param {number} half */
export const points = (half) =>
  `${half >= 2 || half === 0 ? Math.floor(half / 2) : ''}${half % 2 ? '½' : ''}`;

/** The standing of the match. @param {Session} session */
function renderSeries({ shape, state }) {
  const series = state?.series ?? null;
  byId('series').hidden = !series;
  byId('next-game').hidden = !state?.next;
  if (!series || !shape) return;
  const names = state?.seats.map((seat) => seat.name || shape.players[seat.side]) ?? [];
  const score = (/** @type {number[]} */ half) => `${points(half[0])} : ${points(half[1])}`;
  byId('series-score').textContent = t('series.score', names[0], score(series.half), names[1]);
  byId('series-place').textContent = t(
    'series.place',
    series.set,
    series.game,
    series.games,
    shape.players[series.starter],
  );
  byId('series-sets').textContent =
    series.sets.length > 1 ? t('series.sets', series.sets.map(score).join(', ')) : '';
  const { winner, reason } = series;
  byId('series-result').textContent =
    winner === 'none'
      ? ''
      : winner === 'draw'
        ? t('series.drawn', reason)
        : t('series.won', names[winner === 'p1win' ? 0 : 1], reason);
}

/** The one sentence: whose turn, what is asked, or how it ended. @param {Session} session */
export function sentence(session) {
  const { shape, state, turn } = session;
  if (!shape || !state) return t('app.loading');
  if (session.remote?.status) return session.remote.status;
  if (state.here) return resultText(state.here);
  if (session.lookingBack) return t('status.back', state.ply, state.headPly);
  if (state.ending && !session.study) return resultText(state.ending);
  const name = nameOf(session, turn);
  if (session.thinking && session.atHead) return t('status.thinking', name);
  if (session.held) return t('status.held', name);
  const { made, prompt } = session.narrow;
  if (session.seat(turn)?.kind === 'remote') return t('status.waiting', name);
  if (made) return t('status.made', made, prompt);
  return turn === yourSide(session) ? t('status.you', prompt) : t('status.turn', name, prompt);
}

/** The clocks alone, which run while nothing else changes. @param {Session} session */
export function renderClocks(session) {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.clock'))) {
    const side = Number(box.dataset.side),
      text = timeText(session.left(side));
    if (box.textContent !== text) box.textContent = text;
    box.classList.toggle('runs', session.running === side);
    box.classList.toggle('low', session.limited && session.left(side) < 10_000);
  }
}

/** A man of that side. @param {Session} session @param {number} side @param {string} [name] class */
function man({ shape }, side, name = '') {
  const piece = shape?.pieces.find((p) => p?.owner === side && p.form === 'man');
  return s(
    'svg',
    { class: name, viewBox: '-44 -44 88 88', 'aria-hidden': 'true' },
    ...(piece && shape ? [drawPiece(piece, boardKind(shape))] : []),
  );
}

/** A number beside a name; men that are not on the board are drawn. @param {Session} session @param {import('./engine.js').Counter} counter @param {number} side whose bar it is */
function counterOf(session, { id, name, player, value }, side) {
  const drawn = id === 'hand' || id === 'lost',
    label = player === side ? name : t('player.taken');
  const pips = () =>
    h(
      'span',
      { class: id === 'hand' ? 'pips' : 'gained', 'aria-hidden': 'true' },
      ...Array.from({ length: Math.min(value, PIPS_MAX) }, () => man(session, player)),
    );
  return h(
    'span',
    { class: drawn ? 'counter' : 'counter told', 'data-counter': id, title: label },
    h('span', { class: 'name' }, label),
    h('span', { class: 'unseen' }, label),
    ' ',
    ...(drawn ? [pips()] : []),
    h('b', {}, String(value)),
  );
}

/** @param {HTMLElement} box @param {Session} session @param {number} player */
function renderPlayer(box, session, player) {
  const { shape, state } = session;
  if (!shape || !state) return;
  const toMove = (session.study ? !state.here : !state.over) && state.turn === player,
    picture = pictureOf(session, player),
    kind = kindOf(session, player);
  // What a player has lost is seen where the other one has gathered it; an empty row of men says nothing.
  const counters = state.counters.filter(
    (c) =>
      (c.id === 'lost' ? c.player !== player : c.player === player) &&
      (c.value || (c.id !== 'lost' && c.id !== 'hand')),
  );
  const key = JSON.stringify([
    shape.variant,
    player,
    toMove,
    nameOf(session, player),
    kind,
    counters,
    session.limited,
    t('player.you'),
    lookOf(boardKind(shape)),
  ]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.classList.toggle('to-move', toMove);
  box.replaceChildren(
    h(
      'span',
      { class: 'face' },
      ...(picture ? [picture, man(session, player, 'man')] : [man(session, player)]),
    ),
    h(
      'span',
      { class: 'who' },
      h('b', {}, nameOf(session, player)),
      ...(kind ? [h('span', { class: 'kind' }, kind)] : []),
    ),
    h('span', { class: 'turn', 'aria-hidden': toMove ? null : 'true' }, t('player.toMove')),
    h('span', { class: 'counters' }, ...counters.map((c) => counterOf(session, c, player))),
    ...(session.limited ? [h('span', { class: 'clock', role: 'timer', 'data-side': player })] : []),
  );
}

/** @param {import('./engine.js').Thought} thought */
const speed = ({ nps, threads }) =>
  nps && threads ? `, ${t('analysis.speed', compact(nps), threads)}` : '';

/** @param {Session} session */
function renderAnalysis(session) {
  byId('analysis').hidden = !session.analysing || !!session.state?.here; // nothing to look for at the end
  if (!session.analysing || !session.shape) return;
  const { analysis, shape, state } = session,
    white = whiteSide(shape);
  const sign = state?.turn === white ? 1 : -1;
  const score = (analysis?.score ?? 0) * sign,
    decided = analysis?.mate ?? null;
  /** @type {import('./engine.js').Worth|null} exact, for White */
  const worth = session.perfect?.length
    ? [session.perfect[0].worth[0] * sign, session.perfect[0].worth[1], 0, 0]
    : null;
  const chance = (analysis?.chance ?? 500) / 1000,
    share = worth ? (1 + worth[0]) / 2 : sign > 0 ? chance : 1 - chance;
  byId('bar-fill').style.setProperty('width', `${Math.round(100 * share)}%`);
  const text = worth
    ? worthText(worth)
    : !analysis
      ? t('analysis.wait')
      : decided !== null
        ? t('analysis.mate', shape.players[score > 0 ? white : 1 - white], Math.abs(decided))
        : `${score > 0 ? '+' : ''}${(score / 100).toFixed(2)}`;
  byId('bar-text').textContent = text;
  byId('bar').setAttribute('aria-label', `${t('analysis.label', shape.players[white])}: ${text}`);
  byId('line-moves').textContent = analysis ? `${t('analysis.line')} ${analysis.pv.join(' ')}` : '';
  byId('line-speed').textContent = analysis
    ? `${t('status.depth', analysis.depth, analysis.nodes.toLocaleString(language()))}${speed(analysis)}`
    : '';
}

/** What the marks under the pointer are called. @param {Session} session */
const markNames = (session) =>
  [
    ...new Set(
      (session.preview.ghosts.length ? [] : session.pointMarks)
        .filter((m) => m.label || m.kind === 'frame' || m.kind === 'group')
        .map((m) => t('hover.mark', m.name, m.label).trim()),
    ),
  ].join(', ');

/** @param {Session} session */
export function renderPanel(session) {
  const { shape, state, message } = session;
  if (!shape || !state) return;
  byId('status').textContent = sentence(session);
  byId('remark').textContent = state.remark;
  byId('remark').hidden = !state.remark;
  renderSeries(session);
  const thought = session.thinking;
  const again = session.open
    ? session.narrow.repeats.map((p) => shape.points[p].name).join(', ')
    : '';
  const extra =
    message?.text ??
    (again
      ? t('said.repeats', again)
      : session.hint
        ? t('said.hint', session.hint.move)
        : markNames(session));
  byId('message').textContent = extra;
  byId('message').className = message?.kind ?? '';
  byId('finish').hidden = !(session.open && session.canFinish);
  byId('cancel').hidden = !(session.open && session.clicks.length);
  byId('move-now').hidden = !thought;
  byId('finish').textContent = session.narrow.decline;
  byId('accept').hidden = !(session.open && session.narrow.accept);
  byId('accept').textContent = session.narrow.accept;
  byId('back-game').hidden = !canGoBack(session);
  byId('resume').hidden = !session.may.resume;
  byId('to-head').hidden = !session.lookingBack;
  byId('board-host').classList.toggle('back', session.lookingBack);
  byId('resume').textContent = t(session.over ? 'do.playOn' : 'do.resume');
  byId('comment').textContent = state.comment ?? '';
  byId('comment').hidden = !state.comment;
  byId('undo').disabled = state.ply === 0;
  byId('redo').disabled = state.ply >= state.moves.length;
  byId('hint').disabled = !session.open;
  byId('agree').disabled = state.over || !!session.judge; // a question is no game
  byId('agree').lastElementChild.textContent = endKeys(session).button;
  byId('resign').disabled = state.over || !!session.judge;
  renderPlayer(byId('player-near'), session, session.flipped ? 1 : 0);
  renderPlayer(byId('player-far'), session, session.flipped ? 0 : 1);
  renderClocks(session);
  renderAnalysis(session);
  const spoken = byId('spoken');
  if (spoken.dataset.number !== String(session.spoken.number)) {
    spoken.dataset.number = String(session.spoken.number);
    spoken.textContent = `${session.spoken.text} ${message ? '' : worthSentence(session)}`.trim();
  }
}
