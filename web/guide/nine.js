// SPDX-License-Identifier: MIT
// Nine Men's Morris for players: what one needs for a game, with pictures. The exact clauses are in docs/rules.

/** @type {import('../rules.js').Guide} */
export default {
  credit: {
    en: 'Morris is centuries old and nobody’s property: people scratched its board into stone benches long before it was printed.',
    ja: 'モリスは何百年も前から遊ばれてきた、みんなのゲームです。印刷されるずっと前から、石のベンチに盤が刻まれてきました。',
  },
  parts: [
    {
      part: 'goal',
      en: [
        'Line up three of your men, as often as you can: each time you take one of your opponent’s.',
        'You win when your opponent has two men left, or cannot move.',
      ],
      ja: [
        '自分のコマを3個並べましょう。並べるたびに、相手のコマを1個取れます。',
        '相手のコマが2個になるか、相手が動けなくなれば勝ちです。',
      ],
    },
    {
      part: 'setup',
      en: [
        'The board is three squares, one inside the other, joined at the middles of their sides. Men stand on the 24 points where lines meet.',
        'It starts empty. Each player has nine men in hand. White begins, and then you take turns.',
      ],
      ja: [
        '盤は、大中小の四角を重ね、辺の中央どうしを線で結んだ形です。コマは線の交わる24の交点に置きます。',
        '最初は何も置かれていません。コマは9個ずつ。白が先手で、交互に指します。',
      ],
      pictures: [
        {
          variant: 'nine',
          position: '......../......../........ w 9 9',
          en: 'The empty board.',
          ja: '最初の盤。',
        },
      ],
    },
    {
      part: 'turn',
      en: [
        'While you have men in hand, put one of them on any free point.',
        'When all of yours are down, move one of them instead: one step along a line, to a free point.',
        'You have to play; there is no passing.',
      ],
      ja: [
        '手元にコマがあるうちは、1個を空いた交点に置きます。',
        '全部置いたら、かわりに1個を動かします。線に沿って、隣の空いた交点へ1歩です。',
        'パスはできません。',
      ],
      pictures: [
        {
          variant: 'nine',
          position: '......../.w....../........ w 8 9',
          draw: {
            arrows: [
              ['d6', 'd7'],
              ['d6', 'd5'],
              ['d6', 'b6'],
              ['d6', 'f6'],
            ],
          },
          en: 'A man on d6 has four ways to go.',
          ja: 'd6のコマは4方向へ動けます。',
        },
      ],
    },
    {
      part: 'special',
      title: { en: 'Mills', ja: 'ミル' },
      en: [
        'Three of your men on a drawn line, side by side, are a mill. There are sixteen lines: the twelve sides of the squares and the four lines that join them.',
        'A turn that makes a mill takes one enemy man off the board for good. Two mills by one move still take one man.',
        'Men that stand in a mill are safe, unless there are no others to take.',
        'A mill that simply stays gives nothing more. But you may move a man out and back in again: that makes the mill anew, and takes another man.',
      ],
      ja: [
        '線の上に自分のコマが3個並ぶと「ミル」です。線は16本。四角の辺が12本と、それを結ぶ線が4本です。',
        'ミルを作ったら、相手のコマを1個取ります。取ったコマは戻りません。一度に2つのミルができても、取るのは1個です。',
        'ミルの中のコマは取れません。ほかに取れるコマがないときだけ、取ることができます。',
        'できたままのミルでは何も起きません。でも、コマを外へ動かして戻せば、また新しいミルになって1個取れます。',
      ],
      pictures: [
        {
          variant: 'nine',
          position: 'ww.w..../....bbb./b....w.. w 0 0',
          draw: { arrows: [['g4', 'g7']], squares: ['c5'] },
          en: 'White makes a mill. Black’s row below is a mill, so c5 is the man to take.',
          ja: '白がミルを作ります。黒の下の列はミルなので、取れるのはc5です。',
        },
        {
          variant: 'nine',
          position: 'www.b.../w.w...b./b..b.b.. w 0 0',
          draw: { arrows: [['d7', 'd6']] },
          en: 'One man for two mills: it takes a man with every step.',
          ja: '2つのミルを行き来するコマ。動くたびに1個取れます。',
        },
      ],
    },
    {
      part: 'end',
      en: [
        'You win as soon as your opponent has two men left, in hand and on the board together, or has to move and cannot.',
        'The game is drawn when the same position comes up for the third time with the same player to move, or when both agree.',
      ],
      ja: [
        '相手のコマが手元と盤を合わせて2個になるか、相手が手番で動けなくなれば、あなたの勝ちです。',
        '同じ手番で同一局面が3回現れるか（千日手）、両者が合意すれば引き分けです。',
      ],
      pictures: [
        {
          variant: 'nine',
          position: 'bbbw...w/.w....../........ b 0 0',
          en: 'Black is to move and cannot: White has won.',
          ja: '黒の手番ですが動けません。白の勝ちです。',
        },
      ],
    },
  ],
};
