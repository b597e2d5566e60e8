// SPDX-License-Identifier: MIT
// Twelve Men's Morris for players: what one needs for a game, with pictures. The exact clauses are in docs/rules.

/** @type {import('../rules.js').Guide} */
export default {
  credit: {
    en: 'Morris is centuries old and nobody’s property. This one is close to Morabaraba, which is played as a sport in southern Africa.',
    ja: 'モリスは何百年も前から遊ばれてきた、みんなのゲームです。これは、アフリカ南部で競技としても遊ばれるモラバラバに近いものです。',
  },
  parts: [
    {
      part: 'goal',
      en: [
        'Line up three of your men, on the diagonals as well: each time you take one of your opponent’s.',
        'You win when your opponent has two men left, or cannot move.',
      ],
      ja: [
        '自分のコマを3個並べましょう。斜めでもかまいません。並べるたびに、相手のコマを1個取れます。',
        '相手のコマが2個になるか、相手が動けなくなれば勝ちです。',
      ],
    },
    {
      part: 'setup',
      en: [
        'Three squares, one inside the other, joined at the middles of their sides and at their corners: 24 points, 20 lines.',
        'The board starts empty. Each player has twelve men in hand. White begins.',
      ],
      ja: [
        '大中小の四角を重ね、辺の中央どうしと角どうしを結んだ盤です。交点は24、線は20本です。',
        '最初は何も置かれていません。コマは12個ずつ。白が先手です。',
      ],
      pictures: [
        {
          variant: 'twelve',
          position: '......../......../........ w 12 12',
          en: 'The board with its diagonals.',
          ja: '斜めの線のある盤。',
        },
      ],
    },
    {
      part: 'turn',
      en: [
        'While you have men in hand, put one of them on any free point.',
        'When all of yours are down, move one of them instead: one step along a line or a diagonal, to a free point.',
        'There is no passing.',
      ],
      ja: [
        '手元にコマがあるうちは、1個を空いた交点に置きます。',
        '全部置いたら、かわりに1個を動かします。線（斜めも含む）に沿って、隣の空いた交点へ1歩です。',
        'パスはできません。',
      ],
      pictures: [
        {
          variant: 'twelve',
          position: '..w...../......../........ w 11 12',
          draw: {
            arrows: [
              ['g7', 'd7'],
              ['g7', 'g4'],
              ['g7', 'f6'],
            ],
          },
          en: 'A corner has three ways out.',
          ja: '角からは3方向へ動けます。',
        },
      ],
    },
    {
      part: 'special',
      title: { en: 'Mills', ja: 'ミル' },
      en: [
        'Three of your men on a line are a mill, on a diagonal too. A turn that makes one takes an enemy man off the board for good; two mills by one move still take one man.',
        'Men that stand in a mill are safe, unless there are no others to take.',
        'Moving a man out of a mill and back in makes it anew, and takes another man.',
      ],
      ja: [
        '線の上（斜めも含む）に自分のコマが3個並ぶと「ミル」です。ミルを作ったら、相手のコマを1個取ります。一度に2つのミルができても、取るのは1個です。',
        'ミルの中のコマは取れません。ほかに取れるコマがないときだけ、取ることができます。',
        'コマを外へ動かして戻せば、また新しいミルになって1個取れます。',
      ],
      pictures: [
        {
          variant: 'twelve',
          position: 'w......./w....b../...b.... w 10 10',
          draw: { squares: ['c5'] },
          en: 'A man on c5 makes a mill on the diagonal.',
          ja: 'c5に置けば、斜めのミルになります。',
        },
        {
          variant: 'twelve',
          position: '..w.bbb./ww..b.../w...b... w 0 0',
          draw: { arrows: [['g7', 'f6']], squares: ['a1', 'd1', 'g1', 'f2', 'e3'] },
          en: 'All black men are in mills: White may take any of them.',
          ja: '黒は全部ミルの中です。白はどれでも取れます。',
        },
      ],
    },
    {
      part: 'end',
      en: [
        'You win as soon as your opponent has two men left, in hand and on the board together, or has to move and cannot.',
        'If all 24 men have been put down and none was taken, the board is full and the game is drawn. It is also drawn when the same position comes up for the third time with the same player to move, or when both agree.',
      ],
      ja: [
        '相手のコマが手元と盤を合わせて2個になるか、相手が手番で動けなくなれば、あなたの勝ちです。',
        '誰もコマを取らずに24個すべてを置くと、盤がうまって引き分けです。同じ手番で同一局面が3回現れるか（千日手）、両者が合意したときも引き分けです。',
      ],
    },
  ],
};
