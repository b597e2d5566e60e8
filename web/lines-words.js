// SPDX-License-Identifier: MIT
// Words of the engine's lines and of the curve beside the analysis.

/** @type {Record<string, string>} */
export const EN = {
  'lines.on': 'Engine',
  'lines.count': 'Lines',
  'lines.stop': 'Stop',
  'lines.more': 'Think longer',
  'lines.list': 'Best lines',
  'lines.solvedList': 'Every move, the best first',
  'lines.solved': 'Solved',
  'lines.solvedHere': 'Solved: these values are certain.',
  'lines.solvedServer': 'Solved: these values are certain, and come from the server.',
  'lines.over': 'The game is over here.',
  'lines.depth': 'depth {0}',
  'lines.speed': '{0} positions a second',
  'lines.chance': '{0}: {1} %',
  'lines.bar': 'Chances: {0} {1} %, {2} {3} %',
  'lines.wins': '{0} wins in {1}',
  'lines.play': 'Play {0}',
  'lines.row': 'Line {0}, {1}',
  'lines.preview': 'After {0}',
};
/** @type {Record<string, string>} */
export const JA = {
  'lines.on': 'エンジン',
  'lines.count': '候補手の数',
  'lines.stop': '止める',
  'lines.more': 'もっと読む',
  'lines.list': '候補手と読み筋',
  'lines.solvedList': 'すべての手（よい順）',
  'lines.solved': '解析済み',
  'lines.solvedHere': '解析済みの局面です。評価は確実です。',
  'lines.solvedServer': '解析済みの局面です。評価は確実です（サーバーから取得）。',
  'lines.over': 'ここで終局しています。',
  'lines.depth': '深さ{0}',
  'lines.speed': '毎秒{0}局面',
  'lines.chance': '{0}：{1}%',
  'lines.bar': '勝ちやすさ：{0}{1}%、{2}{3}%',
  'lines.wins': '{0}があと{1}手で勝ち',
  'lines.play': '{0}と指す',
  'lines.row': '{0}番目の候補、{1}',
  'lines.preview': '{0}のあと',
};
