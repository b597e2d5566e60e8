// SPDX-License-Identifier: MIT
// Words of the view about the page.

/** @type {Record<string, string>} */
export const EN = {
  'about.build': 'This version',
  'about.docs': 'Documentation',
  'about.free':
    'Concentric, the program and this page, is our own work and free software under the MIT licence: use it, change it, pass it on. It draws all its boards itself and has no advertising.',
  'about.games': 'Whose games these are',
  'about.keeps': 'Your games and settings stay in this browser, and nobody is told about them.',
  'about.libraries':
    'It stands on work of others, each under its own licence: wasi-libc and compiler-rt in the page; cJSON, libuv, wslay, libqrencode, ncurses, zlib, Zstandard, SQLite, libpq, libcurl and OpenSSL in the program and its server.',
  'about.morelli': 'Morelli is a game by Richard Moxham.',
  'about.morris':
    'Nine, Six and Twelve Men’s Morris belong to everybody: people have scratched these boards into stone for many centuries.',
  'about.mur': 'MUR is a game by the MUR Federation.',
  'about.number': 'Build {0}.',
  'about.privacy': 'Privacy',
  'about.shares':
    'Only when you play somebody over the network does the server keep that game, with the name you typed for it; there are no accounts, no cookies and no counting of visitors.',
  'about.software': 'Whose software this is',
  'about.speed': 'How fast this device is',
  'about.stacking': 'Stacking Morris is a game by the author of the rule sheet that we were given.',
  'about.title': 'About',
  'about.unbuilt': 'Files as they are written, without a build.',
};
/** @type {Record<string, string>} */
export const JA = {
  'about.build': 'このバージョン',
  'about.docs': '資料',
  'about.free':
    'Concentric（プログラムとこのページ）は私たちが作ったもので、MITライセンスのフリーソフトウェアです。自由に使い、変え、配ってかまいません。盤の絵もすべて自前で描いており、広告はありません。',
  'about.games': 'ゲームの作者',
  'about.keeps': '対局と設定はこのブラウザーの中だけに残り、だれにも送られません。',
  'about.libraries':
    '次のソフトウェアを、それぞれのライセンスのもとで使っています。ページではwasi-libcとcompiler-rt、プログラムとサーバーではcJSON、libuv、wslay、libqrencode、ncurses、zlib、Zstandard、SQLite、libpq、libcurl、OpenSSLです。',
  'about.morelli': 'モレリはRichard Moxham氏のゲームです。',
  'about.morris':
    'ナイン、シックス、トゥエルブの各メンズ・モリスはみんなのものです。人々は何世紀も前から、この盤を石に刻んで遊んできました。',
  'about.mur': 'マー（MUR）はMUR Federationのゲームです。',
  'about.number': 'ビルド{0}',
  'about.privacy': 'プライバシー',
  'about.shares':
    'ネットワークで人と対局するときだけ、その対局と入力した名前をサーバーが預かります。アカウントもクッキーも、訪問者の計測もありません。',
  'about.software': 'このソフトウェアについて',
  'about.speed': 'この端末の速さ',
  'about.stacking': 'スタッキング・モリスは、私たちが受け取ったルールシートの作者のゲームです。',
  'about.title': 'このサイトについて',
  'about.unbuilt': 'ビルドせず、書かれたままのファイルです。',
};
