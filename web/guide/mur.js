// SPDX-License-Identifier: MIT
// MUR for players: what one needs for a game, with pictures. The exact clauses are in docs/rules.

/** @type {import('../rules.js').Guide} */
export default {
  credit: {
    en: 'MUR (Monstrum Ultra Regnum) is a game of the MUR Federation.',
    ja: 'マー（MUR、Monstrum Ultra Regnum）はMUR連盟のゲームです。',
  },
  parts: [
    {
      part: 'goal',
      en: [
        'Trap three enemy ships, or trap the kraken once. Trapped means: every neighbouring point holds an enemy ship.',
      ],
      ja: [
        '相手の船を3回トラップするか、クラーケンを1回トラップすれば勝ちです。トラップとは、隣の交点をすべて敵の船で囲むことです。',
      ],
    },
    {
      part: 'setup',
      en: [
        'The board has three rings and eight spokes that meet in the centre: 25 points. Points on the outer ring have three neighbours, those on the other rings four, the centre eight.',
        'Each player has seven ships beside the board. The kraken, which belongs to nobody, sits in the centre. Black begins.',
      ],
      ja: [
        '盤は3つのリングと、中央で交わる8本の線からできています。交点は25。隣の交点は、外側のリングでは3つ、ほかのリングでは4つ、中央では8つです。',
        '船は7隻ずつで、最初は盤の外にあります。どちらのものでもないクラーケンが中央にいます。黒が先手です。',
      ],
      pictures: [
        {
          variant: 'mur',
          position: '......../......../......../k b 0 0',
          en: 'The start.',
          ja: '開始局面。',
        },
      ],
    },
    {
      part: 'turn',
      en: [
        'Place a ship on any free point, or move one of yours.',
        'Ships of one colour that touch are a group. A ship moves exactly as many steps as its group has ships: one ship one step, two ships two steps, and so on. It goes round its ring or along its straight line through the centre, in one direction. At the outer ring it turns back if it has steps left.',
        'It sails over everything; only the point where it stops counts. The board has to change: a ship may not end where it began, and two ships of one colour may not just trade places.',
      ],
      ja: [
        '船を1隻、空いた交点に置くか、自分の船を1隻動かします。',
        '隣り合う同じ色の船はグループになります。船は、つながっている船の数と同じ歩数だけ進みます。1隻なら1歩、2隻なら2歩です。リングに沿うか、中央を通るまっすぐな線に沿って、一方向に進みます。外側のリングに着いて歩数が残れば、折り返します。',
        '途中の駒は飛び越えます。大事なのは止まる交点だけです。盤面は必ず変わらなければならず、元の交点に戻る手や、同じ色の船が入れかわるだけの手は指せません。',
      ],
      pictures: [
        {
          variant: 'mur',
          position: 'bb....../....w.../......../k b 0 0',
          draw: {
            arrows: [
              ['b3', 'c3', 'd3'],
              ['b3', 'b2', 'b1'],
            ],
          },
          en: 'A pair: each ship goes two steps.',
          ja: '2隻のグループ。どちらも2歩進みます。',
        },
        {
          variant: 'mur',
          position: '..b...../.bb..w../......../k b 0 0',
          draw: { arrows: [['b2', 'b3']], squares: ['b1'] },
          en: 'Three steps from b2: out to b3, back over b2, to b1.',
          ja: 'b2から3歩：b3で折り返し、b2を越えてb1へ。',
        },
      ],
    },
    {
      part: 'special',
      title: { en: 'Knocks', ja: 'ノック' },
      en: [
        'Small groups are strong. If your ship stops on a piece of a larger group than its own, whoever’s it is, it takes the point, and that piece is pushed on in the same direction, past everything, to the first free point. It turns back at the outer ring as ships do.',
        'The kraken counts as a group of four and never moves by itself. A piece of an equal or smaller group cannot be knocked.',
      ],
      ja: [
        '小さいグループほど強い船です。自分より大きいグループの駒がいる交点に止まると、誰の駒でも「ノック」になります。その交点に入り、相手の駒は同じ向きに、ほかの駒を越えて、最初の空いた交点まで押し出されます。外側のリングでは船と同じように折り返します。',
        'クラーケンは4隻のグループと同じ強さで、自分では動きません。同じか小さいグループの駒はノックできません。',
      ],
      pictures: [
        {
          variant: 'mur',
          position: '..bww.../......../......../k b 0 0',
          draw: {
            arrows: [
              ['c3', 'd3'],
              ['d3', 'e3', 'f3'],
            ],
          },
          en: 'The lone black ship knocks one of the pair to f3.',
          ja: '1隻の黒の船が、2隻のグループの船をf3へノックします。',
        },
      ],
    },
    {
      part: 'more',
      title: { en: 'Traps, eyes and chain traps', ja: 'トラップ・狙い目・連鎖トラップ' },
      en: [
        'When you trap an enemy ship, you score a point. Its owner must take it off at the next turn, and that is the whole turn. The ship may be placed again later. A kraken beside a ship protects it.',
        'A free point whose neighbours are all ships of one colour is an eye of that colour. You may not put a ship of yours into an enemy eye, unless that play traps an enemy ship: a chain trap. The kraken may never be knocked into an enemy eye.',
        'After a chain trap your opponent takes off first. If your ship is still trapped then, it is a point for them; if it is free again, it stays.',
      ],
      ja: [
        '相手の船をトラップすると、得点が1入ります。トラップされた側は次の手番でその船を回収し、それで手番は終わりです。回収した船はあとでまた置けます。隣にクラーケンがいる船はトラップされません。',
        '隣がすべて同じ色の船である空いた交点は、その色の「狙い目」です。相手の狙い目に、自分の船は入れません。ただし、その手で相手の船をトラップできるなら入れます。これが「連鎖トラップ」です。クラーケンを相手の狙い目にノックすることは、いつもできません。',
        '連鎖トラップのあとは、相手が先に回収します。そのときまだトラップされている自分の船は相手の得点になり、自由になった船はそのまま残ります。',
      ],
      pictures: [
        {
          variant: 'mur',
          position: 'wb.....b/b......./......../k w 1 0',
          en: 'The white ship on a3 is trapped.',
          ja: 'a3の白の船はトラップされています。',
        },
        {
          variant: 'mur',
          position: '.w....bw/w......b/......../k b 0 0',
          draw: { squares: ['a3'], arrows: [['a3', 'h3']] },
          en: 'a3 is an eye of White’s. Black may go in, because that traps h3.',
          ja: 'a3は白の狙い目。入ればh3をトラップできるので、黒は入れます。',
        },
      ],
    },
    {
      part: 'duties',
      title: { en: 'When you must take off a ship', ja: '回収しなければならないとき' },
      en: [
        'Your ships that are trapped: all of them, and that is your turn.',
        'Otherwise, if all pieces stand as they did two or four turns before (counting both players): one ship of your choice. Nobody scores for it. So waiting moves cost something.',
        'Otherwise, if you can neither place nor move: one ship of your choice. In all other cases ships stay.',
      ],
      ja: [
        'トラップされた自分の船があるとき：そのすべてを回収し、それで手番は終わりです。',
        'そうでなく、すべての駒の位置が2手前か4手前（双方の手を数えて）と同じとき：自分の船を1隻選んで回収します。得点にはなりません。待つだけの手は損になるわけです。',
        'そうでなく、置くことも動かすこともできないとき：自分の船を1隻選んで回収します。ほかに回収することはありません。',
      ],
    },
    {
      part: 'end',
      en: [
        'Three points win. So does the kraken, trapped by ships of one colour all around: that colour wins at once.',
        'The third time that the same position comes up with the same player to move is a draw, unless a ship has to be taken off; so is an agreement.',
        'In a match the next game begins from the last position: trapped ships and a ship on the centre come off, the kraken goes back to the centre, and the other player begins. An official match has two sets of six games.',
      ],
      ja: [
        '得点3で勝ちです。クラーケンの隣をすべて同じ色の船で囲んだときは、その色がすぐに勝ちます。',
        '同じ手番で同一局面が3回現れると引き分けです（船を回収しなければならない局面を除く）。両者が合意したときも引き分けです。',
        '公式戦では、次のゲームを前のゲームの最後の盤面から始めます。トラップされた船と中央の船を取り除き、クラーケンを中央に戻し、相手が先手になります。公式戦は6ゲームずつの2セットです。',
      ],
      pictures: [
        {
          variant: 'mur',
          position: 'kb.....b/b....w../...b.w../. w 0 0',
          en: 'The kraken on a3 is trapped: Black has won.',
          ja: 'a3のクラーケンがトラップされ、黒の勝ちです。',
        },
      ],
    },
  ],
};
