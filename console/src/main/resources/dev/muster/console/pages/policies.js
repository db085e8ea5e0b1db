// Pod security policies: in which order they are asked, which pods each admitted, and what they say of a pod that is pasted.
import { html, nothing } from '../lib/lit-html.js';
import { get } from '../api.js';
import { listAll } from '../parts/list-all.js';
import { empty, failure } from '../parts/notice.js';
import { PodTrial } from '../parts/pod-trial.js';
import { policyFields } from '../parts/policy-fields.js';
import { Task } from '../parts/task.js';

const LIST = '/apis/policy/v1beta1/podsecuritypolicies';
const ANNOTATION = 'kubernetes.io/psp';
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const MOST_PODS = 20;

class PoliciesScreen {
  task = new Task();
  trial = new PodTrial();

  constructor() {
    this.#look();
  }

  close() {
    this.task.stop();
    this.trial.close();
  }

  #look = () => this.task.run(async (signal, show) => {
    const policies = (await get(LIST, { signal })).items ?? [];
    policies.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    if (!this.task.result) show({ policies, admitted: null, note: '' });
    try {
      const { items } = await listAll('/api/v1/pods', signal, { accept: METADATA });
      return { policies, admitted: Map.groupBy(items, (pod) => pod.metadata.annotations?.[ANNOTATION] ?? ''), note: '' };
    } catch (e) {
      if (signal.aborted) throw e;
      return { policies, admitted: null, note: e.message };
    }
  });

  view() {
    return html`<h1>Policies</h1>
      <p class="lead">Pod security policies. Of those that a pod’s creator or its service account may use, the first by name that takes the pod as it is admits it; if none does, the first by name that takes it after changes.</p>
      ${this.#found()}`;
  }

  #found() {
    const { result, error, slow } = this.task;
    if (error?.kind === 'missing') return empty('No pod security policies here', 'This server does not know the kind: Kubernetes took it out with version 1.25.');
    if (error) return failure(error, { need: 'list podsecuritypolicies.policy', retry: this.#look });
    if (!result) return slow ? html`<p class="hint" role="status">Reading the policies…</p>` : nothing;
    return html`${result.policies.length === 0 ? empty('No policy', 'No pod security policy is there. Where the admission plugin is on, no pod is admitted then.') : nothing}
      ${result.note ? html`<p class="notice">Which pods they admitted cannot be told: <bdi>${result.note}</bdi></p>` : nothing}
      <ol class="policies">${result.policies.map((policy) => this.#policy(policy, result.admitted?.get(policy.metadata.name) ?? (result.admitted ? [] : null), result.note))}</ol>
      ${this.trial.view()}`;
  }

  #policy(policy, pods, note) {
    return html`<li class="card"><h2 class="name"><bdi>${policy.metadata.name}</bdi> ${policy.spec?.privileged ? html`<span class="pill danger">privileged</span>` : nothing}</h2>
      <dl class="rule">${policyFields(policy.spec ?? {}).map(([field, value]) => html`<div><dt>${field}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
      ${pods === null ? (note ? nothing : html`<p class="hint">Which pods it admitted is being read.</p>`) : pods.length === 0 ? html`<p class="hint">It admitted no pod that is there now.</p>`
        : html`<details><summary>It admitted <span class="count">${pods.length.toLocaleString('en')}</span></summary><ul class="numbers">${pods.slice(0, MOST_PODS).map((pod) => html`<li><bdi>${pod.metadata.namespace}</bdi>/<bdi>${pod.metadata.name}</bdi></li>`)}
          ${pods.length > MOST_PODS ? html`<li class="hint">and ${(pods.length - MOST_PODS).toLocaleString('en')} more</li>` : nothing}</ul></details>`}</li>`;
  }
}

export default {
  path: 'policies',
  title: 'Policies',
  hint: 'Pod security policies, and what they say of a pod',
  open: () => new PoliciesScreen(),
};
