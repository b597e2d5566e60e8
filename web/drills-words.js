// SPDX-License-Identifier: MIT
// Words of the drills, in both languages.

/** @type {Record<string, string>} */
export const EN = {
  'drill.title': 'Drills', 'drill.lead': 'Real positions against perfect play: it never errs and sets the most traps. Every verdict is exact.',
  'drill.game': 'Game', 'drill.themes': 'Theme', 'drill.share': '{0}/{1}', 'drill.begin': 'Begin', 'drill.all': 'All of {0}', 'drill.doneOf': '{0} of {1} done.',
  'drill.rowShort': 'In a row without help: {0}, at best {1}.', 'drill.row': '{0} in a row without help: {1}, at best {2}.', 'drill.times': 'Times done: {0}; without help in a row: {1}.',
  'drill.is.open': 'Drill {0}, difficulty {1} of 3', 'drill.is.done': 'Drill {0}, difficulty {1} of 3, done', 'drill.is.clean': 'Drill {0}, difficulty {1} of 3, done without help {2} times in a row',
  'drill.kind.win': 'Win this', 'drill.kind.hold': 'Hold this', 'drill.kind.defend': 'Hold out',
  'drill.about.win': 'The position is won, but only few moves keep the win.', 'drill.about.hold': 'The position is drawn, and most moves lose. Do not lose for ten moves.', 'drill.about.defend': 'The position is lost. Make it last.',
  'drill.ask.win': 'You can win this. Win it.', 'drill.ask.hold': 'It is a draw. Do not lose for {0} moves.', 'drill.ask.defend': 'It is lost. Be still in the game after {0} moves.',
  'drill.head': '{0}, drill {1}', 'drill.level': 'Difficulty {0} of 3', 'drill.you': 'You are {0}.', 'drill.left': '{0} moves to go', 'drill.left1': '1 move to go', 'drill.made': '{0} moves made', 'drill.made1': '1 move made',
  'drill.slip.draw': '{0} gives the win away: with best play it would be a draw. Taken back: try again.', 'drill.slip.worse': '{0} turns the win into a loss, in {1} plies. Taken back: try again.',
  'drill.slip.loss': '{0} loses, in {1} plies against best play. Taken back: try again.', 'drill.slip.sooner': 'After {0} you have at most {1} moves left. Taken back: look for something longer.',
  'drill.done.win': 'Won, without a slip! {1} in a row.', 'drill.done.hold': 'Held for {0} moves without a slip! {1} in a row.', 'drill.done.defend': 'Still there after {0} moves, without a slip! {1} in a row.',
  'drill.done.helped': 'Done. Once more without slip and hint?',
  'drill.hint': 'Hint', 'drill.hint2': 'Show a move', 'drill.hintOne': 'One of {1} moves does it.', 'drill.hintCount': '{0} of {1} moves do it.', 'drill.hintMove': '{0} does it.',
  'drill.distance': 'Show how far the end is', 'drill.winIn': 'Win in {0} plies', 'drill.lossIn': 'Loss in {0} plies',
  'drill.next': 'Next drill', 'drill.again': 'Start over', 'drill.retry': 'Try again', 'drill.six': "Six Men's Morris", 'drill.others': 'All drills', 'drill.analyse': 'Analyse', 'drill.playOn': 'Play on', 'drill.quit': 'Leave the drill',
  'drill.type': 'Type a move', 'drill.enter': 'Enter', 'drill.asked': 'Now: {0}.',
  'drill.unsolved': "These drills need the solved positions of this game, and they are not here: this server does not have them. Six Men's Morris works everywhere, also offline.",
  'drill.missing': 'The solved positions cannot be had just now. Is there a connection?', 'drill.from.server': 'The solved positions of this game come from the server.', 'drill.from.files': 'The solved positions of this game come from the server, piece by piece.',
  'drill.trouble': 'The drills could not be loaded: {0}',
  'drill.theme.all': 'All', 'drill.theme.placing': 'While placing', 'drill.theme.moving': 'While moving', 'drill.theme.endgame': 'Three men left', 'drill.theme.even': 'Equal men', 'drill.theme.ahead': 'Men ahead', 'drill.theme.behind': 'Men behind',
  'drill.theme.cramped': 'Little room', 'drill.theme.long': 'Long', 'drill.theme.single': 'Only one move', 'drill.theme.mills': 'Mill after mill', 'drill.theme.block': 'Ends blocked',
};

