// SPDX-License-Identifier: MIT
// The words of the club that its views share, of the lobby, of players and of ratings, in both languages.

/** @type {Record<string, string>} */
export const EN = {
  'club.title': 'Club', 'club.lobby': 'Lobby', 'club.tournaments': 'Tournaments', 'club.ratings': 'Ratings', 'club.me': 'Me',
  'club.nameless': 'Somebody', 'club.bot': 'bot', 'club.rating': 'Rating', 'club.games': 'Games', 'club.poolHead': 'Game and speed', 'club.pool': '{0}, {1}', 'club.poolBot': '{0}, {1}, against bots',
  'club.about': 'rating {0}', 'club.aboutProvisional': 'rating {0}, provisional', 'club.ratingIs': '{0}, plus or minus {1}', 'club.ratingProvisional': '{0}, plus or minus {1}, provisional: too few games yet', 'club.noRatings': 'No rated game yet.',
  'club.speed.blitz': 'blitz', 'club.speed.rapid': 'rapid', 'club.speed.classical': 'classical', 'club.speed.days': 'days a move',
  'club.days': '{0} d', 'club.numbers': 'Here now: {0} · Playing: {1}', 'club.now': 'Play now', 'club.open': 'Open challenges', 'club.wall': 'Being played now',
  'club.rated': 'For a rating', 'club.ratedHelp': 'A rated game counts for the rating of both players.', 'club.ratedIs': 'rated', 'club.casual': 'not rated', 'club.ratedClock': 'Rated games need a clock.',
  'club.make': 'Make a challenge', 'club.post': 'Put it up', 'club.counts': 'Rating', 'club.whom': 'For whom', 'club.anybody': 'anybody', 'club.anybodyHelp': 'Whoever comes may sit down.',
  'club.range': 'for ratings from {0} to {1}', 'club.youFirst': 'you begin', 'club.youSecond': 'the other side begins',
  'club.sit': 'Sit down', 'club.cancel': 'Take back', 'club.gone': 'gone', 'club.yours': 'Your challenge', 'club.since': 'Since {0}',
  'club.waiting': 'Waiting for somebody: {0}. The game opens by itself when they sit down.', 'club.waitingDays': 'Your challenge is up for two weeks: {0}. You can close the page.',
  'club.cancelled': 'Taken back.', 'club.noChallenges': 'Nobody waits right now. Choose a game and a clock, or make a challenge.', 'club.noWall': 'No public game is under way.',
  'club.watch': 'Watch {0}: {1} and {2}', 'club.watchers': '{0} · watched by {1}', 'club.yourTurn': 'Your turn in {0}', 'club.yourGames': 'Your games under way: {0}',
  'player.title': 'Player', 'player.since': 'Here since {0}', 'player.games': 'Last games', 'player.noGames': 'No public game yet.',
  'player.won': 'won', 'player.lost': 'lost', 'player.drew': 'draw', 'player.noResult': 'no result',
  'player.hide': 'Do not show me this player again', 'player.show': 'Show me this player again', 'player.isHidden': 'You will not meet in the lobby any more.', 'player.isShown': 'You may meet in the lobby again.',
  'ratings.about': 'Every game has a rating for each speed. ± says how sure it is; ? marks a rating after few games.', 'ratings.rank': 'Place', 'ratings.player': 'Player', 'ratings.bots': 'Bots', 'ratings.nobody': 'Nobody has a rating here yet.',
  'me.against': 'against {0}',
};

/** @type {Record<string, string>} */
export const JA = {
  'club.title': 'クラブ', 'club.lobby': 'ロビー', 'club.tournaments': '大会', 'club.ratings': 'レート', 'club.me': '自分',
  'club.nameless': '名前なし', 'club.bot': 'ボット', 'club.rating': 'レート', 'club.games': '対局数', 'club.poolHead': 'ゲームと速さ', 'club.pool': '{0}・{1}', 'club.poolBot': '{0}・{1}・対ボット',
  'club.about': 'レート{0}', 'club.aboutProvisional': 'レート{0}（暫定）', 'club.ratingIs': '{0}（誤差±{1}）', 'club.ratingProvisional': '{0}（誤差±{1}、対局が少なく暫定）', 'club.noRatings': 'レート対局はまだありません。',
  'club.speed.blitz': 'ブリッツ', 'club.speed.rapid': 'ラピッド', 'club.speed.classical': 'クラシカル', 'club.speed.days': '通信対局',
  'club.days': '{0}日', 'club.numbers': '今いる人：{0}人 · 対局中：{1}人', 'club.now': 'すぐに対局', 'club.open': '対局者募集中', 'club.wall': '対局中の盤',
  'club.rated': 'レート対局', 'club.ratedHelp': 'レート対局の結果は、二人のレートに反映されます。', 'club.ratedIs': 'レートあり', 'club.casual': 'レートなし', 'club.ratedClock': 'レート対局には時計が必要です。',
  'club.make': '相手を募集する', 'club.post': '募集する', 'club.counts': 'レート', 'club.whom': '募集する相手', 'club.anybody': 'だれでも', 'club.anybodyHelp': 'だれでも着席できます。',
  'club.range': 'レート{0}～{1}の方', 'club.youFirst': 'あなたが先手', 'club.youSecond': '相手が先手',
  'club.sit': '着席する', 'club.cancel': '取り消す', 'club.gone': '終了', 'club.yours': 'あなたの募集', 'club.since': '{0}から',
  'club.waiting': '相手を待っています：{0}。着席すると、対局画面が自動で開きます。', 'club.waitingDays': '2週間募集します：{0}。このページは閉じてもかまいません。',
  'club.cancelled': '取り消しました。', 'club.noChallenges': '今は待っている人がいません。ゲームと持ち時間を選ぶか、相手を募集してください。', 'club.noWall': '公開の対局は今ありません。',
  'club.watch': '{0}を観戦：{1}対{2}', 'club.watchers': '{0} · 観戦{1}人', 'club.yourTurn': 'あなたの手番：{0}局', 'club.yourGames': '進行中の対局：{0}局',
  'player.title': 'プレイヤー', 'player.since': '{0}から', 'player.games': '最近の対局', 'player.noGames': '公開の対局はまだありません。',
  'player.won': '勝ち', 'player.lost': '負け', 'player.drew': '引き分け', 'player.noResult': '結果なし',
  'player.hide': 'この人を今後表示しない', 'player.show': 'この人をまた表示する', 'player.isHidden': '今後、ロビーで互いに表示されません。', 'player.isShown': 'ロビーでまた表示されます。',
  'ratings.about': 'レートはゲームと速さごとに付きます。±は確かさ、？は対局が少なく暫定であることを表します。', 'ratings.rank': '順位', 'ratings.player': 'プレイヤー', 'ratings.bots': 'ボット', 'ratings.nobody': 'まだだれもレートを持っていません。',
  'me.against': '相手：{0}',
};
