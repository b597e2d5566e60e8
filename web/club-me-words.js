// SPDX-License-Identifier: MIT
// The words of one's own page, in both languages; club-me.js adds them to the page's tables.

/** @type {Record<string, string>} */
export const EN = {
  'me.title': 'Me', 'me.name': 'Name', 'me.nameless': 'no name', 'me.save': 'Save', 'me.saved': 'Saved.', 'me.since': 'Here since {0}', 'me.nobody': 'This device has not played here yet.',
  'me.about': 'There are no accounts. The first game in the lobby makes a key that stays on this device: it is you. It holds your rating and your games, and a name if you like one.',
  'me.games': 'My games', 'me.noGames': 'No game is on.', 'me.turn': 'Your turn', 'me.theirs': 'Waiting for the other side', 'me.open': 'Nobody has sat down yet', 'me.settling': 'Being set up',
  'me.daysLeft': '{0} d {1} h left', 'me.hoursLeft': '{0} h {1} min left', 'me.minutesLeft': '{0} min left',
  'me.devices': 'My devices', 'me.devicesHelp': 'Whoever has the key of one of these devices is you. A device that is lost can be signed out.',
  'me.thisDevice': 'This device, since {0}', 'me.device': 'Another device, since {0}', 'me.revoke': 'Sign out', 'me.revokeOthers': 'Sign out all others', 'me.revoked': 'Signed out.',
  'me.link': 'Add a device', 'me.linkHelp': 'On the other device, open the link, point its camera at the square, or type this code on its page “Me”.', 'me.linkUrl': 'Link for the other device', 'me.qr': 'QR code of the link',
  'me.until': 'Good once, until {0}.', 'me.other': 'I have a code from another device', 'me.codeHere': 'Code', 'me.join': 'Be that player here',
  'me.joinAsk': 'Shall this device be the same player as the one with the code?', 'me.joinInstead': 'Shall this device be the player with the code from now on? What it was before is no longer to be had here.', 'me.joined': 'This device is the same player now. {0}',
  'me.hidden': 'Players I do not want to meet', 'me.unhide': 'Show again',
  'me.stored': 'What is stored about me', 'me.storedHelp': 'Deleting removes key, name, links and ratings. The moves of your games stay, without a name.', 'me.export': 'Download everything', 'me.delete': 'Delete me',
  'me.deleteAsk': 'Delete this player for good? This cannot be undone.', 'me.deleted': 'Deleted. Nothing here leads to you any more.',
};

/** @type {Record<string, string>} */
export const JA = {
  'me.title': '自分', 'me.name': '名前', 'me.nameless': '名前なし', 'me.save': '保存', 'me.saved': '保存しました。', 'me.since': '{0}から', 'me.nobody': 'この端末ではまだ対局していません。',
  'me.about': '登録はありません。ロビーで初めて対局すると鍵が作られ、この端末に保存されます。この鍵があなたです。レートと対局が記録され、好きな名前も付けられます。',
  'me.games': '進行中の対局', 'me.noGames': '進行中の対局はありません。', 'me.turn': 'あなたの手番', 'me.theirs': '相手の手番', 'me.open': '相手の着席待ち', 'me.settling': '準備中',
  'me.daysLeft': '残り{0}日{1}時間', 'me.hoursLeft': '残り{0}時間{1}分', 'me.minutesLeft': '残り{0}分',
  'me.devices': '自分の端末', 'me.devicesHelp': 'これらの端末の鍵を持つ人が、あなたとして扱われます。なくした端末は無効にできます。',
  'me.thisDevice': 'この端末（{0}から）', 'me.device': '別の端末（{0}から）', 'me.revoke': '無効にする', 'me.revokeOthers': 'ほかの端末をすべて無効にする', 'me.revoked': '無効にしました。',
  'me.link': '端末を追加', 'me.linkHelp': '追加する端末でリンクを開くか、カメラでQRコードを読み取るか、「自分」のページでこのコードを入力してください。', 'me.linkUrl': '追加する端末で開くリンク', 'me.qr': 'リンクのQRコード',
  'me.until': '{0}まで、一度だけ使えます。', 'me.other': '別の端末のコードを入力する', 'me.codeHere': 'コード', 'me.join': 'この端末でも同じプレイヤーになる',
  'me.joinAsk': 'この端末を、コードの端末と同じプレイヤーにしますか？', 'me.joinInstead': 'この端末を、コードの端末のプレイヤーに切り替えますか？今までのプレイヤーはこの端末では使えなくなります。', 'me.joined': 'この端末でも同じプレイヤーになりました。{0}',
  'me.hidden': '表示しないプレイヤー', 'me.unhide': 'また表示する',
  'me.stored': '保存されている情報', 'me.storedHelp': '削除すると、鍵・名前・リンク・レートが消えます。対局の指し手は名前なしで残ります。', 'me.export': 'すべてダウンロード', 'me.delete': '自分を削除',
  'me.deleteAsk': 'このプレイヤーを完全に削除しますか？元に戻せません。', 'me.deleted': '削除しました。あなたにつながる情報は残っていません。',
};
