// A long list, in pages that the server can bear.
import { get } from '../api.js';

/** The first page is there at once; those after it need fewer questions. */
const FIRST_PAGE = 500;
const PAGE = 1500;
const MOST = 5000;

/**
 * @param {string} path of a list
 * @param {AbortSignal} signal
 * @param {{accept?: string, page?: (items: any[]) => void}} [how] page: told of each as it comes, until the last
 * @returns {Promise<{items: any[], left: boolean}>} left: whether there are more than anybody would look at
 */
export async function listAll(path, signal, { accept, page: told } = {}) {
  const items = [];
  let next = '';
  do {
    const page = await get(`${path}?limit=${items.length === 0 ? FIRST_PAGE : PAGE}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`, { accept, signal });
    items.push(...(page.items ?? []));
    next = page.metadata?.continue ?? '';
    if (next !== '') told?.(page.items ?? []);
  } while (next !== '' && items.length < MOST);
  return { items, left: next !== '' };
}
