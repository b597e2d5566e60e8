// SPDX-License-Identifier: MIT
// What the analysis says.

export const EN = {
  'analysis.title': 'Analysis', 'analysis.close': 'Close', 'analysis.backGame': 'Back to the game', 'analysis.backTable': 'Back to the table',
  'analysis.steps': 'Through the moves', 'analysis.first': 'To the start', 'analysis.back': 'One move back', 'analysis.forth': 'One move on', 'analysis.last': 'To the end of the line', 'analysis.note': 'Notes on this move',
  'analysis.part.tree': 'Moves', 'analysis.part.lines': 'Computer', 'analysis.part.graph': 'Graph', 'analysis.part.explorer': 'Explorer', 'analysis.part.tools': 'More',
  'mark.1': 'Good move', 'mark.2': 'Mistake', 'mark.3': 'Brilliant move', 'mark.4': 'Blunder', 'mark.5': 'Interesting move', 'mark.6': 'Dubious move', 'mark.none': 'No mark',
  'tree.variation': 'variation', 'tree.oneOf': '{0} of {1} moves here', 'tree.noOther': 'There is no other move here.', 'tree.fold': 'Variation {0}', 'tree.rest': '{0} more moves',
  'tree.tools': 'This move', 'tree.comment': 'Comment', 'tree.commentOn': 'Comment on {0}', 'tree.promote': 'Move this variation up', 'tree.main': 'Make it the main line', 'tree.delete': 'Delete from here on', 'tree.copy': 'Copy the moves to here',
  'tree.promoted': '{0} comes first now.', 'tree.isMain': 'This is the main line now.', 'tree.asFar': 'It comes first wherever the game itself does not.', 'tree.deleted': '{0} is deleted.', 'tree.deletedMore': '{0} and {1} more moves are deleted.',
  'tree.undo': 'Undo', 'tree.undone': 'Everything is back.', 'tree.copied': 'The moves are copied.', 'tree.saved': 'The comment is saved.', 'tree.tooLong': 'This is too long: a comment has at most 2047 bytes.',
  'study.empty': 'There is nothing to open.', 'study.badLink': 'This link is damaged: the analysis in it cannot be read.', 'study.oldBrowser': 'This browser is too old to open an analysis from a link. Ask for it as a file.',
  'tools.play': 'Play on from here', 'tools.playTitle': 'Play on from here', 'tools.side': 'You play', 'tools.toMove': '{0} (to move)', 'tools.level': 'The computer’s strength', 'tools.people': 'Two people', 'tools.perfect': 'Against perfect play', 'tools.computer': 'Against the computer',
  'tools.playHelp': 'A new game begins with this position. The analysis stays in My games if you have changed anything.',
  'tools.save': 'Save to My games', 'tools.isKept': 'In My games', 'tools.kept': 'It is in My games; what you add is kept there, too.', 'tools.link': 'Copy a link', 'tools.linkCopied': 'The link is copied ({0} characters).',
  'tools.linkLarge': 'This is too large for a link (more than {0} characters). Save it as a file.', 'tools.file': 'Save as a file', 'tools.picture': 'Save a picture', 'tools.downloaded': 'The file has everything: variations, comments, marks, times.',
  'tools.open': 'Open', 'tools.openTitle': 'Open a game or an analysis', 'tools.chooseFile': 'A file', 'tools.pasteLabel': 'Or paste it', 'tools.paste': 'A link, a record or a position', 'tools.openDo': 'Open this', 'tools.fileLarge': 'The file is larger than 16 MB.',
  'tools.keys': 'Keys', 'keys.step': 'One move back, one move on', 'keys.beside': 'Between the moves that were tried at one place', 'keys.ends': 'To the start, to the end of the line', 'keys.promote': 'Move the variation up', 'keys.delete': 'Delete from here on', 'keys.undo': 'Undo',
  'keys.comment': 'Comment', 'keys.save': 'Save the comment', 'keys.marks': '! ? !! ?? !? ?!', 'keys.noMark': 'No mark', 'keys.help': 'This list', 'keys.where': 'They work everywhere but in fields; on the board the arrows choose a point.',
};

