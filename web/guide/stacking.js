// SPDX-License-Identifier: MIT
// Stacking Morris for players: what one needs for a game, with pictures. The exact clauses are in docs/rules.

/** @type {import('../rules.js').Guide} */
export default {
  credit: {
    en: 'Stacking Morris was invented by the author of the Japanese rule sheet that our morris games follow; morris itself is centuries old.',
    ja: 'スタッキング・モリスは、ここのモリスのもとになった日本語のルール集の作者が考えたゲームです。モリスそのものは何百年も前からあります。',
  },
  parts: [
    {
      part: 'goal',
      en: [
        'Three stacks of your own in a line win, at once. Nothing is ever taken off the board: mills put enemy men under yours, and that makes stacks.',
      ],
      ja: [
        '自分のスタック（2段のコマ）を一列に3つ並べれば、その場で勝ちです。コマが盤から取り除かれることはありません。ミルを作ると、相手のコマが自分のコマの下に入り、スタックができます。',
      ],
    },
    {
      part: 'setup',
      en: [
        'The board has three squares, lines at the middles of their sides, and diagonals: 24 points, 20 lines. It starts empty. Each player has nine men in hand. White begins.',
      ],
      ja: [
        '大中小の四角に、辺の中央を結ぶ線と斜めの線がある盤です。交点は24、線は20本。最初は何も置かれていません。コマは9個ずつ、白が先手です。',
      ],
      pictures: [
        {
          variant: 'stacking',
          position: 'wWw...../.b..b.../....w... b 5 6',
          en: 'White’s first stack, on d7: a white man on top of a black one.',
          ja: 'd7が白の最初のスタック。黒の上に白が乗っています。',
        },
      ],
    },
    {
      part: 'turn',
      en: [
        'While you have men in hand, put one of them on any free point. When all of yours are down, move one of your men or stacks one step along a line.',
        'A stack belongs to the man on top and always moves whole. It is never higher than two, and nothing is ever pulled out of it.',
      ],
      ja: [
        '手元にコマがあるうちは、1個を空いた交点に置きます。全部置いたら、自分のコマかスタックを線に沿って1歩動かします。',
        'スタックは上の色の持ち物で、いつも2段いっしょに動きます。3段にはならず、下のコマが抜けることもありません。',
      ],
    },
    {
      part: 'special',
      title: { en: 'Mills and stacks', ja: 'ミルとスタック' },
      en: [
        'For a mill the lowest man counts. So three single men of yours are a mill, and an enemy stack in the line counts for you, because your man is below; your own stacks do not.',
        'When you make a mill: if there are enemy stacks in it, turn one of them over, so that it is yours. Then take a single enemy man from anywhere and slide it under one of your single men in the mill. That is your new stack.',
        'Single men that stand in a mill of their own are safe, unless all of them do.',
        'If your opponent’s turn leaves a mill of yours on the board, you use it first, at the start of your turn, and then place or move as usual. One mill at the start and one at the end, no more.',
      ],
      ja: [
        'ミルでは、いちばん下のコマを数えます。ですから、自分の1段のコマ3個はミルになり、相手のスタックも（下が自分のコマなので）自分のミルに数えます。自分のスタックは数えません。',
        'ミルを作ったら、その中に相手のスタックがあれば1つ裏返して自分のものにします。次に、盤のどこからでも相手の1段のコマを1個選び、ミルの中の自分の1段のコマの下に入れます。これが新しいスタックです。',
        'ミルの中にある1段のコマは選べません。全部がミルの中にあるときは選べます。',
        '相手の手で自分のミルができていたら、手番のはじめにまずそれを使い、それからいつものように置くか動かします。使えるミルは、はじめに1つ、終わりに1つまでです。',
      ],
      pictures: [
        {
          variant: 'stacking',
          position: 'ww....../.b..b..b/....w... w 6 6',
          draw: { squares: ['g7'], arrows: [['b4', 'd7']] },
          en: 'White places on g7 and slides b4 under d7.',
          ja: '白はg7に置き、b4をd7の下に入れます。',
        },
        {
          variant: 'stacking',
          position: 'wWw...../.b..b.../....w... b 5 6',
          draw: { squares: ['d5', 'd7'], arrows: [['e3', 'd6']] },
          en: 'Black places on d5: the lowest men of d7, d6, d5 are black. d7 turns over, and e3 goes under d6.',
          ja: '黒がd5に置くと、d7・d6・d5の下は全部黒です。d7が裏返り、e3がd6の下に入ります。',
        },
      ],
    },
    {
      part: 'end',
      en: [
        'Three stacks of yours in a line win at once, whether by moving, by putting a man under, or by turning over.',
        'A player who has to place or move and cannot has lost. The third time that the same position comes up with the same player to move is a draw; so is an agreement.',
      ],
      ja: [
        '自分のスタックが一列に3つ並べば、その場で勝ちです。動かしても、下に入れても、裏返してもかまいません。',
        '置くことも動かすこともできなくなった側の負けです。同じ手番で同一局面が3回現れるか（千日手）、両者が合意すれば引き分けです。',
      ],
      pictures: [
        {
          variant: 'stacking',
          position: 'WW.Wb.w./wbbw.bw./.wb.w..b w 0 0',
          draw: { arrows: [['g4', 'g7']] },
          en: 'White’s third stack comes into line and wins.',
          ja: '白の3つ目のスタックが列に入り、勝ちです。',
        },
      ],
    },
  ],
};
