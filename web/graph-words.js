// SPDX-License-Identifier: MIT
// Words of the curve beside the analysis.

/** @type {Record<string, string>} */
export const EN = {
  'graph.title': 'Chances of {0}',
  'graph.label': 'How the game went for {0}',
  'graph.share': '{0} {1} %',
  'graph.elsewhere': 'in a variation',
  'graph.busy': 'Looking through the game …',
  'graph.exact': 'exact: solved',
  'graph.partly': 'blue: exact',
  'graph.judged': 'estimated by the engine',
  'graph.calm': 'No turning points.',
  'graph.turns': 'Turning points: {0}. The numbers are the chances of {1}.',
  'graph.turn': '{0} from {1} to {2} %',
  'graph.comma': ', ',
  'graph.turnList': 'Turning points',
  'graph.inaccuracy': 'inaccuracy',
  'graph.mistake': 'mistake',
  'graph.blunder': 'blunder',
  'graph.notes': 'Put these comments into the tree',
  'graph.noted': 'Comments added: {0}.',
};
/** @type {Record<string, string>} */
export const JA = {
  'graph.title': '{0}から見た形勢',
  'graph.label': '{0}から見た対局の流れ',
  'graph.share': '{0} {1}%',
  'graph.elsewhere': '変化手順の中',
  'graph.busy': '対局を調べています…',
  'graph.exact': '解析済みで正確',
  'graph.partly': '青は正確',
  'graph.judged': 'エンジンの見積もり',
  'graph.calm': '大きな分かれ目はありません。',
  'graph.turns': '分かれ目：{0}。数字は{1}の勝ちやすさです。',
  'graph.turn': '{0}で{1}%から{2}%',
  'graph.comma': '、',
  'graph.turnList': '分かれ目',
  'graph.inaccuracy': 'やや不正確',
  'graph.mistake': '悪手',
  'graph.blunder': '大悪手',
  'graph.notes': 'この講評をコメントとして残す',
  'graph.noted': 'コメントを{0}個加えました。',
};
