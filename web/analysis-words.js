// SPDX-License-Identifier: MIT
// What the analysis says.

export const EN = {
  'analysis.title': 'Analysis',
  'analysis.close': 'Close the analysis',
};

export const JA = {
  'analysis.title': '検討',
  'analysis.close': '検討を閉じる',
};