/** @type {Record<string, string>} */
export const JA = {
  'drill.title': '実戦ドリル', 'drill.lead': '決して間違えず、いちばん多くの罠を仕掛ける相手との実戦局面です。判定はすべて完全解析によります。',
  'drill.game': 'ゲーム', 'drill.themes': 'テーマ', 'drill.share': '{0}/{1}', 'drill.begin': '始める', 'drill.all': '「{0}」の一覧', 'drill.doneOf': '{1}問中{0}問クリア。',
  'drill.rowShort': 'ノーミス連続{0}問（最高{1}問）。', 'drill.row': '{0}：ノーミス連続{1}問（最高{2}問）。', 'drill.times': '{0}回クリア（ノーミス連続{1}回）。',
  'drill.is.open': 'ドリル{0}、難しさ3段階の{1}', 'drill.is.done': 'ドリル{0}、難しさ3段階の{1}、クリア済み', 'drill.is.clean': 'ドリル{0}、難しさ3段階の{1}、ノーミスで{2}回連続クリア',
  'drill.kind.win': '勝ち切る', 'drill.kind.hold': '引き分けを守る', 'drill.kind.defend': '粘る',
  'drill.about.win': '勝ちの局面ですが、勝ちを保つ手はわずかです。', 'drill.about.hold': '引き分けの局面で、ほとんどの手は負けになります。10手のあいだ負けないでください。', 'drill.about.defend': '負けの局面です。できるだけ長く粘ります。',
  'drill.ask.win': '勝てる局面です。勝ち切ってください。', 'drill.ask.hold': '引き分けの局面です。あと{0}手、負けないでください。', 'drill.ask.defend': '負けの局面です。{0}手指すまで粘ってください。',
  'drill.head': '{0}・ドリル{1}', 'drill.level': '難しさ3段階の{0}', 'drill.you': 'あなたは{0}です。', 'drill.left': '残り{0}手', 'drill.left1': '残り1手', 'drill.made': '{0}手目まで', 'drill.made1': '1手目まで',
  'drill.slip.draw': '{0}では勝ちを逃し、最善でも引き分けです。手を戻しました。もう一度どうぞ。', 'drill.slip.worse': '{0}では逆に{1}手で負けます。手を戻しました。もう一度どうぞ。',
  'drill.slip.loss': '{0}は、最善を尽くされると{1}手で負けます。手を戻しました。もう一度どうぞ。', 'drill.slip.sooner': '{0}では、あと{1}手しか持ちません。手を戻しました。もっと粘れる手があります。',
  'drill.done.win': 'ノーミスで勝ち切りました！ 連続{1}問。', 'drill.done.hold': '{0}手、ノーミスで守り切りました！ 連続{1}問。', 'drill.done.defend': '{0}手、ノーミスで粘り切りました！ 連続{1}問。',
  'drill.done.helped': 'クリアです。次はミスもヒントもなしで挑戦しますか？',
  'drill.hint': 'ヒント', 'drill.hint2': '手を見る', 'drill.hintOne': '正しい手は{1}通りのうち1つだけです。', 'drill.hintCount': '正しい手は{1}通りのうち{0}つです。', 'drill.hintMove': '{0}が正しい手です。',
  'drill.distance': '終局までの手数を表示', 'drill.winIn': '{0}手で勝ち', 'drill.lossIn': '{0}手で負け',
  'drill.next': '次のドリル', 'drill.again': '最初から', 'drill.retry': 'もう一度試す', 'drill.six': 'シックス・メンズ・モリス', 'drill.others': 'ドリル一覧', 'drill.analyse': '検討', 'drill.playOn': '対局を続ける', 'drill.quit': 'ドリルをやめる',
  'drill.type': '手を入力', 'drill.enter': '決定', 'drill.asked': '次：{0}。',
  'drill.unsolved': 'このドリルには、このゲームの完全解析のデータが必要ですが、このサーバーにはありません。シックス・メンズ・モリスなら、どこでも、オフラインでも遊べます。',
  'drill.missing': '完全解析のデータを今は読み込めません。接続を確かめてください。', 'drill.from.server': 'このゲームの解析データはサーバーから読み込みます。', 'drill.from.files': 'このゲームの解析データはサーバーから少しずつ読み込みます。',
  'drill.trouble': 'ドリルを読み込めませんでした：{0}',
  'drill.theme.all': 'すべて', 'drill.theme.placing': '配置中', 'drill.theme.moving': '移動中', 'drill.theme.endgame': '残り3個', 'drill.theme.even': '同じ個数', 'drill.theme.ahead': 'コマ得', 'drill.theme.behind': 'コマ損',
  'drill.theme.cramped': '動ける手が少ない', 'drill.theme.long': '長手数', 'drill.theme.single': '正しい手は1つ', 'drill.theme.mills': '連続ミル', 'drill.theme.block': '封鎖で決着',
};
