// SPDX-License-Identifier: MIT
// Words of perfect play from elsewhere. {0} is the name of the game.

/** @type {Record<string, string>} */
export const EN = {
  'perfect.unsolved': 'This server has no solved positions of {0}.',
  'perfect.unreachable':
    'The server that has the solved positions does not answer. The page tries again by itself.',
  'perfect.busy': 'Too many ask for solved positions just now. The page tries again by itself.',
  'perfect.damaged': 'The solved positions of this server cannot be read.',
  'perfect.whole':
    'The host of this page sends files only whole, so its solved positions cannot be asked one by one.',
  'perfect.asking': 'Asking for the solved position…',
};

/** @type {Record<string, string>} */
export const JA = {
  'perfect.unsolved': 'このサーバーには{0}の解析データがありません。',
  'perfect.unreachable':
    '解析データのサーバーから返事がありません。しばらくすると自動でもう一度試します。',
  'perfect.busy':
    '解析データへの問い合わせが混み合っています。しばらくすると自動でもう一度試します。',
  'perfect.damaged': 'このサーバーの解析データを読み取れません。',
  'perfect.whole':
    'このページの置き場所はファイルの一部だけを送ることができないため、解析データに問い合わせられません。',
  'perfect.asking': '解析データに問い合わせ中…',
};
