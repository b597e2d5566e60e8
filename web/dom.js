// SPDX-License-Identifier: MIT
// Elements in one line each.

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} element @param {Record<string, any>} attributes @param {(Node|string)[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children @returns {any} */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node|string)} children @returns {any} */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Something is on the screen: what index.html shows meanwhile goes. */
export const shown = () => {
  document.documentElement.removeAttribute('data-starting');
};

// The page's own folder is where the manifest is. The links to manifest and icons are relative, and the address of the page
// becomes t/ID when somebody makes a table: what they mean is settled once, when the page arrives.
const lasting =
  typeof document === 'undefined'
    ? []
    : /** @type {HTMLLinkElement[]} */ ([
        ...document.querySelectorAll('link[rel=manifest], link[rel$=icon]'),
      ]);
for (const link of lasting) link.setAttribute('href', link.href);
const ROOT = lasting.find(({ rel }) => rel === 'manifest')?.href ?? globalThis.location?.href;

/** The address of a document of the page: these lie where the manifest is. Modules lie in a folder of their build,
 * and the page of a table in another one. @param {string} name such as 'rules.html' */
export const atRoot = (name) => new URL(name, ROOT).href;

/** A style sheet of a view, once. It lies beside the modules. @param {string} name such as 'home.css' @returns {Promise<void>} */
export function loadCss(name) {
  const { href } = new URL(name, import.meta.url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const link = h('link', { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve()); // plain, but usable
    document.head.append(link);
  });
}
