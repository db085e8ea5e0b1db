// What would make a refusal an allowance: the smallest grant, or a place in a binding that is there, each as a diff.
import { html, nothing } from '../lib/lit-html.js';
import { address } from '../screens.js';
import { copyButton } from './copy.js';
import { named } from './rule.js';
import { yaml, yamlLines } from './yaml.js';

/** @param {any} status of an explanation that refuses */
export function fixes(status) {
  const grant = status.smallestGrant ?? [];
  const others = status.fixes ?? [];
  if (grant.length === 0 && others.length === 0) return nothing;
  return html`<section aria-labelledby="fix"><h2 id="fix">What would allow it</h2>
    ${grant.length > 0 ? smallest(grant) : nothing}
    ${others.map((fix) => existing(fix, status.request?.user ?? ''))}</section>`;
}

function smallest(grant) {
  const subjects = grant.flatMap((each) => each.subjects ?? []);
  const text = yaml(grant);
  return html`<article class="card fix">
    <header><h3>Just this, and nothing else</h3><span class="row">${copyButton('Copy YAML', () => text)}<a href=${address('what-if', { manifest: text })}>Try it in What if</a></span></header>
    <pre class="diff" tabindex="0" aria-label="What is added">${text.trimEnd().split('\n').map((line) => html`<ins>${line === '---' ? '---' : `+ ${line}`}\n</ins>`)}</pre>
    <p class="gain">${gain(subjects)}</p>
  </article>`;
}

/** A role whole, by a binding that is there. */
function existing(fix, user) {
  const added = fix.addToBinding !== undefined;
  return html`<article class="card fix">
    <header><h3>${added ? html`Add <bdi>${fix.addToBinding}</bdi> to a binding that is there` : html`Make them a member of <bdi>${fix.joinGroup}</bdi>`}</h3></header>
    <p>${named(fix.binding)} gives ${named(fix.role)}, the whole of it: this may be more than was asked for.</p>
    ${added ? html`<pre class="diff" tabindex="0" aria-label="What changes in the binding">${[
      `  kind: ${fix.binding.kind}`,
      ...yamlLines({ metadata: { name: fix.binding.name, ...(fix.binding.namespace ? { namespace: fix.binding.namespace } : {}) } }, '  '),
      '  subjects:',
    ].map((line) => html`${line}\n`)}${yamlLines([subjectOf(fix.addToBinding)]).map((line) => html`<ins>+ ${line}\n</ins>`)}</pre>` : nothing}
    <p class="gain">${added ? gain([subjectOf(fix.addToBinding)]) : html`Who gains: <b><bdi>${user}</bdi></b>, and whatever else is given to <b><bdi>${fix.joinGroup}</bdi></b> with it.`}</p>
  </article>`;
}

/** How a binding names a user. @param {string} name */
function subjectOf(name) {
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  return account ? { kind: 'ServiceAccount', name: account[2], namespace: account[1] } : { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name };
}

/** Who gains, all of them. @param {{kind: string, name: string, namespace?: string}[]} subjects */
function gain(subjects) {
  const word = (each) => {
    const name = html`<b><bdi>${each.namespace ? `${each.namespace}/` : ''}${each.name}</bdi></b>`;
    return each.kind === 'Group' ? html`every member of ${name}` : each.kind === 'ServiceAccount' ? html`${name} and every pod that runs as it` : name;
  };
  const alone = subjects.length === 1 && subjects[0].kind !== 'Group';
  return html`Who gains: ${subjects.map((each, i) => html`${i > 0 ? ', ' : ''}${word(each)}`)}${alone ? ', and nobody else' : nothing}.`;
}
