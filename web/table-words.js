// SPDX-License-Identifier: MIT
// Words of what comes up at the table now and then: the end of a game, sharing and opening.
/** @type {Record<string, string>} */
export const EN = {
  'end.rematch': 'Rematch',
  'end.review': 'Review',
  'end.learn': 'Lessons',
  'said.copied': 'Copied.',
  'said.copyFailed': 'The browser did not allow copying; mark the text and copy it yourself.',
  'share.title': 'Share / Import',
  'share.link': 'Link to this game',
  'share.position': 'Position',
  'share.record': 'Game record',
  'share.paste': 'Paste a position, a record or a link here',
  'share.open': 'Open',
  'share.send': 'Send…',
  'share.texts': 'Position and record as text',
  'share.import': 'Import',
  'share.empty': 'Paste a position, a record or a link first. Nothing has changed.',
};

/** @type {Record<string, string>} */
export const JA = {
  'end.rematch': 'もう一局',
  'end.review': '振り返る',
  'end.learn': 'レッスン',
  'said.copied': 'コピーしました。',
  'said.copyFailed': 'コピーできませんでした。文字を選んでコピーしてください。',
  'share.title': '共有・読み込み',
  'share.link': 'この対局のリンク',
  'share.position': '局面',
  'share.record': '棋譜',
  'share.paste': '局面、棋譜、リンクをここに貼り付け',
  'share.open': '開く',
  'share.send': '送る…',
  'share.texts': '局面と棋譜（テキスト）',
  'share.import': '読み込み',
  'share.empty': '局面、棋譜、リンクのどれかを先に貼り付けてください。何も変わっていません。',
};
