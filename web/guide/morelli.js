// SPDX-License-Identifier: MIT
// Morelli for players: what one needs for a game, with pictures. The exact clauses are in docs/rules.

/** @type {import('../rules.js').Guide} */
export default {
  credit: {
    en: 'Morelli is a game by Richard Moxham.',
    ja: 'モレリはリチャード・モクサム（Richard Moxham）作のゲームです。',
  },
  parts: [
    {
      part: 'goal',
      en: [
        'Have your king on the throne when the game ends. A king takes the throne when you build a frame: four men on the corners of a square around it.',
      ],
      ja: [
        'ゲームが終わったとき、自分の王が玉座にいれば勝ちです。玉座を囲む正方形の4つの角に自分のコマをそろえる「フレーム」を作ると、王が玉座に就きます。',
      ],
    },
    {
      part: 'setup',
      en: [
        'The board has 13 by 13 squares in coloured bands, like a target: red at the edge, then orange, yellow, green, blue, indigo, and the violet throne in the middle.',
        'Each player has 24 men, black on one side and white on the other, and a king that waits beside the board. At the start all men stand on the edge, mixed so that squares opposite each other have different colours. Black begins.',
      ],
      ja: [
        '盤は13×13マスで、的のように色の帯に分かれています。外側から赤・橙・黄・緑・青・藍、まん中が紫の玉座です。',
        'コマは24個ずつ。片面が黒、もう片面が白です。王は1個ずつで、最初は盤の外にいます。開始時には全部のコマが外側の帯に並び、向かい合うマスは必ず逆の色です。黒が先手です。',
      ],
      pictures: [
        {
          variant: 'morelli',
          position: '',
          seed: '7',
          en: 'One of many starting positions.',
          ja: '開始局面の一例。',
        },
      ],
    },
    {
      part: 'turn',
      en: [
        'Move one of your men, any distance in a straight or slanting line over empty squares. It has to stop on a colour nearer the throne than the one that it left.',
        'Nothing is jumped. The throne may be crossed while it is empty, but no man ever stops there. You have to move if you can.',
      ],
      ja: [
        '自分のコマを1個、縦・横・斜めにまっすぐ、空いたマスの上を好きなだけ動かします。必ず、元の帯より玉座に近い色のマスで止まります。',
        'ほかのコマは飛び越えられません。空の玉座は通り抜けられますが、コマが止まることはできません。指せる手があれば、必ず指します。',
      ],
      pictures: [
        {
          variant: 'morelli,size=9',
          position: '9/9/9/9/9/9/b8/9/9 b play',
          draw: {
            arrows: [
              ['a3', 'h3'],
              ['a3', 'f8'],
              ['a3', 'b2'],
            ],
          },
          en: 'A man on a3 can stop anywhere along these lines, inside the yellow edge (board of 9 by 9).',
          ja: 'a3のコマは、黄色い帯の内側なら、この線上のどこにでも止まれます（9×9の盤）。',
        },
      ],
    },
    {
      part: 'special',
      title: { en: 'Turning men over', ja: '裏返す' },
      en: [
        'If your man stops next to an enemy man, and another man of yours stands right behind that one in the same line, the enemy man is turned over: it is yours now. This works in all eight directions, with several men at once.',
        'Only the man that moved does this. A man that was just turned over turns nobody else, and you can safely step between two enemy men. Kings take no part in it.',
      ],
      ja: [
        '動かしたコマが相手のコマの隣に止まり、その真後ろに自分のコマがあれば、はさまれたコマは裏返って自分のものになります。8方向すべてで、何個でも同時に裏返ります。',
        'はさめるのは、動かしたコマだけです。裏返ったコマがさらに別のコマをはさむことはなく、相手のコマの間に自分から入っても取られません。王は、はさむこともはさまれることもありません。',
      ],
      pictures: [
        {
          variant: 'morelli,size=9',
          position: '9/9/b8/9/8w/9/3wb4/9/b8 b play',
          draw: { arrows: [['a1', 'c3']], squares: ['d3'] },
          en: 'Black moves to c3 and turns d3 over.',
          ja: '黒はc3へ動き、d3を裏返します。',
        },
        {
          variant: 'morelli',
          position: '13/13/6w6/13/11w1/10b2/9b3/9w3/13/13/13/13/13 w play',
          draw: { arrows: [['g11', 'j8']], squares: ['j7'] },
          en: 'White turns j7 over. k8 stays black, though it then stands between two white men.',
          ja: '白はj7を裏返します。k8は白にはさまれた形になりますが、黒のままです。',
        },
      ],
    },
    {
      part: 'more',
      title: { en: 'Frames and the throne', ja: 'フレームと玉座' },
      en: [
        'A frame is four men of yours on the corners of a square with the throne in its middle. It may be upright or tilted, large or small.',
        'When your move completes a frame, with the man that moved or with one that it turned over, your king takes the throne; an enemy king that sat there leaves. A frame that stood before gives nothing.',
      ],
      ja: [
        'フレームとは、玉座を中心とする正方形の4つの角に自分のコマがそろった形です。まっすぐでも傾いていても、大きさも問いません。',
        '自分の手でフレームが完成すると（動かしたコマでも、裏返したコマでもかまいません）、王が玉座に就き、相手の王がいれば去ります。前からあったフレームでは何も起きません。',
      ],
      pictures: [
        {
          variant: 'morelli,size=9',
          position: '9/5w3/2b3b2/9/8w/9/6b2/9/b8 b play',
          draw: { frame: ['c3', 'c7', 'g7', 'g3'], arrows: [['a1', 'c3']] },
          en: 'An upright frame.',
          ja: 'まっすぐなフレーム。',
        },
        {
          variant: 'morelli,size=9',
          position: '9/8w/3b5/6b2/1w7/9/5b3/b8/9 b play',
          draw: { frame: ['c4', 'd7', 'g6', 'f3'], arrows: [['a2', 'c4']] },
          en: 'A tilted one.',
          ja: '傾いたフレーム。',
        },
      ],
    },
    {
      part: 'end',
      en: [
        'The game ends when the player to move has no move. Whoever’s king is on the throne has won; an empty throne is a draw. Men only ever go inward, so it always ends.',
        'You may also agree to end the game at any time; the throne decides then, too.',
      ],
      ja: [
        '手番の側に指す手がなくなると、ゲームは終わりです。玉座に王がいる側の勝ちで、玉座が空なら引き分けです。コマは内側へしか進まないので、必ず終わります。',
        '両者が合意すれば、いつでも終局にできます。そのときも玉座で勝敗を決めます。',
      ],
    },
    {
      part: 'nestor',
      title: { en: 'The nestorgames edition', ja: 'nestorgames版' },
      en: [
        'It speaks of stones, towers and the centre. There you choose which of the men that you flanked you turn over, none if you like, and whether you take the centre after a frame. A frame that would need a man you left does not count.',
        'Players pick the start in secret: edges that face each other, edges that adjoin, or placing freely. If both pick the same, it is that one; if not, it is the third.',
      ],
      ja: [
        'この版では、コマ・王・玉座をストーン・タワー・中央と呼びます。はさんだコマのうちどれを裏返すか（裏返さなくてもよい）、フレームのあと中央に就くかどうかを自分で選べます。裏返さずに残したコマを使うフレームは数えません。',
        '開始の並べ方は、両者が秘密で選びます。向かい合う辺、隣り合う辺、自由に置く、の3つです。同じならそれに、違えば残りの1つに決まります。',
      ],
    },
  ],
};
