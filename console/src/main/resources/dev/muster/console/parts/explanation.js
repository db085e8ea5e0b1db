// An explanation as the server gave it: the verdict, the way, and what decided.
import { html, nothing } from '../lib/lit-html.js';
import { fixes } from './fixes.js';
import { identities } from './identity.js';
import { named, ruleView } from './rule.js';
import { stationStrip } from './stations.js';

/**
 * @param {any} status
 * @param {import('./question.js').Words} words what was asked
 * @param {unknown} widening shown below the rule that came nearest
 */
export function explanation(status, words, widening) {
  const verdict = status.allowed === true ? 'yes' : status.allowed === false ? 'no' : 'unknown';
  return html`<div class="answer">
    ${headline(verdict, status, words)}
    ${stationStrip(status.stations, status.allowed)}
    ${status.problem ? html`<p class="notice"><bdi>${status.problem}</bdi></p>` : nothing}
    ${status.explainedByRoles === false && status.server ? contradicted(status) : nothing}
    ${status.grants?.length ? grants(status) : nothing}
    ${verdict === 'yes' ? nothing : html`<div class="columns">${misses(status, widening)}${fixes(status)}</div>${problems(status.problems)}`}
    ${identities(status.identity)}
  </div>`;
}

function headline(verdict, status, words) {
  const asked = status.request ?? {};
  const may = { yes: 'may', no: 'may not', unknown: 'might or might not' }[verdict];
  const who = html`<b><bdi>${asked.user ?? words.user}</bdi></b>`;
  const what = asked.path
    ? html`<b><bdi>${asked.path}</bdi></b>`
    : html`<b><bdi>${asked.resource ?? words.target}${asked.subresource ? `/${asked.subresource}` : ''}</bdi></b>${asked.name ? html` <b><bdi>${asked.name}</bdi></b>` : nothing}`;
  const where = asked.path ? nothing : asked.namespace ? html` in <b><bdi>${asked.namespace}</bdi></b>` : html` everywhere`;
  const decided = (status.stations ?? []).find((each) => each.decides);
  return html`<div class=${`verdict ${verdict}`} role="status">
    <p class="word">${{ yes: 'Yes.', no: 'No.', unknown: 'Not known.' }[verdict]}</p>
    <p class="clause">${who} ${may} <b><bdi>${asked.verb ?? words.verb}</bdi></b> ${what}${where}.
      ${decided ? html`<span class="decided"><bdi>${decided.name}</bdi> decided${decided.reason ? html`: <bdi>${withoutName(decided)}</bdi>` : nothing}</span>`
        : verdict === 'no' && status.stations?.length ? html`<span class="decided">No authorization mode allows it.</span>`
        : status.reason ? html`<span class="decided"><bdi>${status.reason}</bdi></span>` : nothing}</p>
  </div>`;
}

/** RBAC's reasons begin with its name. */
function withoutName({ name, reason }) {
  return reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason;
}

function contradicted(status) {
  return html`<p class="notice">The server’s own decision is “${status.server.allowed ? 'allowed' : 'not allowed'}”${status.server.reason ? html` (<bdi>${status.server.reason}</bdi>)` : nothing}, and roles and bindings do not explain it: another authorization mode decided.</p>`;
}

function grants(status) {
  const [first, ...others] = status.grants;
  return html`<section aria-labelledby="by"><h2 id="by">By what</h2>
    ${grant(first, status.request)}
    ${others.length === 0 ? html`<p class="hint">There is no other way: without this, it is refused.</p>`
      : html`<details class="others"><summary>${others.length === 1 ? 'One other way allows' : `${others.length} other ways allow`} it too; taking away the first changes nothing</summary>${others.map((each) => grant(each, status.request))}</details>`}
  </section>`;
}

function grant(each, asked) {
  return html`<article class="card grant"><p class="chain">${named(each.binding)} <span class="gives">gives</span> ${named(each.role)}, <span class="gives">whose rule says</span></p>${ruleView(each.rule, asked)}</article>`;
}

function misses(status, widening) {
  const [first, ...others] = status.nearest ?? [];
  if (!first) return html`<section><h2>What came nearest</h2><p class="hint">Nothing: no rule here speaks of this at all.</p></section>`;
  return html`<section aria-labelledby="near"><h2 id="near">What came nearest</h2>
    ${miss(first, status.request)}${widening}
    ${others.length === 0 ? nothing : html`<details class="others"><summary>${others.length === 1 ? 'One more that comes' : `${others.length} more that come`} near</summary>${others.map((each) => miss(each, status.request))}</details>`}
  </section>`;
}

function miss(each, asked) {
  const missed = new Set(each.differences.map((difference) => difference.kind));
  const elsewhere = missed.has('namespace') ? 'wrong' : '';
  const others = missed.has('subject') ? 'wrong' : '';
  return html`<article class="card miss">
    <p class="chain">${each.binding ? html`<span class=${`${elsewhere} ${others}`}>${named(each.binding)}</span> <span class="gives">gives</span> ` : nothing}${named(each.role)}, <span class="gives">whose rule says</span></p>
    ${ruleView(each.rule, asked, missed)}
    <ul class="differences">${each.differences.map((difference) => html`<li><bdi>${difference.detail}</bdi></li>`)}</ul>
  </article>`;
}

function problems(list) {
  if (!list?.length) return nothing;
  return html`<section aria-labelledby="odd"><h2 id="odd">What else is odd</h2><ul>${list.map((each) => html`<li><bdi>${each}</bdi></li>`)}</ul></section>`;
}
