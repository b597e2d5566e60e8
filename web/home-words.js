// SPDX-License-Identifier: MIT
// Words of the front page.

/** @type {Record<string, string>} */
export const EN = {
  'home.continue': 'Go on with your game of {0}',
  'home.friend': 'Play a friend',
  'home.lead': 'Board games of rings around a centre.',
  'home.play': 'Play the computer',
};
/** @type {Record<string, string>} */
export const JA = {
  'home.continue': '{0}の対局を続ける',
  'home.friend': '友だちと指す',
  'home.lead': '中央を囲む輪のボードゲーム。',
  'home.play': 'コンピューターと指す',
};
