// SPDX-License-Identifier: MIT
// Words of the front page.

/** @type {Record<string, string>} */
export const EN = {
  'home.again': 'Puzzles to repeat: {0}',
  'home.continue': 'Continue {0}, move {1}',
  'home.foot': 'Free, without an account, without advertising. Works offline.',
  'home.friend': 'Play a friend',
  'home.games': 'All my games',
  'home.lead':
    'Some are a thousand years old, some were thought up yesterday. Each is learned in a minute.',
  'home.learn': 'Learn in one minute',
  'home.lobby': 'Play somebody',
  'home.open': 'Back to {0}',
  'home.pause': 'Hold the pictures still',
  'home.picture': '{0}: a board that plays a few moves of a game by itself',
  'home.play': 'Play the computer',
  'home.puzzle': 'Today’s puzzle',
  'home.table': 'Your table: {0}',
  'home.title': 'Six games of rings around a centre',
  'home.two': 'Two at one screen',
  'home.win.morelli':
    'March inward, turning over men caught between two of yours. Four in a square around the throne crown your king; who holds the throne at the end wins.',
  'home.win.mur':
    'Ships that hold together sail further and knock weaker ones out of the way. Trap three ships, or the kraken, and you win.',
  'home.win.nine':
    'Three of your men in a row take one of theirs. Leave your opponent two men, or no way to move, and you win.',
  'home.win.six':
    'Two squares, six men each, over in five minutes. Rows of three take men; who is down to two has lost.',
  'home.win.stacking':
    'A row of three does not take a man: it goes under one of yours. Three stacks in a row win.',
  'home.win.twelve':
    'Diagonals join in and twelve men a side crowd the board, with a row of three behind every corner. Down to two men, and it is lost.',
};
/** @type {Record<string, string>} */
export const JA = {
  'home.again': '問題のおさらい（{0}問）',
  'home.continue': '{0}を続ける（{1}手目まで）',
  'home.foot': '無料。登録も広告もありません。オフラインでも遊べます。',
  'home.friend': '友だちと指す',
  'home.games': '自分の対局一覧',
  'home.lead': '千年前から続くものも、生まれたばかりのものも。どれも一分で覚えられます。',
  'home.learn': '一分で覚える',
  'home.lobby': 'だれかと対局',
  'home.open': '{0}に戻る',
  'home.pause': '動く盤を止める',
  'home.picture': '{0}の盤。対局の数手をひとりでに再現しています',
  'home.play': 'コンピューターと指す',
  'home.puzzle': '今日の問題',
  'home.table': '友だちとの{0}',
  'home.title': '中央を囲む、六つのボードゲーム',
  'home.two': '一つの画面で二人',
  'home.win.morelli':
    '虹の盤を内側へ進み、相手のコマをはさんで裏返します。玉座を囲む正方形に4つそろえば王が玉座へ。最後に玉座にいる側の勝ち。',
  'home.win.mur':
    'つながった船ほど遠くへ進み、弱い船をはじきます。船を3隻、またはクラーケンを囲めば勝ち。',
  'home.win.nine':
    '3つ並べるたびに相手のコマを1つ取れます。相手を2個にするか、動けなくすれば勝ち。',
  'home.win.six':
    '二重の四角に6個ずつ、5分で終わる小さなモリス。3つ並べて取り、相手を2個にすれば勝ち。',
  'home.win.stacking':
    '3つ並べると、相手のコマを自分のコマの下に積みます。スタックを3つ一列に並べれば勝ち。',
  'home.win.twelve':
    '斜めの線も加わり、12個ずつのにぎやかな戦い。どこからでも3つ並びます。相手を2個にすれば勝ち。',
};
