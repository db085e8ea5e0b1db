// Who the processes of a pod would be, each number with where it comes from.
import { html, nothing } from '../lib/lit-html.js';

/** @param {any[] | undefined} list an entry a container */
export function identities(list) {
  if (!list?.length) return nothing;
  return html`<section aria-labelledby="becomes"><h2 id="becomes">Who its processes would be</h2>
    ${list.map((each) => html`<article class="card"><h3><bdi>${each.container}</bdi></h3><dl class="rule">${rows(each)}</dl></article>`)}
  </section>`;
}

const FIELDS = ['image', 'uid', 'gid', 'groups', 'supplementalGroupsPolicy', 'refused', 'unknown'];

function rows(each) {
  return FIELDS.filter((key) => each[key] !== undefined).map((key) => html`<div class=${key === 'refused' ? 'missed' : ''}><dt>${key}</dt><dd>${value(each[key])}</dd></div>`);
}

/** A number with where it comes from, a list, or a text. */
function value(of) {
  if (Array.isArray(of)) return of.map((each, i) => html`${i > 0 ? ', ' : ''}${value(each)}`);
  if (of === null || typeof of !== 'object') return html`<bdi>${of}</bdi>`;
  return html`<b>${of.id}</b>${of.from?.length ? html` <span class="kind"><bdi>${of.from.join(', ')}</bdi></span>` : nothing}`;
}
