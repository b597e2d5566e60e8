// SPDX-License-Identifier: MIT
// Six Men's Morris for players: what one needs for a game, with pictures. The exact clauses are in docs/rules.

/** @type {import('../rules.js').Guide} */
export default {
  credit: {
    en: 'Morris is centuries old and nobody’s property. The small board was common wherever there was little room or little time.',
    ja: 'モリスは何百年も前から遊ばれてきた、みんなのゲームです。小さな盤は、場所や時間のないときに好まれました。',
  },
  parts: [
    {
      part: 'goal',
      en: [
        'Line up three of your men along the side of a square: each time you take one of your opponent’s.',
        'You win when your opponent has two men left, or cannot move.',
      ],
      ja: [
        '四角の一辺に自分のコマを3個並べましょう。並べるたびに、相手のコマを1個取れます。',
        '相手のコマが2個になるか、相手が動けなくなれば勝ちです。',
      ],
    },
    {
      part: 'setup',
      en: [
        'Two squares, one inside the other, joined at the middles of their sides: 16 points.',
        'The board starts empty. Each player has six men in hand. White begins.',
      ],
      ja: [
        '大小2つの四角を重ね、辺の中央どうしを結んだ盤です。交点は16あります。',
        '最初は何も置かれていません。コマは6個ずつ。白が先手です。',
      ],
      pictures: [
        {
          variant: 'six',
          position: '......../........ w 6 6',
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
        'There is no passing.',
      ],
      ja: [
        '手元にコマがあるうちは、1個を空いた交点に置きます。',
        '全部置いたら、かわりに1個を動かします。線に沿って、隣の空いた交点へ1歩です。',
        'パスはできません。',
      ],
    },
    {
      part: 'special',
      title: { en: 'Mills', ja: 'ミル' },
      en: [
        'Three of your men on one side of a square are a mill. The lines between the squares have only two points, so they never make one: eight lines in all.',
        'A turn that makes a mill takes one enemy man off the board for good; two mills by one move still take one man.',
        'Men that stand in a mill are safe, unless there are no others to take.',
        'Moving a man out of a mill and back in makes it anew, and takes another man.',
      ],
      ja: [
        '四角の一辺に自分のコマが3個並ぶと「ミル」です。四角を結ぶ線には交点が2つしかないので、ミルになりません。線は全部で8本です。',
        'ミルを作ったら、相手のコマを1個取ります。一度に2つのミルができても、取るのは1個です。',
        'ミルの中のコマは取れません。ほかに取れるコマがないときだけ、取ることができます。',
        'コマを外へ動かして戻せば、また新しいミルになって1個取れます。',
      ],
      pictures: [
        {
          variant: 'six',
          position: 'ww.wbbb./b....w.. w 0 0',
          draw: { arrows: [['f4', 'f6']], squares: ['c5'] },
          en: 'White makes a mill. Black’s bottom side is a mill, so c5 is the man to take.',
          ja: '白がミルを作ります。黒の下の辺はミルなので、取れるのはc5です。',
        },
        {
          variant: 'six',
          position: 'w.wb..b./www..bb. w 0 0',
          draw: { arrows: [['d5', 'd6']] },
          en: 'Out of one mill and into another.',
          ja: '一つのミルから、もう一つのミルへ。',
        },
      ],
    },
    {
      part: 'end',
      en: [
        'You win as soon as your opponent has two men left, in hand and on the board together, or has to move and cannot.',
        'The game is drawn when the same position comes up for the third time with the same player to move, or when both agree.',
        'This game is solved: with the best play of both sides it is a draw. *Perfect play* beside the board shows what every move is worth.',
      ],
      ja: [
        '相手のコマが手元と盤を合わせて2個になるか、相手が手番で動けなくなれば、あなたの勝ちです。',
        '同じ手番で同一局面が3回現れるか（千日手）、両者が合意すれば引き分けです。',
        'このゲームは解明されていて、双方が最善を尽くすと引き分けです。盤の横の「完全解析」で、すべての手の価値を見られます。',
      ],
    },
  ],
};
