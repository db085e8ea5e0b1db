// Who the processes of a pod would be, each number with where it comes from.
import { html, nothing } from '../lib/lit-html.js';

/** @param {any[] | undefined} list an entry a container */
export function identities(list) {
  if (!list?.length) return nothing;
  return html`<section aria-labelledby="becomes"><h2 id="becomes">Who its processes would be</h2>
    ${list.map((each) => html`<article class="card"><h3><bdi>${each.container ?? each.name ?? ''}</bdi></h3><dl class="rule">${rows(each)}</dl></article>`)}
  </section>`;
}

function rows(each) {
  return Object.entries(each)
    .filter(([key]) => key !== 'container' && key !== 'name')
    .map(([key, value]) => html`<div><dt>${key}</dt><dd><bdi>${text(value)}</bdi></dd></div>`);
}

function text(value) {
  if (Array.isArray(value)) return value.map(text).join(', ');
  if (value === null || typeof value !== 'object') return String(value);
  const { id, value: number, source, from, ...rest } = value;
  const origin = source ?? from;
  const head = id ?? number;
  if (head !== undefined) return origin === undefined ? String(head) : `${head} (${text(origin)})`;
  return Object.entries(rest).map(([key, each]) => `${key}: ${text(each)}`).join(', ');
}
