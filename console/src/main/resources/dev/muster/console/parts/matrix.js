// Rights as a matrix: a row for each resource, a column for each place in which they differ.
import { dangerousVerbs } from './dangers.js';

/** The verbs that have a mark of their own, in their places. */
export const MARKS = [
  ['get', 'g'],
  ['list', 'l'],
  ['watch', 'w'],
  ['create', 'c'],
  ['update', 'u'],
  ['patch', 'p'],
  ['delete', 'd'],
  ['deletecollection', 'D'],
];

/**
 * @typedef {{namespace?: string, binding: any, role: any, rule: Record<string, string[]>, dangers: string[]}} Right
 * @typedef {{verbs: Set<string>, dangerous: Set<string>, rights: Right[], names: boolean}} Cell names: only for objects of certain names
 * @typedef {{namespaces: string[], everywhere: boolean, cells: Map<string, Cell>, dangers: Set<string>}} Column
 * @typedef {{key: string, group: string, resource: string}} Row
 */

/** @param {Right[]} rights @returns {{columns: Column[], rows: Row[], urls: {url: string, verbs: string[], right: Right}[]}} */
export function matrixOf(rights) {
  const rows = new Map();
  const columns = placesOf(rights).map(({ namespaces, of }) => columnOf(namespaces, of, rows));
  const order = (row) => (row.resource === '*' ? '0' : '1') + (row.group === '*' ? '0' : '1') + row.group;
  const sorted = [...rows.values()].sort((a, b) => compare(order(a), order(b)) || compare(a.resource, b.resource));
  const urls = rights.flatMap((right) => (right.rule.nonResourceURLs ?? []).map((url) => ({ url, verbs: right.rule.verbs ?? [], right })));
  return { columns, rows: sorted, urls };
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Namespaces in which the same rules count are one place; everywhere comes first. */
function placesOf(rights) {
  const rules = new Map();
  const byNamespace = new Map();
  for (const right of rights) {
    const text = JSON.stringify(right.rule);
    if (!rules.has(text)) rules.set(text, rules.size);
    const place = byNamespace.get(right.namespace ?? '') ?? { ids: new Set(), of: [] };
    place.ids.add(rules.get(text));
    place.of.push(right);
    byNamespace.set(right.namespace ?? '', place);
  }
  const places = new Map();
  for (const [namespace, { ids, of }] of byNamespace) {
    const key = namespace === '' ? '' : [...ids].sort((a, b) => a - b).join();
    const place = places.get(key) ?? { namespaces: [], of: [] };
    place.namespaces.push(namespace);
    place.of.push(...of);
    places.set(key, place);
  }
  const sorted = [...places.values()];
  sorted.forEach((place) => place.namespaces.sort());
  return sorted.sort((a, b) => compare(a.namespaces[0], b.namespaces[0]));
}

/** @returns {Column} */
function columnOf(namespaces, rights, rows) {
  const column = { namespaces, everywhere: namespaces[0] === '', cells: new Map(), dangers: new Set() };
  for (const right of rights) {
    right.dangers.forEach((danger) => column.dangers.add(danger));
    for (const group of right.rule.apiGroups ?? []) {
      for (const resource of right.rule.resources ?? []) addTo(column, { key: `${group}/${resource}`, group, resource }, right, rows);
    }
  }
  return column;
}

function addTo(column, row, right, rows) {
  if (!rows.has(row.key)) rows.set(row.key, row);
  const named = (right.rule.resourceNames ?? []).length > 0;
  const cell = column.cells.get(row.key) ?? { verbs: new Set(), dangerous: new Set(), rights: [], names: named };
  column.cells.set(row.key, cell);
  cell.names &&= named;
  cell.rights.push(right);
  const verbs = right.rule.verbs ?? [];
  verbs.forEach((verb) => cell.verbs.add(verb));
  for (const danger of right.dangers) {
    for (const verb of dangerousVerbs(danger, row.group, row.resource)) {
      if (verbs.includes('*') || verbs.includes(verb)) cell.dangerous.add(verb);
    }
  }
}

/** Verbs without a mark of their own. @param {Cell} cell */
export function otherVerbs(cell) {
  const marked = MARKS.map(([verb]) => verb);
  return [...cell.verbs].filter((verb) => verb !== '*' && !marked.includes(verb));
}
