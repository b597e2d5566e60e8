// SPDX-License-Identifier: MIT
// The steps of the lessons: a position and the moves that answer it. Their texts are lesson.GAME.N in
// the language tables. "…" at the end of a move stands for any rest; no move at all means any.
// A test plays every step through the engine.

/** @typedef {{variant: string, position: string, expect: string[]}} LessonStep */

const f4 = '............./............./............./...b...b.b.../.......w...../...b..b....../.w.....w...../......b..b.../.......w...../.....wb..b.../....b......../............./.............';

/** @type {Record<string, [string, string, ...string[]][]>} variant, position, moves */
const ROWS = {
  nine: [
    ['nine', ''],
    ['nine', 'ww....../...b.b../........ w 7 7', 'g7xd2'],
    ['nine', 'w......./.....bb./w....... w 7 7', 'f2'],
    ['nine', 'ww.w..../....b..b/b.b..w.. w 0 0', 'g4-g7x…'],
    ['nine', 'ww.w..../....bbb./b....w.. w 0 0', 'g4-g7xc5'],
    ['nine', 'www...../....b..b/b.b..w.. w 0 0', 'g7-g4'],
    ['nine', 'ww.w..../....b..b/b....w.. w 0 0', 'g4-g7x…'],
    ['nine', 'bbbw...w/......../.w...... w 0 0', 'd5-d6'],
  ],
  stacking: [
    ['stacking', 'ww....../.b..b..b/....w... w 6 6', 'g7xb4>d7'],
    ['stacking', 'wWw...../.b..b.../....w... b 5 6', 'd5~d7xe3>d6'],
    ['stacking', 'wBw...../.B..b.../.b...... w 5 5', '~d7xd5>a7/c3'],
    ['stacking', 'bWbw..ww/b.wb.B.B/..b.w..W w 0 0', 'd7-d6'],
    ['stacking', 'WWB.w.../....b..b/......w. w 4 4', 'g4~g7'],
  ],
  mur: [
    ['mur', '', '+…'],
    ['mur', 'b......./......../......../k b 0 0', 'a3-b3'],
    ['mur', 'bb....../......../......../k b 0 0', 'b3-d3'],
    ['mur', 'bww...../......../......../k b 0 0', 'a3-b3…'],
    ['mur', 'wb.....b/......../......../k b 0 0', '+a2'],
    ['mur', 'bw.....w/w......./......../k b 0 1', 'xa3'],
  ],
  morelli: [
    ['morelli', '12w/13/13/13/13/13/13/13/b12/13/13/13/13 b play', 'a5-…'],
    ['morelli', '............./............./............./...b.b......./............./........b.b../.......www.../......bw.wb../.b......ww.../.w...b..b.b../....w......../............./...b......... b play', 'd1-i6…'],
    ['morelli', `${f4} b play`, 'e3-d4…'],
    ['morelli', `${f4} w play`, 'b7-f7…'],
    ['morelli', '13/13/13/13/13/13/b5B6/13/13/13/13/13/13 b play', 'a7-b7'],
  ],
};

/** @type {Record<string, LessonStep[]>} */
export const LESSONS = Object.fromEntries(Object.entries(ROWS).map(([game, rows]) =>
  [game, rows.map(([variant, position, ...expect]) => ({ variant, position, expect }))]));

/** Is this the move that a step asks for? @param {LessonStep} step @param {string} move */
export const answers = (step, move) => !step.expect.length || step.expect.some((e) =>
  (e.endsWith('…') ? move.startsWith(e.slice(0, -1)) : move === e));
