// Which decisions are shown. All of it stands in the address.
import { html } from '../lib/lit-html.js';
import { targetOf } from './decision.js';

const VERDICTS = [['', 'all verdicts'], ['refused', 'refused only'], ['allowed', 'allowed only']];

/** The cluster's own parts, which ask all the time. Service accounts of people's namespaces are not among them. */
function ofTheCluster(user) {
  return user.startsWith('system:') && user !== 'system:anonymous'
    && (!user.startsWith('system:serviceaccount:') || user.startsWith('system:serviceaccount:kube-'));
}

export class DecisionFilter {
  user = '';
  verb = '';
  resource = '';
  verdict = '';
  cluster = false;
  #changed;

  /** @param {URLSearchParams} params @param {() => void} changed */
  constructor(params, changed) {
    this.#changed = changed;
    this.set(params);
  }

  /** @param {URLSearchParams} params */
  set(params) {
    for (const key of ['user', 'verb', 'resource', 'verdict']) this[key] = params.get(key) ?? '';
    this.cluster = params.get('cluster') === 'true';
  }

  params() {
    const { user, verb, resource, verdict } = this;
    return { user, verb, resource, verdict, cluster: this.cluster ? 'true' : '' };
  }

  /** @param {any} decision */
  test(decision) {
    if (decision.missed) return true;
    if (!this.cluster && this.user === '' && ofTheCluster(decision.user ?? '')) return false;
    if (this.verdict !== '' && (this.verdict === 'allowed') !== decision.allowed) return false;
    return within(this.user, decision.user) && within(this.verb, decision.verb)
      && within(this.resource, `${targetOf(decision)} ${decision.namespace ?? ''} ${decision.name ?? ''}`);
  }

  view() {
    return html`${this.#field('user', 'Who')}${this.#field('verb', 'Verb')}${this.#field('resource', 'Resource, namespace or name')}
      <select aria-label="Verdict" @change=${this.#take('verdict')}>${VERDICTS.map(([value, text]) => html`<option value=${value} ?selected=${value === this.verdict}>${text}</option>`)}</select>
      <label class="check"><input type="checkbox" .checked=${this.cluster} @change=${this.#own}> and the cluster’s own parts</label>`;
  }

  #field(key, label) {
    return html`<input type="search" id=${`live-${key}`} aria-label=${label} placeholder=${label} .value=${this[key]} @input=${this.#take(key)} spellcheck="false" autocapitalize="off">`;
  }

  #take = (key) => (event) => {
    this[key] = event.target.value;
    this.#changed();
  };

  #own = (event) => {
    this.cluster = event.target.checked;
    this.#changed();
  };
}

function within(part, text = '') {
  return part === '' || text.toLowerCase().includes(part.trim().toLowerCase());
}
