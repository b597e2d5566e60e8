// SPDX-License-Identifier: MIT
// Words of what comes up at the table now and then: the end of a game, sharing and opening.
/** @type {Record<string, string>} */
export const EN = {
  'end.rematch': 'Rematch',
  'end.review': 'Review',
  'end.learn': 'Lessons',
};

/** @type {Record<string, string>} */
export const JA = {
  'end.rematch': 'もう一局',
  'end.review': '振り返る',
  'end.learn': 'レッスン',
};