export const JA = {
  'analysis.title': '検討', 'analysis.close': '閉じる', 'analysis.backGame': '対局に戻る', 'analysis.backTable': '対局の卓に戻る',
  'analysis.steps': '手を進める・戻す', 'analysis.first': '最初の局面へ', 'analysis.back': '一手戻る', 'analysis.forth': '一手進む', 'analysis.last': 'この手順の最後へ', 'analysis.note': 'この手に注釈をつける',
  'analysis.part.tree': '手順', 'analysis.part.lines': 'コンピューター', 'analysis.part.graph': 'グラフ', 'analysis.part.explorer': '序盤', 'analysis.part.tools': 'その他',
  'mark.1': '好手', 'mark.2': '悪手', 'mark.3': '妙手', 'mark.4': '大悪手', 'mark.5': '面白い手', 'mark.6': '疑問手', 'mark.none': '評価記号なし',
  'tree.variation': '変化手順', 'tree.oneOf': 'この局面の{1}通りのうち{0}番目', 'tree.noOther': 'ここにほかの手はありません。', 'tree.fold': '変化手順 {0}', 'tree.rest': 'ほか{0}手',
  'tree.tools': 'この手', 'tree.comment': 'コメント', 'tree.commentOn': '{0} へのコメント', 'tree.promote': 'この変化を上げる', 'tree.main': '本譜にする', 'tree.delete': 'ここから先を削除', 'tree.copy': 'ここまでの手順をコピー',
  'tree.promoted': '{0} を先頭にしました。', 'tree.isMain': 'これが本譜になりました。', 'tree.asFar': '実際に指された手の次に並べました。', 'tree.deleted': '{0} を削除しました。', 'tree.deletedMore': '{0} と、それに続く{1}手を削除しました。',
  'tree.undo': '元に戻す', 'tree.undone': '元に戻しました。', 'tree.copied': '手順をコピーしました。', 'tree.saved': 'コメントを保存しました。', 'tree.tooLong': '長すぎます。コメントは2047バイトまでです。',
  'study.empty': '開くものがありません。', 'study.badLink': 'リンクが壊れているため、検討の内容を読み取れません。', 'study.oldBrowser': 'このブラウザーは古いため、リンクから検討を開けません。ファイルで受け取ってください。',
  'tools.play': 'ここから対局する', 'tools.playTitle': 'ここから対局する', 'tools.side': 'あなたの側', 'tools.toMove': '{0}（手番）', 'tools.level': 'コンピューターの強さ', 'tools.people': '二人で指す', 'tools.perfect': '最善プレイと指す', 'tools.computer': 'コンピューターと指す',
  'tools.playHelp': 'この局面から新しい対局が始まります。検討に変更があれば、自分の対局に残ります。',
  'tools.save': '自分の対局に保存', 'tools.isKept': '自分の対局にあります', 'tools.kept': '自分の対局に保存しました。これから加える変更も残ります。', 'tools.link': 'リンクをコピー', 'tools.linkCopied': 'リンクをコピーしました（{0}文字）。',
  'tools.linkLarge': '大きすぎてリンクにできません（{0}文字を超えます）。ファイルに保存してください。', 'tools.file': 'ファイルに保存', 'tools.picture': '画像を保存', 'tools.downloaded': '変化手順、コメント、評価記号、時間のすべてがファイルに入っています。',
  'tools.open': '開く', 'tools.openTitle': '対局や検討を開く', 'tools.chooseFile': 'ファイル', 'tools.pasteLabel': 'または貼り付け', 'tools.paste': 'リンク、棋譜、局面のどれか', 'tools.openDo': 'これを開く', 'tools.fileLarge': 'ファイルが16 MBを超えています。',
  'tools.keys': 'キー操作', 'keys.step': '一手戻る・一手進む', 'keys.beside': '同じ局面のほかの手へ', 'keys.ends': '最初の局面へ・この手順の最後へ', 'keys.promote': 'この変化を上げる', 'keys.delete': 'ここから先を削除', 'keys.undo': '元に戻す',
  'keys.comment': 'コメントを書く', 'keys.save': 'コメントを保存', 'keys.marks': '! ? !! ?? !? ?!', 'keys.noMark': '評価記号を消す', 'keys.help': 'この一覧', 'keys.where': '入力欄以外ならどこでも使えます。盤の上では矢印キーで交点を選びます。',
};
