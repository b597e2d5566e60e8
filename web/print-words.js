// SPDX-License-Identifier: MIT
// Words of the boards to print.

export const EN = {
  'print.title': 'Boards to print',
  'print.lead':
    'One sheet with the board, one with the pieces to cut out. Print at 100 % so that they fit each other.',
  'print.game': 'Game',
  'print.paper': 'Paper',
  'print.a4': 'A4',
  'print.letter': 'Letter',
  'print.ink': 'Save ink: lines only',
  'print.do': 'Print, or save as PDF',
  'print.back': 'Back to the game',
  'print.size': '{0}, {1} × {1}',
  'print.menOf': '{0}: pieces to cut out',
  'print.cut': 'Cut along the circles. Glued on cardboard first, they last longer.',
  'print.fold':
    'Cut out both circles together, fold along the dashed line and glue: each man is black on one side and white on the other.',
  'print.win.nine':
    'Three in a line take an enemy man. Whoever is left with two men, or cannot move, loses.',
  'print.win.six':
    'Three in a line take an enemy man. Whoever is left with two men, or cannot move, loses.',
  'print.win.twelve':
    'Three in a line, diagonals too, take an enemy man. Whoever is left with two men, or cannot move, loses.',
  'print.win.stacking':
    'Three in a line put an enemy man under one of yours. Three of your stacks in a line win.',
  'print.win.morelli':
    'Men move inward only. Four of yours in a square about the throne crown your king. When nobody can move, the king on the throne wins.',
  'print.win.mur':
    'A ship sails as far as its group is large. Surround three enemy ships, or the kraken, and you win.',
};

export const JA = {
  'print.title': '印刷用の盤',
  'print.lead': '盤の紙と、切り抜くコマの紙です。大きさが合うように、倍率100%で印刷してください。',
  'print.game': 'ゲーム',
  'print.paper': '用紙',
  'print.a4': 'A4',
  'print.letter': 'レター',
  'print.ink': 'インクを節約（線だけ）',
  'print.do': '印刷・PDFで保存',
  'print.back': '対局に戻る',
  'print.size': '{0}（{1}×{1}）',
  'print.menOf': '{0}：切り抜くコマ',
  'print.cut': '円に沿って切り抜きます。先に厚紙に貼ると丈夫です。',
  'print.fold':
    '二つの円をつなげたまま切り抜き、点線で折って貼り合わせます。表が黒、裏が白のコマになります。',
  'print.win.nine':
    '3つ並べると相手のコマを1個取れます。コマが2個になるか、動けなくなった側の負けです。',
  'print.win.six':
    '3つ並べると相手のコマを1個取れます。コマが2個になるか、動けなくなった側の負けです。',
  'print.win.twelve':
    '斜めも含めて3つ並べると相手のコマを1個取れます。コマが2個になるか、動けなくなった側の負けです。',
  'print.win.stacking':
    '3つ並べると、相手のコマを自分のコマの下に積めます。自分のスタックを3つ並べれば勝ちです。',
  'print.win.morelli':
    'コマは内側へだけ進みます。玉座を囲む正方形の四隅を取ると王が玉座に就き、誰も動けなくなったとき王が玉座にいる側の勝ちです。',
  'print.win.mur':
    '船は、つながっている船の数と同じ歩数だけ進みます。相手の船3隻か、クラーケンを囲めば勝ちです。',
};
