// SPDX-License-Identifier: MIT
// What stands beside the board: whose turn it is and what is asked, the players and their numbers,
// evaluation. Written anew from the session at every change.
import { byId, h, s } from './dom.js';
import { language, t } from './i18n.js';
import { worthSentence, worthText } from './perfect.js';
import { drawPiece } from './pieces.js';

/** @typedef {import('./state.js').Session} Session */

const PIPS_MAX = 12;

/** How a game ended or would end. @param {Session} session @param {import('./engine.js').Result} result */
export function resultText({ shape }, { winner, reason }) {
  if (winner === 'draw') return reason ? t('status.drawn', reason) : t('status.drawnPlain');
  const name = shape?.players[winner === 'p1' ? 0 : 1] ?? '';
  return reason ? t('status.won', name, reason) : t('status.wonPlain', name);
}

/** Points in halves. @param {number} half */
export const points = (half) => `${half >= 2 || half === 0 ? Math.floor(half / 2) : ''}${half % 2 ? '½' : ''}`;

/** The standing of the match. @param {Session} session */
function renderSeries({ shape, state }) {
  const series = state?.series ?? null;
  byId('series').hidden = !series;
  byId('next-game').hidden = !(series && state?.over && !series.over);
  if (!series || !shape) return;
  const names = [shape.players[series.side], shape.players[1 - series.side]]; // by seat
  const score = (/** @type {number[]} */ half) => `${points(half[0])} : ${points(half[1])}`;
  byId('series-score').textContent = t('series.score', names[0], score(series.half), names[1]);
  byId('series-place').textContent = t('series.place', series.set, series.game, series.games, shape.players[series.starter]);
  byId('series-sets').textContent = series.sets.length > 1 ? t('series.sets', series.sets.map(score).join(', ')) : '';
  const { winner, reason } = series.result;
  byId('series-result').textContent = winner === 'none' ? '' : winner === 'draw' ? t('series.drawn', reason)
    : t('series.won', names[winner === 'p1' ? 0 : 1], reason);
}

/** The one sentence: whose turn, what is asked, or how it ended. @param {Session} session */
export function sentence(session) {
  const { shape, state, turn } = session;
  if (!shape || !state) return t('app.loading');
  if (state.result.winner !== 'none') return resultText(session, state.result);
  if (state.over) return t('status.over');
  const name = shape.players[turn];
  if (session.thinking) return t('status.thinking', name);
  if (session.isComputer(turn) && session.held) return t('status.held', name);
  return t('status.turn', name, session.narrow.prompt);
}

/** @param {import('./state.js').Player} player */
const kindOf = ({ kind, level, movetime }) => (kind === 'person' ? t('player.person')
  : level ? t('player.level', level) : t('player.seconds', movetime / 1000));

/** @param {HTMLElement} box @param {Session} session @param {number} player */
function renderPlayer(box, session, player) {
  const { shape, state } = session;
  if (!shape || !state) return;
  const piece = shape.pieces.find((p) => p?.owner === player && p.form === 'man');
  const icon = () => s('svg', { viewBox: '-44 -44 88 88', 'aria-hidden': 'true' }, ...(piece ? [drawPiece(piece)] : []));
  const toMove = !state.over && state.turn === player;
  const counters = state.counters.filter((c) => c.player === player);
  box.classList.toggle('to-move', toMove);
  box.replaceChildren(h('span', { class: 'who' }, icon(), h('b', {}, shape.players[player]),
    h('span', { class: 'kind' }, kindOf(session.players[player])), ...(toMove ? [h('span', { class: 'turn' }, t('player.toMove'))] : [])),
  h('span', { class: 'counters' }, ...counters.map(({ id, name, value }) => h('span', { class: 'counter', 'data-counter': id },
    `${name} `, h('b', {}, String(value)),
    ...(id === 'hand' ? [h('span', { class: 'pips', 'aria-hidden': 'true' }, ...Array.from({ length: Math.min(value, PIPS_MAX) }, icon))] : [])))));
}

/** @param {import('./engine.js').Thought} thought */
const speed = ({ nps, threads }) => (nps && threads ? `, ${t('analysis.speed', (nps / 1e6).toFixed(2), threads)}` : '');

/** @param {Session} session */
function renderAnalysis(session) {
  byId('analysis').hidden = !session.analysing;
  if (!session.analysing || !session.shape) return;
  const { analysis, shape, state } = session, white = 0;
  const sign = state?.turn === white ? 1 : -1;
  const score = (analysis?.score ?? 0) * sign, decided = analysis?.mate ?? null;
  /** @type {import('./engine.js').Worth|null} exact, for White */
  const worth = session.perfect?.length ? [session.perfect[0].worth[0] * sign, session.perfect[0].worth[1], 0, 0] : null;
  const share = worth ? (1 + worth[0]) / 2 : decided === null ? 1 / (1 + Math.exp(-score / 250)) : score > 0 ? 1 : 0;
  byId('bar-fill').style.setProperty('width', `${Math.round(100 * share)}%`);
  const text = worth ? worthText(worth) : !analysis ? t('analysis.wait') : decided !== null ? t('analysis.mate', Math.abs(decided))
    : `${score > 0 ? '+' : ''}${(score / 100).toFixed(2)}`;
  byId('bar-text').textContent = text;
  byId('bar').setAttribute('aria-label', `${t('analysis.label', shape.players[white])}: ${text}`);
  byId('line').textContent = analysis ? `${t('analysis.line')} ${analysis.pv.join(' ')} (${t('status.depth', analysis.depth, analysis.nodes.toLocaleString(language()))}${speed(analysis)})` : '';
}

/** What the marks under the pointer are called. @param {Session} session */
const markNames = (session) => [...new Set((session.preview.ghosts.length ? [] : session.pointMarks).filter((m) => m.label || m.kind === 'frame' || m.kind === 'group')
  .map((m) => t('hover.mark', m.name, m.label).trim()))].join(', ');

/** @param {Session} session */
export function renderPanel(session) {
  const { shape, state, message } = session;
  if (!shape || !state) return;
  byId('status').textContent = sentence(session);
  byId('remark').textContent = state.remark;
  byId('remark').hidden = !state.remark;
  renderSeries(session);
  const thought = session.thinking;
  const extra = message?.text ?? (session.hint ? t('said.hint', session.hint.move)
    : thought?.depth ? t('status.depth', thought.depth, thought.nodes.toLocaleString(language())) : markNames(session));
  byId('message').textContent = extra;
  byId('message').className = message?.kind ?? '';
  byId('finish').hidden = !(session.open && session.canFinish);
  byId('cancel').hidden = !(session.open && session.clicks.length);
  byId('move-now').hidden = !thought;
  byId('resume').hidden = !(session.held && session.isComputer(session.turn) && !session.over);
  byId('undo').disabled = state.ply === 0;
  byId('redo').disabled = state.ply >= state.moves.length;
  byId('hint').disabled = !session.open;
  byId('agree').disabled = state.over;
  byId('resign').disabled = state.over;
  renderPlayer(byId('player-near'), session, session.flipped ? 1 : 0);
  renderPlayer(byId('player-far'), session, session.flipped ? 0 : 1);
  renderAnalysis(session);
  const spoken = byId('spoken');
  if (spoken.dataset.number !== String(session.spoken.number)) {
    spoken.dataset.number = String(session.spoken.number);
    spoken.textContent = `${session.spoken.text} ${message ? '' : worthSentence(session)}`.trim();
  }
}
