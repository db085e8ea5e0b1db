// A pod that is pasted in: what the server would make of it, without making it. Whoever is signed in is its creator.
import { html, nothing } from '../lib/lit-html.js';
import { send } from '../api.js';
import { judged, refusals, securitySettings } from './pod-verdict.js';
import { failure } from './notice.js';
import { Task } from './task.js';

const EXAMPLE = `apiVersion: v1
kind: Pod
metadata: {name: trial}
spec:
  containers:
  - name: main
    image: registry.example/app:1
    securityContext: {privileged: true}
`;

export class PodTrial {
  text = EXAMPLE;
  namespace = 'default';
  task = new Task();

  close() {
    this.task.stop();
  }

  #submit = (event) => {
    event.preventDefault();
    const { manifest, namespace } = event.target.elements;
    this.text = manifest.value;
    this.namespace = namespace.value.trim() || 'default';
    const path = `/api/v1/namespaces/${encodeURIComponent(this.namespace)}/pods?dryRun=All&fieldManager=console`;
    this.task.run(async (signal) => {
      try {
        return { pod: await (await send('POST', path, { body: this.text, type: 'application/yaml', signal })).json() };
      } catch (e) {
        if (!judged(e)) throw e;
        return { fields: refusals(e.causes), message: e.message };
      }
    });
  };

  view() {
    return html`<section aria-labelledby="trial"><h2 id="trial">What would they say of this pod?</h2>
      <p class="hint">Nothing is created: the server judges the pod as if you did, by all its admission plugins, and tells.</p>
      <form @submit=${this.#submit}>
        <p class="row"><label for="trial-namespace">In namespace</label><input id="trial-namespace" name="namespace" .value=${this.namespace} spellcheck="false" autocapitalize="off"></p>
        <label for="trial-pod" class="hidden-text">The pod, in YAML or JSON</label>
        <textarea id="trial-pod" name="manifest" rows="10" spellcheck="false" .value=${this.text}></textarea>
        <p><button type="submit" class="primary">Judge it</button></p></form>
      ${this.#verdict()}</section>`;
  }

  #verdict() {
    const { result, error, slow } = this.task;
    if (slow) return html`<p class="hint" role="status">The server judges…</p>`;
    if (error) return failure(error, { need: 'create pods' });
    if (!result) return nothing;
    return result.pod ? admitted(result.pod) : refused(result);
  }
}

function admitted(pod) {
  const by = pod.metadata?.annotations?.['kubernetes.io/psp'];
  const fields = securitySettings(pod);
  return html`<div class="card" role="status"><h3><span class="pill yes">admitted</span> ${by ? html`by <bdi>${by}</bdi>` : 'and no pod security policy had a say'}</h3>
    <p class="hint">What its security settings would be:</p>
    <dl class="rule">${fields.map(([field, value]) => html`<div><dt>${field}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl></div>`;
}

function refused({ fields, message }) {
  const words = html`<p class="said"><bdi>${message}</bdi></p>`;
  return html`<div class="card" role="status"><h3><span class="pill danger">refused</span></h3>
    ${fields.length === 0 ? words : html`<div class="frame" tabindex="0"><table><thead><tr><th scope="col">Field</th><th scope="col">Policy</th><th scope="col">Why not</th></tr></thead>
      <tbody>${fields.map(({ field, policy, why }) => html`<tr><th scope="row" class="mono"><bdi>${field}</bdi></th><td><bdi>${policy}</bdi></td><td><bdi>${why}</bdi></td></tr>`)}</tbody></table></div>
    <details><summary>In the server’s words</summary>${words}</details>`}</div>`;
}
