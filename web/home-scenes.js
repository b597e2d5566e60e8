// SPDX-License-Identifier: MIT
// What the pictures of the front page play: a few moves of games that the engine has played, as boards, so that they
// need no engine. `start` has a digit a point (the index of its piece), `steps` the points that a move changes, each
// with what stands there then. A test plays the moves in the engine and compares.

/** @typedef {{position: string, moves: string, start: string, steps: number[][]}} Scene steps: point, piece, point, piece, ... */

/** @type {Record<string, Scene>} */
export const SCENES = {
  nine: {
    position: 'bwb.bwbw/bw.wbbww/...w.b.w b 0 0',
    moves:
      'd3-c3 c4-c5 d2-d3 c5-d5xb6 f2-d2 d6-b6xg7 g1-g4 b6-d6xg4 d3-e3 d6-b6xc3 d2-f2 b6-d6xa7 f2-d2 d6-b6xa1',
    start: '212021212101221100010201',
    steps: [
      [21, 0, 22, 2],
      [16, 1, 23, 0],
      [13, 0, 21, 2],
      [8, 0, 16, 0, 17, 1],
      [12, 0, 13, 2],
      [2, 0, 8, 1, 9, 0],
      [3, 2, 4, 0],
      [3, 0, 8, 0, 9, 1],
      [20, 2, 21, 0],
      [8, 1, 9, 0, 22, 0],
      [12, 2, 13, 0],
      [0, 0, 8, 0, 9, 1],
      [12, 0, 13, 2],
      [6, 0, 8, 1, 9, 0],
    ],
  },
  six: {
    position: '.....b../w.....ww b 3 4',
    moves: 'b2 f2 b6 d5 b4xf2 e5xd2 f2 d5-d6 b2-d2 d6-d5xb6 b4-b2xc3 d5-d6 b2-b4 d6-d5xf2',
    start: '0000020010000011',
    steps: [
      [6, 2],
      [4, 1],
      [0, 2],
      [9, 1],
      [4, 0, 7, 2],
      [5, 0, 10, 1],
      [4, 2],
      [1, 1, 9, 0],
      [5, 2, 6, 0],
      [0, 0, 1, 0, 9, 1],
      [6, 2, 7, 0, 14, 0],
      [1, 1, 9, 0],
      [6, 0, 7, 2],
      [1, 0, 4, 0, 9, 1],
    ],
  },
  twelve: {
    position: 'w.bb.bww/wbwbbwwb/.wwww.bw b 0 0',
    moves:
      'd1-g1xf6 e5-f6 g7-d7 c4-c5xg1 d7-g7 e4-e5xd6 f2-g1xf6 e3-f2xb4 f4-e4 a4-b4xc3 e4-e3 b4-a4xe3 g1-d1 a4-b4xg7',
    start: '102202111212211201111021',
    steps: [
      [4, 2, 5, 0, 10, 0],
      [10, 1, 18, 0],
      [1, 2, 2, 0],
      [4, 0, 16, 1, 23, 0],
      [1, 0, 2, 2],
      [9, 0, 18, 1, 19, 0],
      [4, 2, 10, 0, 12, 0],
      [12, 1, 15, 0, 20, 0],
      [11, 0, 19, 2],
      [7, 0, 15, 1, 22, 0],
      [19, 0, 20, 2],
      [7, 1, 15, 0, 20, 0],
      [4, 0, 5, 2],
      [2, 0, 7, 0, 15, 1],
    ],
  },
  stacking: {
    position: '......b./b....wbw/..wwWbw. b 3 4',
    moves:
      'a7 c5 a4xc5>a4 c5 g7 d5xg7>d5 f6 b4-c4xd3>c5 ~c5xd2>b6/a7-d7 ~c5xb2>c4/c3-b2 f6-d6~d5xe5>d6 e3-d3 d7-a7 d3-c3',
    start: '000000202000012100113210',
    steps: [
      [0, 2],
      [16, 1],
      [7, 4, 16, 0],
      [16, 1],
      [2, 2],
      [2, 0, 17, 3],
      [10, 2],
      [15, 0, 16, 3, 21, 0, 23, 1],
      [0, 0, 1, 2, 8, 4, 13, 0, 16, 4],
      [14, 1, 16, 3, 22, 0, 23, 3],
      [9, 4, 10, 0, 17, 4, 18, 0],
      [20, 0, 21, 3],
      [0, 2, 1, 0],
      [21, 0, 22, 3],
    ],
  },
  morelli: {
    position:
      '13/7bw4/1b7bbw1/2bbb3bbb2/b3bbbwwb1b1/5bwwwb3/3w2Bwwb3/3w1www1b1b1/bb1w3bb4/7b5/w2bw1w6/8b4/8b1b2 b play',
    moves:
      'b5-c6 d7-e8xf8* i2-e6xd6 a3-b4 c6-d7xe8 b4-c3xd3 h12-f10* e3-f4 e8-f7xf8g6 f4-g5 d6-e5 d3-e4 c10-d9 c3-d4xe5',
    start:
      '0020100010000000010000010000000000010000010222001000002000001100000000201100000020023210000000112222001011001022210200000011111100100000000110000000100102000000000000000',
    steps: [
      [17, 0, 31, 1],
      [45, 0, 59, 2, 72, 2, 84, 4],
      [44, 1, 57, 1, 105, 0],
      [2, 0, 16, 2],
      [31, 0, 45, 1, 59, 1],
      [16, 0, 28, 2, 41, 2],
      [74, 1, 84, 3, 102, 0],
      [54, 0, 68, 2],
      [59, 0, 71, 1, 72, 1, 83, 1],
      [68, 0, 82, 2],
      [44, 0, 56, 1],
      [41, 0, 55, 2],
      [35, 0, 47, 1],
      [28, 0, 42, 2, 56, 2],
    ],
  },
  mur: {
    position: '.b.bw.w./..b.bw.w/.bkw.bw./b b 0 0',
    moves: '0-f3 xe3 b1-0 +e3 xf3 e3-f3 0-a2 f3-0 f1-0*b1 b1-c1*e1 0-d1*d2 xd2 a2-a1 g1-f1',
    start: '1000101310201012120202020',
    steps: [
      [0, 0, 18, 1],
      [15, 0],
      [0, 1, 4, 0],
      [15, 2],
      [18, 0],
      [15, 0, 18, 2],
      [0, 0, 2, 1],
      [0, 2, 18, 0],
      [0, 1, 4, 2, 16, 0],
      [4, 0, 7, 2, 13, 3],
      [0, 0, 10, 1, 11, 2],
      [11, 0],
      [1, 1, 2, 0],
      [16, 2, 19, 0],
    ],
  },
};
