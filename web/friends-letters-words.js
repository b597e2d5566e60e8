// SPDX-License-Identifier: MIT
// The words of friends-letters.js, in both languages.

/** @type {Record<string, string>} */
export const EN = {
  'letters.title': 'Games with days per move',
  'letters.vacation': 'Vacation',
  'letters.vacationHelp':
    'While you are away, your clocks stand still in games with days per move. {0} days are left: thirty in a year. You may move all the same, and the others see until when you are away.',
  'letters.days': 'Days',
  'letters.begin': 'Go on vacation',
  'letters.on': 'You are on vacation until {0}.',
  'letters.end': 'End it now',
  'letters.none': 'No days are left.',
  'letters.feed': 'Feed of your turns',
  'letters.feedHelp':
    'For a feed reader: games that wait for your move. Whoever has the address can read it, but not play.',
  'letters.makeFeed': 'Make an address',
  'letters.newFeed': 'Another address',
  'letters.revokeFeed': 'Revoke it',
  'letters.feedUrl': 'Address of the feed',
  'letters.feedElsewhere':
    'There may be an address that another device has made; a new one replaces it.',
  'letters.push': 'Notifications',
  'letters.pushHelp': 'Your browser tells you when it is your turn and the page is not open.',
  'letters.pushOn': 'Tell me when it is my turn',
  'letters.pushDenied':
    'The browser does not allow this page to notify you; its settings can change that.',
};

/** @type {Record<string, string>} */
export const JA = {
  'letters.title': '1手に日数を使う対局',
  'letters.vacation': '休暇',
  'letters.vacationHelp':
    '休暇中は、1手に日数を使う対局であなたの時計が止まります。残りは{0}日です（1年に30日まで）。休暇中でも指すことはでき、相手にはいつまで休むかが表示されます。',
  'letters.days': '日数',
  'letters.begin': '休暇に入る',
  'letters.on': '{0}まで休暇中です。',
  'letters.end': '今すぐ終える',
  'letters.none': '休暇は残っていません。',
  'letters.feed': '手番のフィード',
  'letters.feedHelp':
    'フィードリーダー用です。あなたの手を待っている対局が並びます。アドレスを知っている人は読めますが、指すことはできません。',
  'letters.makeFeed': 'アドレスを作る',
  'letters.newFeed': '別のアドレスにする',
  'letters.revokeFeed': '無効にする',
  'letters.feedUrl': 'フィードのアドレス',
  'letters.feedElsewhere': '別の端末で作ったアドレスがあるときは、新しいものに置き換わります。',
  'letters.push': '通知',
  'letters.pushHelp': 'ページを開いていないときに手番が来ると、ブラウザーが知らせます。',
  'letters.pushOn': '手番が来たら通知する',
  'letters.pushDenied':
    'ブラウザーがこのページの通知を許可していません。ブラウザーの設定で変更できます。',
};
