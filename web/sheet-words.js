// SPDX-License-Identifier: MIT
// The words of the new-game sheet, in both languages; newgame.js adds them to the page's tables.

/** @type {Record<string, string>} */
export const EN = {
  'new.title': 'New game', 'new.game': 'Game', 'new.against': 'Against', 'new.computer': 'Computer', 'new.friend': 'Friend by link', 'new.people': 'Two here', 'new.watch': 'Watch', 'new.perfect': 'Perfect play',
  'new.perfectHelp': 'It never errs. It keeps every win and every draw, and where the game is drawn it sets the most traps.',
  'new.friendHelp': 'You get a link to send. No account is needed.', 'new.peopleHelp': 'You take turns at this screen.', 'new.name': 'Your name (optional)',
  'new.strength': 'How strong', 'new.timeIs': 'It thinks for {0} s about every move, at full strength.',
  'new.side': 'You play', 'new.begins': '{0} (begins)', 'new.lot': 'random',
  'new.clock': 'Clock', 'new.noClock': 'none', 'new.minutesIs': '{0}+{1}', 'new.minutesSay': '{0} minutes and {1} seconds a move', 'new.daysOne': '{0} day', 'new.days': '{0} days', 'new.daysBank': '{0} days + {1} in reserve', 'new.daysOneSay': 'one day for every move', 'new.daysSay': '{0} days for every move', 'new.daysBankSay': '{0} days for every move, and {1} days in reserve for the whole game', 'new.other': 'other',
  'new.minutes': 'Minutes', 'new.increment': 'Seconds added a move',
  'new.more': 'Rules and more', 'new.usual': 'as usual', 'new.length': 'What is played', 'new.single': 'A single game', 'new.match': 'The official match: {0} sets of {1} games',
  'new.by': 'The computer thinks', 'new.byLevel': 'as its level does', 'new.byTime': 'by time', 'new.seconds': 'Seconds a move',
  'new.odds': 'Handicap', 'new.noOdds': 'none', 'new.timeOdds': 'Time of the stronger side', 'new.sameTime': 'the same', 'new.lessTime': '1/{0}', 'new.weaker': 'The weaker side is', 'new.you': 'you', 'new.opponent': 'the opponent',
  'new.oddsHelp': 'A handicap makes a game between unequal players even. Such a game never counts for a rating.',
  'new.seed': 'Number of the starting position', 'new.draw': 'Another one', 'new.secret': 'Pick in secret', 'new.variant': 'In records and links: {0}', 'new.preview': 'The board at the start',
};

/** @type {Record<string, string>} */
export const JA = {
  'new.title': '新しい対局', 'new.game': 'ゲーム', 'new.against': '対戦相手', 'new.computer': 'コンピューター', 'new.friend': '友だち', 'new.people': '二人で', 'new.watch': '観戦', 'new.perfect': '最善プレイ',
  'new.perfectHelp': '決して間違えない相手です。勝ちも引き分けも逃さず、引き分けの局面ではいちばん多くの罠を仕掛けます。',
  'new.friendHelp': '友だちに送るリンクができます。登録は要りません。', 'new.peopleHelp': 'この画面で交互に指します。', 'new.name': '名前（任意）',
  'new.strength': '強さ', 'new.timeIs': '1手に{0}秒、全力で考えます。',
  'new.side': 'あなたの色', 'new.begins': '{0}（先手）', 'new.lot': 'ランダム',
  'new.clock': '持ち時間', 'new.noClock': 'なし', 'new.minutesIs': '{0}+{1}', 'new.minutesSay': '{0}分、1手ごとに{1}秒加算', 'new.daysOne': '{0}日', 'new.days': '{0}日', 'new.daysBank': '{0}日＋予備{1}日', 'new.daysOneSay': '1手につき1日', 'new.daysSay': '1手につき{0}日', 'new.daysBankSay': '1手につき{0}日、ほかに全体で予備{1}日', 'new.other': 'その他',
  'new.minutes': '分', 'new.increment': '1手ごとの加算秒',
  'new.more': 'ルールと設定', 'new.usual': '標準', 'new.length': '対局の形', 'new.single': '1局だけ', 'new.match': '公式戦：{1}局×{0}セット',
  'new.by': 'コンピューターの考え方', 'new.byLevel': 'レベルのとおり', 'new.byTime': '時間で決める', 'new.seconds': '1手の秒数',
  'new.odds': 'ハンデ', 'new.noOdds': 'なし', 'new.timeOdds': '強い側の持ち時間', 'new.sameTime': '同じ', 'new.lessTime': '1/{0}', 'new.weaker': '弱い側', 'new.you': 'あなた', 'new.opponent': '相手',
  'new.oddsHelp': '実力の差をハンデで埋めます。ハンデのある対局はレートに数えません。',
  'new.seed': '配置の番号', 'new.draw': '引き直す', 'new.secret': '秘密で選ぶ', 'new.variant': '棋譜とリンクでの表記：{0}', 'new.preview': '開始時の盤',
};
