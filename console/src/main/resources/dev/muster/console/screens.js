// Which screen the address names. Everything that an answer depends on stands behind the # of the address, so that it can be sent to
// others and survives a reload; the server never sees it.
import { onBack } from './connection.js';
import { forget } from './parts/known.js';
import { identify, session } from './session.js';
import { pages } from './pages/pages.js';
import { update } from './update.js';

/**
 * @typedef {{path: string, title: string, hint: string, open: (params: URLSearchParams) => Screen}} Page
 * @typedef {{view: () => unknown, params?: (params: URLSearchParams) => void, close?: () => void}} Screen
 */

/** @type {{page: Page, screen: Screen | null}} */
export const current = { page: pages[0], screen: null };

/** @param {string} path of a page @param {Record<string, string | string[] | undefined>} [params] those without a value are left out */
export function address(path, params = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each) query.append(key, each);
  }
  const text = query.toString();
  return `#/${path}${text === '' ? '' : '?' + text}`;
}

/** Goes to another address. */
export function go(path, params) {
  const to = address(path, params);
  if (location.hash === to) arrive();
  else location.hash = to;
}

function read() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { path, params: new URLSearchParams(query) };
}

function arrive() {
  const { path, params } = read();
  const page = pages.find((each) => each.path === path) ?? pages[0];
  document.title = `${page.title} · Muster`;
  if (current.screen && current.page === page && current.screen.params) {
    current.screen.params(params);
  } else {
    leave();
    current.page = page;
  }
  update();
}

function leave() {
  current.screen?.close?.();
  current.screen = null;
}

/** What is to be seen; it is opened when it is looked at first, so that nobody asks before they are signed in. */
export function screen() {
  current.screen ??= current.page.open(read().params);
  return current.screen;
}

/** Opens the page anew, for the address that it has: after a sign-in, or when the server is back. */
export function reopen() {
  forget();
  leave();
  arrive();
}

/** Follows the address, from now on. */
export function start() {
  addEventListener('hashchange', arrive);
  onBack(() => (session.state === 'in' ? reopen() : identify()));
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey || session.state !== 'in') return;
    event.preventDefault();
    if (current.page !== pages[0]) go(pages[0].path);
    setTimeout(() => document.querySelector('[data-first]')?.focus());
  });
  arrive();
}
