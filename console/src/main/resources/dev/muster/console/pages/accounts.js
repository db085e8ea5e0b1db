// Group managed service accounts of Windows: which credential specs there are, and who may use which.
import { html, nothing } from '../lib/lit-html.js';
import { ask } from '../api.js';
import { listAll } from '../parts/list-all.js';
import { empty, failure } from '../parts/notice.js';
import { named } from '../parts/rule.js';
import { address } from '../screens.js';
import { subjectQuery } from '../parts/subject.js';
import { Task } from '../parts/task.js';
import { update } from '../update.js';

const LIST = '/apis/windows.k8s.io/v1/gmsacredentialspecs';
const AT_A_TIME = 4;
const MOST = 200;

class AccountsScreen {
  task = new Task();
  /** @type {Map<string, any[] | Error>} */ users = new Map();
  #abort = new AbortController();

  constructor() {
    this.#look();
  }

  close() {
    this.#abort.abort();
    this.task.stop();
  }

  #look = () => this.task.run(async (signal) => {
    const { items } = await listAll(LIST, signal);
    items.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    const waiting = items.slice(0, MOST).map((spec) => spec.metadata.name);
    for (let i = 0; i < AT_A_TIME; i++) this.#askFor(waiting);
    return items;
  });

  async #askFor(waiting) {
    for (let name = waiting.shift(); name !== undefined && !this.#abort.signal.aborted; name = waiting.shift()) {
      const attributes = { verb: 'use', group: 'windows.k8s.io', version: 'v1', resource: 'gmsacredentialspecs', name };
      try {
        const status = await ask('WhoCan', { resourceAttributes: attributes, allNamespaces: true }, this.#abort.signal);
        this.users.set(name, status.subjects ?? []);
      } catch (e) {
        if (this.#abort.signal.aborted) return;
        this.users.set(name, e);
      }
      update();
    }
  }

  view() {
    return html`<h1>Windows accounts</h1>
      <p class="lead">Credential specs of group managed service accounts, and the service accounts whose pods may use them: those with the verb <code>use</code>.</p>
      ${this.#found()}`;
  }

  #found() {
    const { result, error, slow } = this.task;
    if (error?.kind === 'missing') return empty('No credential specs here', 'This server does not know the kind GMSACredentialSpec of windows.k8s.io.');
    if (error) return failure(error, { need: 'list gmsacredentialspecs.windows.k8s.io', retry: this.#look });
    if (!result) return slow ? html`<p class="hint" role="status">Reading the credential specs…</p>` : nothing;
    if (result.length === 0) return empty('No credential specs', html`There is no GMSACredentialSpec. <code>muster credspec</code> writes one.`);
    return result.map((spec) => this.#spec(spec));
  }

  #spec(spec) {
    const { accounts, domain } = accountsOf(spec);
    return html`<article class="card"><h2 class="name"><bdi>${spec.metadata.name}</bdi></h2>
      <p>${accounts.length === 0 ? 'It names no account' : html`Account <b><bdi>${accounts.join(', ')}</bdi></b>`}${domain ? html` of <bdi>${domain}</bdi>` : nothing}.</p>
      ${this.#usersOf(spec.metadata.name)}</article>`;
  }

  #usersOf(name) {
    const users = this.users.get(name);
    if (users === undefined) return html`<p class="hint">Who may use it was not asked yet.</p>`;
    if (users instanceof Error) return html`<p class="notice">Who may use it cannot be told: <bdi>${users.message}</bdi></p>`;
    if (users.length === 0) return html`<p class="hint">No binding lets anybody use it.</p>`;
    const first = users.filter((each) => each.kind === 'ServiceAccount');
    const others = users.filter((each) => each.kind !== 'ServiceAccount');
    return html`<ul class="by">${[...first, ...others].map((each) => html`<li><span class="kind">${each.kind}</span>
      <a href=${address('ask', { ...subjectQuery(each), verb: 'use', resource: 'gmsacredentialspecs.windows.k8s.io', name, namespace: each.grants?.[0]?.binding?.namespace })}><bdi>${each.namespace ? `${each.namespace}/` : ''}${each.name}</bdi></a>
      ${each.grants?.[0]?.binding ? html` by ${named(each.grants[0].binding)}` : nothing}</li>`)}</ul>`;
  }
}

function accountsOf(spec) {
  const directory = spec.credspec?.ActiveDirectoryConfig ?? {};
  return {
    accounts: [...new Set((directory.GroupManagedServiceAccounts ?? []).map((account) => String(account.Name ?? '')))].filter((each) => each !== ''),
    domain: spec.credspec?.DomainJoinConfig?.DnsName ?? '',
  };
}

export default {
  path: 'accounts',
  title: 'Windows accounts',
  hint: 'Which service accounts may use which credential spec',
  open: () => new AccountsScreen(),
};
