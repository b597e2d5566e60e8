// SPDX-License-Identifier: MIT
// Words of the rules page, beside the rules themselves.

/** @type {Record<string, string>} */
export const EN = {
  'rules.exact': 'Exact rules with numbered clauses',
  'rules.learn': 'Learn it by playing',
  'rules.play': 'Play the computer',
  'rules.goal': 'The goal',
  'rules.setup': 'Board and start',
  'rules.turn': 'Your turn',
  'rules.end': 'The end of the game',
  'rules.options': 'Other ways to play',
  'rules.optionsLead': 'You can choose these when you begin a game.',
  'rules.option': '{0}.',
  'rules.value': '{0}:',
};
/** @type {Record<string, string>} */
export const JA = {
  'rules.exact': '番号つきの正確なルール',
  'rules.learn': '遊びながら覚える',
  'rules.play': 'コンピューターと指す',
  'rules.goal': '目標',
  'rules.setup': '盤と準備',
  'rules.turn': '手番',
  'rules.end': 'ゲームの終わり',
  'rules.options': 'ほかの遊び方',
  'rules.optionsLead': '新しい対局をはじめるときに選べます。',
  'rules.option': '{0}：',
  'rules.value': '{0}：',
};
