// SPDX-License-Identifier: MIT
// The words of tournaments, in both languages.

/** @type {Record<string, string>} */
export const EN = {
  'tour.title': 'Tournament', 'tour.lead': 'Any game, any clock; whoever likes can hold one.', 'tour.make': 'Hold a tournament', 'tour.post': 'Announce it',
  'tour.running': 'Under way', 'tour.coming': 'Coming', 'tour.over': 'Over', 'tour.none': 'There is no tournament yet.',
  'tour.kind.arena': 'Arena', 'tour.kind.swiss': 'Swiss', 'tour.kind.round-robin': 'Round robin', 'tour.kind.simul': 'Simultaneous games',
  'tour.about.arena': 'Play as many games as you can until time is up: who has finished is paired again at once. Come and go as you like.',
  'tour.about.swiss': 'A number of rounds, each against somebody with as many points.', 'tour.about.round-robin': 'Everybody plays everybody.', 'tour.about.simul': 'You play everybody who comes, all at once.',
  'tour.name': 'Name', 'tour.kindHead': 'Kind', 'tour.minutes': 'Minutes', 'tour.rounds': 'Rounds', 'tour.start': 'Begins', 'tour.most': 'Players at most', 'tour.twice': 'Twice, with sides changed', 'tour.match': 'Official matches',
  'tour.starts': 'Begins {0}', 'tour.byHand': 'Begins when its organiser says so', 'tour.cancelled': 'Cancelled {0}', 'tour.ended': 'Played {0}', 'tour.arenaRuns': '{0} minutes', 'tour.round': 'Round {0} of {1}', 'tour.runs': 'Under way',
  'tour.count': 'players: {0}', 'tour.in': 'Begins in {0} ({1})', 'tour.now': 'Begins now', 'tour.arenaLeft': '{0} left', 'tour.days': '{0} d {1} h',
  'tour.standings': 'Standings', 'tour.players': 'Players', 'tour.pairings': 'Games', 'tour.points': 'Points', 'tour.buchholz': 'Buchholz', 'tour.streak': 'The next win counts double', 'tour.nobody': 'Nobody has joined yet.', 'tour.noPairings': 'No games yet.',
  'tour.bye': 'free', 'tour.on': 'being played', 'tour.begun': 'Your game has begun.', 'tour.toGame': 'To your game', 'tour.join': 'Join', 'tour.leave': 'Do not join after all', 'tour.withdraw': 'Withdraw',
  'tour.withdrawAsk': 'Withdraw from this tournament? You will not be paired any more.', 'tour.startNow': 'Begin now', 'tour.cancel': 'Cancel it', 'tour.cancelAsk': 'Cancel this tournament for everybody?',
};

/** @type {Record<string, string>} */
export const JA = {
  'tour.title': '大会', 'tour.lead': 'ゲームも持ち時間も自由。だれでも開けます。', 'tour.make': '大会を開く', 'tour.post': '告知する',
  'tour.running': '開催中', 'tour.coming': '開催予定', 'tour.over': '終了', 'tour.none': '大会はまだありません。',
  'tour.kind.arena': 'アリーナ', 'tour.kind.swiss': 'スイス式', 'tour.kind.round-robin': '総当たり', 'tour.kind.simul': '多面指し',
  'tour.about.arena': '制限時間まで、できるだけ多く対局します。終わった人はすぐに次の相手と当たります。出入りは自由です。',
  'tour.about.swiss': '決まった回戦数を、成績の近い相手と対局します。', 'tour.about.round-robin': '全員が全員と対局します。', 'tour.about.simul': '参加者全員と、あなたが同時に対局します。',
  'tour.name': '名前', 'tour.kindHead': '方式', 'tour.minutes': '時間（分）', 'tour.rounds': '回戦数', 'tour.start': '開始', 'tour.most': '定員', 'tour.twice': '先後を替えて2局ずつ', 'tour.match': '公式戦',
  'tour.starts': '{0}開始', 'tour.byHand': '主催者の合図で開始', 'tour.cancelled': '中止（{0}）', 'tour.ended': '終了（{0}）', 'tour.arenaRuns': '{0}分間', 'tour.round': '{1}回戦中、{0}回戦', 'tour.runs': '開催中',
  'tour.count': '{0}人', 'tour.in': 'あと{0}で開始（{1}）', 'tour.now': 'まもなく開始', 'tour.arenaLeft': '残り{0}', 'tour.days': '{0}日{1}時間',
  'tour.standings': '順位表', 'tour.players': '参加者', 'tour.pairings': '対局', 'tour.points': '得点', 'tour.buchholz': 'ブッフホルツ', 'tour.streak': '次の勝ちは2倍', 'tour.nobody': 'まだ参加者がいません。', 'tour.noPairings': '対局はまだありません。',
  'tour.bye': '不戦', 'tour.on': '対局中', 'tour.begun': '対局が始まりました。', 'tour.toGame': '対局へ', 'tour.join': '参加する', 'tour.leave': '参加を取りやめる', 'tour.withdraw': '棄権する',
  'tour.withdrawAsk': 'この大会を棄権しますか？以後は対局が組まれません。', 'tour.startNow': '今すぐ開始', 'tour.cancel': '中止する', 'tour.cancelAsk': 'この大会を中止しますか？',
};
