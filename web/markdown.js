// SPDX-License-Identifier: MIT
// As much Markdown as the rules are written in: headings, paragraphs, nested lists, tables, fenced
// blocks, bold, emphasis, code, links, pictures. Builds elements, so nothing in a text becomes markup.
import { h } from './dom.js';

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]+)\]\(([^)\s]+)\)/;

/** @param {string} text @param {(href: string) => string} link @returns {(Node|string)[]} */
export function inline(text, link) {
  const found = INLINE.exec(text);
  if (!found) return text ? [text] : [];
  const [all, code, bold, soft, alt, src, label, href] = found;
  const node =
    code !== undefined
      ? h('code', {}, code)
      : bold !== undefined
        ? h('strong', {}, ...inline(bold, link))
        : soft !== undefined
          ? h('em', {}, ...inline(soft, link))
          : src !== undefined
            ? h('img', { src: link(src), alt })
            : h('a', { href: link(href) }, ...inline(label, link));
  return [
    ...(found.index ? [text.slice(0, found.index)] : []),
    node,
    ...inline(text.slice(found.index + all.length), link),
  ];
}

/** Cuts a text into blocks. @param {string} text
 * @returns {{kind: string, level: number, lines: string[]}[]} */
export function blocks(text) {
  const out = [],
    lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i],
      fence = /^\s*```/.test(line);
    if (!line.trim()) continue;
    const heading = /^(#+) (.*)/.exec(line),
      item = /^(\s*)[-*] (.*)/.exec(line);
    if (fence) {
      const body = [];
      while (++i < lines.length && !/^\s*```/.test(lines[i])) body.push(lines[i]);
      out.push({ kind: 'code', level: 0, lines: body });
    } else if (heading)
      out.push({ kind: 'heading', level: heading[1].length, lines: [heading[2]] });
    else {
      const kind = item ? 'item' : line.startsWith('|') ? 'table' : 'paragraph';
      const body = [item ? item[2] : line];
      const more = (/** @type {string} */ l) =>
        l?.trim() && !/^\s*([-*] |```)|^#/.test(l) && (kind === 'table') === l.startsWith('|');
      while (more(lines[i + 1])) body.push(lines[++i].trim());
      out.push({ kind, level: item ? Math.floor(item[1].length / 2) : 0, lines: body });
    }
  }
  return out;
}

/** @param {string} text @param {{link: (href: string) => string, code: (lines: string[]) => Node, joint: string}} how @returns {Node[]} */
export function renderMarkdown(text, { link, code, joint }) {
  /** @type {Node[]} */
  const out = [];
  /** @type {HTMLElement[]} */
  let lists = [];
  for (const { kind, level, lines } of blocks(text)) {
    if (kind !== 'item') lists = [];
    const words = inline(lines.join(joint), link);
    if (kind === 'heading') out.push(h(`h${Math.min(level, 4)}`, {}, ...words));
    else if (kind === 'code') out.push(code(lines));
    else if (kind === 'paragraph') out.push(h('p', {}, ...words));
    else if (kind === 'table') out.push(table(lines, link));
    else {
      lists = lists.slice(0, level + 1);
      if (!lists[level]) {
        const list = h('ul');
        const parent = lists[level - 1]?.lastElementChild;
        if (parent) parent.append(list);
        else out.push(list);
        lists[level] = list;
      }
      lists[level].append(h('li', {}, ...words));
    }
  }
  return out;
}

/** @param {string[]} lines @param {(href: string) => string} link */
function table(lines, link) {
  const cells = (/** @type {string} */ line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((c) => c.trim());
  const [head, , ...rows] = lines.map(cells);
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...head.map((c) => (c ? h('th', { scope: 'col' }, ...inline(c, link)) : h('td'))),
      ),
    ),
    h(
      'tbody',
      {},
      ...rows.map((row) => h('tr', {}, ...row.map((c) => h('td', {}, ...inline(c, link))))),
    ),
  );
}
