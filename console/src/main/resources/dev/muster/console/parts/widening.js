// The other way to allow what was refused: to put the missing word into the rule that came nearest. The server says who else would gain.
import { html, nothing } from '../lib/lit-html.js';
import { ask, get } from '../api.js';
import { address } from '../screens.js';
import { copyButton } from './copy.js';
import { named } from './rule.js';
import { Task } from './task.js';
import { scalar, yaml } from './yaml.js';

const FIELDS = { verb: 'verbs', resource: 'resources', api_group: 'apiGroups', name: 'resourceNames', url: 'nonResourceURLs' };
const MOST = 12;

/** What is missing, and where; nothing if it is not one word of one rule that is theirs to change. @param {any} status of a refusal */
function missing(status) {
  const miss = status.nearest?.[0];
  if (!miss?.binding || miss.role.builtIn || miss.differences.length !== 1) return null;
  const field = FIELDS[miss.differences[0].kind];
  const { verb, resource, subresource, apiGroup, name, path } = status.request;
  const word = { verbs: verb, resources: subresource ? `${resource}/${subresource}` : resource, apiGroups: apiGroup ?? '', resourceNames: name, nonResourceURLs: path }[field];
  return field && word !== undefined ? { role: miss.role, rule: miss.rule, field, word } : null;
}

export class Widening {
  task = new Task();

  /** @param {any} status of a refusal */
  constructor(status) {
    this.missing = missing(status);
    if (this.missing) this.task.run((signal) => this.#ask(signal));
  }

  close() {
    this.task.stop();
  }

  async #ask(signal) {
    const { role, rule, field, word } = this.missing;
    const place = role.namespace ? `namespaces/${encodeURIComponent(role.namespace)}/roles` : 'clusterroles';
    const whole = await get(`/apis/rbac.authorization.k8s.io/v1/${place}/${encodeURIComponent(role.name)}`, { signal });
    const at = (whole.rules ?? []).findIndex((each) => same(each, rule));
    if (at < 0 || whole.aggregationRule) return null; // another's rules, which a controller puts there anew
    const { name, namespace, labels } = whole.metadata;
    const changed = {
      apiVersion: whole.apiVersion,
      kind: whole.kind,
      metadata: { name, ...(namespace ? { namespace } : {}), ...(labels ? { labels } : {}) },
      rules: whole.rules.with(at, { ...whole.rules[at], [field]: [...(rule[field] ?? []), word] }),
    };
    const answer = await ask('AccessChange', { objects: [changed] }, signal);
    return { changed, gainers: (answer.changes ?? []).filter((each) => each.gains?.length) };
  }

  view() {
    const result = this.task.result;
    if (!this.missing || !result) return nothing;
    const { role, rule, field, word } = this.missing;
    const line = (words) => `${field}: [${words.map(scalar).join(', ')}]`;
    const text = yaml([result.changed]);
    return html`<article class="card fix">
      <header><h3>One word more in ${named(role)}</h3><span class="row">${copyButton('Copy YAML', () => text)}<a href=${address('what-if', { manifest: text })}>Try it in What if</a></span></header>
      <pre class="diff" tabindex="0" aria-label="What changes in the rule"><del>- ${line(rule[field] ?? [])}\n</del><ins>+ ${line([...(rule[field] ?? []), word])}</ins></pre>
      <p class="gain">${gainersOf(result.gainers)}</p>
    </article>`;
  }
}

function same(a, b) {
  return Object.values(FIELDS).every((field) => (a[field] ?? []).join('\n') === (b[field] ?? []).join('\n') && (a[field] ?? []).length === (b[field] ?? []).length);
}

function gainersOf(list) {
  if (list.length === 0) return 'Nobody would gain by it.';
  const name = (each) => html`${each.kind === 'Group' ? 'every member of ' : ''}<b><bdi>${each.namespace ? `${each.namespace}/` : ''}${each.name}</bdi></b>`;
  return html`Who gains: ${list.slice(0, MOST).map((each, i) => html`${i > 0 ? ', ' : ''}${name(each)}`)}${list.length > MOST ? ` and ${list.length - MOST} more` : nothing}.`;
}
