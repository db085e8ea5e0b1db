// A long list, in pages that the server can bear.
import { get } from '../api.js';

const PAGE = 500;
const MOST = 5000;

/**
 * @param {string} path of a list
 * @param {AbortSignal} signal
 * @returns {Promise<{items: any[], left: boolean}>} left: whether there are more than anybody would look at
 */
export async function listAll(path, signal) {
  const items = [];
  let next = '';
  do {
    const page = await get(`${path}?limit=${PAGE}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`, { signal });
    items.push(...(page.items ?? []));
    next = page.metadata?.continue ?? '';
  } while (next !== '' && items.length < MOST);
  return { items, left: next !== '' };
}
