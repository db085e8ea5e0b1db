// A role's rule with the words marked that a request meets, or misses.
import { html, nothing } from '../lib/lit-html.js';

const FIELDS = [
  ['apiGroups', 'api_group'],
  ['resources', 'resource'],
  ['resourceNames', 'name'],
  ['nonResourceURLs', 'url'],
  ['verbs', 'verb'],
];

/** @typedef {{verb?: string, apiGroup?: string, resource?: string, subresource?: string, name?: string, path?: string}} Asked */

/** Whether a word of a rule is one that lets the request through. @param {string} field @param {string} word @param {Asked} asked */
export function meets(field, word, asked) {
  const resource = asked.subresource ? `${asked.resource}/${asked.subresource}` : asked.resource;
  switch (field) {
    case 'verbs':
      return word === '*' || word === asked.verb;
    case 'apiGroups':
      return word === '*' || word === (asked.apiGroup ?? '');
    case 'resources':
      return word === '*' || word === resource || (asked.subresource !== undefined && word === `*/${asked.subresource}`);
    case 'resourceNames':
      return word === (asked.name ?? '');
    default:
      return word === asked.path || (word.endsWith('*') && (asked.path ?? '').startsWith(word.slice(0, -1)));
  }
}

function wanted(field, asked) {
  switch (field) {
    case 'verbs':
      return asked.verb;
    case 'apiGroups':
      return asked.apiGroup || '""';
    case 'resources':
      return asked.subresource ? `${asked.resource}/${asked.subresource}` : asked.resource;
    case 'resourceNames':
      return asked.name || 'any name';
    default:
      return asked.path;
  }
}

/**
 * @param {Record<string, string[]>} rule
 * @param {Asked} asked
 * @param {Set<string>} [missed] the kinds of differences: where it does not fit
 */
export function ruleView(rule, asked, missed = new Set()) {
  return html`<dl class="rule">
    ${FIELDS.filter(([field]) => rule[field]?.length > 0).map(([field, kind]) => html`<div class=${missed.has(kind) ? 'missed' : ''}>
      <dt>${field}</dt>
      <dd>${rule[field].map((word) => wordView(field, word, asked))}${missed.has(kind) ? html`<ins><span class="hidden-text">missing: </span><bdi>${wanted(field, asked)}</bdi></ins>` : nothing}</dd>
    </div>`)}
  </dl>`;
}

function wordView(field, word, asked) {
  const text = word === '' ? html`<bdi>""</bdi><small> core</small>` : html`<bdi>${word}</bdi>`;
  return meets(field, word, asked) ? html`<mark>${text}</mark> ` : html`<span class="word">${text}</span> `;
}

/** A role or binding by its name. @param {{kind: string, name: string, namespace?: string, builtIn?: boolean}} object */
export function named(object) {
  return html`<span class="named"><span class="kind">${object.kind}</span> <b><bdi>${object.name}</bdi></b>${object.namespace ? html` <span class="kind">in</span> <bdi>${object.namespace}</bdi>` : nothing}${object.builtIn ? html` <span class="pill" title="Every cluster starts with it">built-in</span>` : nothing}</span>`;
}
