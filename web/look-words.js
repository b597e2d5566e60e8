// SPDX-License-Identifier: MIT
// What the boards and sets of men are called.

export const EN = {
  'look.board': 'Board',
  'look.men': 'Men',
  'look.lines.walnut': 'Walnut and brass',
  'look.lines.slate': 'Slate',
  'look.lines.linen': 'Linen and ink',
  'look.lines.turned': 'Turned',
  'look.lines.pebbles': 'Glass beads',
  'look.cells.enamel': 'Enamel and gold',
  'look.cells.glass': 'Stained glass',
  'look.cells.porcelain': 'Porcelain',
  'look.cells.stones': 'Stones',
  'look.cells.coins': 'Coins',
  'look.rings.ocean': 'Deep sea',
  'look.rings.chart': 'Old chart',
  'look.rings.lagoon': 'Lagoon',
  'look.rings.ships': 'Ships',
  'look.rings.tokens': 'Tokens',
};

export const JA = {
  'look.board': '盤',
  'look.men': 'コマ',
  'look.lines.walnut': 'くるみ材と真鍮',
  'look.lines.slate': '粘板岩',
  'look.lines.linen': '麻布と墨',
  'look.lines.turned': 'ろくろ細工',
  'look.lines.pebbles': 'ガラス玉',
  'look.cells.enamel': '七宝',
  'look.cells.glass': 'ステンドグラス',
  'look.cells.porcelain': '磁器',
  'look.cells.stones': '石',
  'look.cells.coins': 'コイン',
  'look.rings.ocean': '深い海',
  'look.rings.chart': '古い海図',
  'look.rings.lagoon': '南の海',
  'look.rings.ships': '帆船',
  'look.rings.tokens': '船の札',
};
