// One decision, and the question that it is the answer to.
import { html, nothing } from '../lib/lit-html.js';
import { address } from '../screens.js';

/** As Ask has it: pods/log, deployments.apps/scale, or a path. */
export function targetOf({ resource, apiGroup, subresource, path }) {
  if (!resource) return path ?? '';
  return resource + (apiGroup ? `.${apiGroup}` : '') + (subresource ? `/${subresource}` : '');
}

/** Where a decision is explained, at the moment at which it was made. */
export function explained(decision) {
  return address('ask', {
    user: decision.user,
    group: decision.groups,
    verb: decision.verb,
    resource: targetOf(decision),
    name: decision.name,
    namespace: decision.namespace,
    revision: decision.revision,
  });
}

/** @param {any} decision of the stream; one that says how many were missed is no decision */
export function decisionRow(decision) {
  if (decision.missed) return html`<tr class="missed"><td colspan="6">${decision.missed.toLocaleString('en')} decisions were missed here: they came faster than this page could read.</td></tr>`;
  return html`<tr class=${decision.allowed ? 'allowed' : 'refused'}>
    <td class="mono">${(decision.time ?? '').slice(11, 19)}</td>
    <td><a class="pill ${decision.allowed ? 'yes' : 'danger'}" href=${explained(decision)}>${decision.allowed ? 'allowed' : 'refused'}</a></td>
    <td><bdi>${decision.user}</bdi></td>
    <td><b><bdi>${decision.verb}</bdi></b> <bdi>${targetOf(decision)}</bdi>${decision.name ? html` <bdi class="mono">${decision.name}</bdi>` : nothing}</td>
    <td><bdi>${decision.namespace ?? ''}</bdi></td>
    <td class="reason">${decision.reason ? html`<bdi>${decision.reason}</bdi>` : decision.allowed ? nothing : 'no authorization mode allows it'}</td>
  </tr>`;
}
