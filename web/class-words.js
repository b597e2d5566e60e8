// SPDX-License-Identifier: MIT
// Words of teachers' boards.
export const EN = {
  'class.title': 'Teacher’s board', 'class.lead': 'You lead, others follow on their own screens, and you can ask them what they would play.',
  'class.name': 'Title (others see it)', 'class.game': 'Game', 'class.begin': 'Open a board', 'class.some': 'Somebody has opened a board for you? Their link brings you there.',
  'class.leads': 'You lead. Whatever you play or step to is shown to everybody.', 'class.follows': '{0} leads. You see what they show.', 'class.teacher': 'The teacher',
  'class.here1': '1 follows', 'class.here': '{0} follow', 'class.link': 'Link for the others', 'class.copy': 'Copy', 'class.copied': 'Copied',
  'class.back': 'Back', 'class.forth': 'Forward', 'class.first': 'To the start', 'class.point': 'Point out', 'class.pointing': 'Tap points to mark them; tap again to unmark.',
  'class.ask': 'Ask', 'class.askText': 'Question (may be empty)', 'class.asked': 'What would you play here?', 'class.yours': 'Your answer: {0}. You can change it while the question is open.',
  'class.answer': 'Play your answer on the board.', 'class.count1': '1 answer', 'class.count': '{0} answers', 'class.close': 'Show the answers', 'class.end': 'End the lesson',
  'class.endSure': 'End the lesson? Nobody can follow or answer after that.', 'class.tally': 'What was answered', 'class.times': '{0}: {1}', 'class.over': 'The lesson is over.',
  'class.notNow': 'The teacher moves here. You are asked when it is your turn to answer.', 'class.lost': 'No connection. Trying again …', 'class.none': 'There is no such board, or it is gone.',
  'class.quit': 'Leave the board', 'class.nameless': 'somebody', 'class.who': 'Who answered what (only you see this)', 'class.flip': 'Flip the board',
};
/** @type {Record<keyof EN, string>} */
export const JA = {
  'class.title': '授業用の盤', 'class.lead': 'あなたが盤を進め、ほかの人は自分の画面で見ます。次の一手をたずねることもできます。',
  'class.name': '題名（全員に見えます）', 'class.game': 'ゲーム', 'class.begin': '盤を開く', 'class.some': 'だれかが盤を開いている場合は、その人のリンクから入れます。',
  'class.leads': 'あなたが進めています。指した手や戻った局面が全員に表示されます。', 'class.follows': '{0}が進めています。同じ局面が表示されます。', 'class.teacher': '先生',
  'class.here1': '1人が参加中', 'class.here': '{0}人が参加中', 'class.link': '参加用リンク', 'class.copy': 'コピー', 'class.copied': 'コピーしました',
  'class.back': '戻る', 'class.forth': '進む', 'class.first': '最初の局面', 'class.point': '印をつける', 'class.pointing': '交点を選ぶと印がつき、もう一度選ぶと消えます。',
  'class.ask': 'たずねる', 'class.askText': '質問（空でもかまいません）', 'class.asked': 'ここで、あなたなら何を指しますか？', 'class.yours': 'あなたの回答：{0}。締め切りまで変更できます。',
  'class.answer': '盤の上で回答の手を指してください。', 'class.count1': '回答1件', 'class.count': '回答{0}件', 'class.close': '回答を見せる', 'class.end': '授業を終える',
  'class.endSure': '授業を終えますか？ そのあとは、だれも参加や回答ができません。', 'class.tally': '回答の内訳', 'class.times': '{0}：{1}', 'class.over': '授業は終わりました。',
  'class.notNow': 'いまは先生が進めています。質問が出たら回答できます。', 'class.lost': '接続が切れました。つなぎ直しています…', 'class.none': 'この盤はありません（または削除されました）。',
  'class.quit': '盤を離れる', 'class.nameless': '名前なし', 'class.who': '回答した人（あなただけに見えます）', 'class.flip': '盤を反転',
};
