// What a change does beside rights: ways that open, pods that may be, requests that admission looks at.
import { html, nothing } from '../lib/lit-html.js';

const MOST = 50;

/** Whether there is any of it. @param {any} status */
export function opens(status) {
  return [status.escalationPaths, status.podSecurityPolicies, status.admission].some((list) => (list ?? []).length > 0);
}

/** @param {any} status of an AccessChange */
export function opened(status) {
  return html`${part('Ways to everything that open', status.escalationPaths, way)}${part('Pods', status.podSecurityPolicies, policy)}
    ${part('Admission', status.admission, (sentence) => html`<p><bdi>${sentence}</bdi></p>`)}`;
}

function part(title, list, view) {
  const all = list ?? [];
  if (all.length === 0) return nothing;
  return html`<h2>${title}</h2>${all.slice(0, MOST).map(view)}${all.length > MOST ? html`<p class="hint">and ${all.length - MOST} more</p>` : nothing}`;
}

function way(path) {
  return html`<article class="card climb"><h3><span class="kind">${path.kind}</span> <bdi>${path.namespace ? `${path.namespace}/` : ''}${path.name}</bdi> becomes <bdi>${path.becomes}</bdi></h3>
    <ol>${(path.steps ?? []).map((step) => html`<li><bdi>${step.sentence}</bdi>${step.command ? html`<br><code><bdi>${step.command}</bdi></code>` : nothing}</li>`)}</ol></article>`;
}

function policy(change) {
  const users = change.usableBy ?? [];
  const move = (name, sign, words) => html`<li class=${name}><span aria-hidden="true">${sign}</span><span class="hidden-text">${name}</span> <span><bdi>${words}</bdi></span></li>`;
  return html`<article class="card"><h3><span class="kind">PodSecurityPolicy</span> <bdi>${change.name}</bdi></h3>
    <ul class="moves">${(change.allows ?? []).map((words) => move('gains', '+', words))}${(change.forbids ?? []).map((words) => move('loses', '−', words))}</ul>
    <p class="hint">${users.length === 0 ? 'No role lets anybody use it.' : html`Used by <bdi>${users.slice(0, MOST).join(', ')}</bdi>${users.length > MOST ? ` and ${users.length - MOST} more` : nothing}`}</p></article>`;
}
