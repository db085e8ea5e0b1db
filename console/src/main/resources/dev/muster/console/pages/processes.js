// Who the processes of all pods really are: nodes, pods, containers, and the numbers of each.
import { html, nothing } from '../lib/lit-html.js';
import { listAll } from '../parts/list-all.js';
import { empty, failure } from '../parts/notice.js';
import { podProcesses } from '../parts/pod-processes.js';
import { mismatch, processes } from '../parts/process.js';
import { Task } from '../parts/task.js';
import { address } from '../screens.js';
import { update } from '../update.js';

const STEP = 50;
const ONLY = [['', 'all pods'], ['differs', 'those that differ'], ['loses', 'those that lose groups under Strict']];

class ProcessesScreen {
  task = new Task();
  filter = '';
  only = '';
  shown = STEP;
  /** all were read once, and are shown until all are read again */ #whole = false;

  constructor(params) {
    this.#take(params);
    this.#look();
  }

  params(params) {
    this.#take(params);
    update();
  }

  #take(params) {
    this.filter = params.get('pod') ?? '';
    this.only = ONLY.some(([value]) => value === params.get('only')) ? params.get('only') : '';
    this.shown = STEP;
  }

  close() {
    this.task.stop();
  }

  #look = () => this.task.run(async (signal, show) => {
    const pods = [];
    const page = (items) => {
      pods.push(...items.map(summary));
      if (!this.#whole) show({ left: true, pods: pods.toSorted(byUrgency) });
    };
    const { items, left } = await listAll('/api/v1/pods', signal, { page });
    this.#whole = true;
    return { left, pods: [...pods, ...items.slice(pods.length).map(summary)].sort(byUrgency) };
  });

  #filtered = (event) => this.#show(event.target.value, this.only);

  #chosen = (event) => this.#show(this.filter, event.target.value);

  /** What is looked for stands in the address. */
  #show(filter, only) {
    this.filter = filter;
    this.only = only;
    this.shown = STEP;
    history.replaceState(null, '', address('processes', { pod: filter, only }));
    update();
  }

  #more = () => {
    this.shown += STEP * 4;
    update();
  };

  view() {
    return html`<h1>Processes</h1>
      <p class="lead">The uid, gid and groups of every live process, beside what its pod asks for. Each number says where it comes from; what differs stands first.</p>
      ${this.#found()}`;
  }

  #found() {
    const { result, error, slow, running } = this.task;
    if (error) return failure(error, { need: 'list pods', retry: this.#look });
    if (!result) return slow ? html`<p class="hint" role="status">Reading the pods…</p>` : nothing;
    if (result.pods.length === 0) return empty('No pods', 'Nothing runs in this cluster yet.');
    const chosen = result.pods.filter((each) => this.#wanted(each));
    return html`${this.#summary(result, running && !this.#whole)}
      <div class="row tools">
        <input type="search" id="process-filter" aria-label="Only pods, namespaces, images or nodes with" placeholder="pod, namespace, image or node" .value=${this.filter} @input=${this.#filtered}>
        <select aria-label="Which pods" @change=${this.#chosen}>${ONLY.map(([value, text]) => html`<option value=${value} ?selected=${value === this.only}>${text}</option>`)}</select>
        <button type="button" @click=${this.#look}>Look again</button></div>
      ${chosen.length === 0 ? empty('None of these', 'No pod is like what you look for.') : this.#nodes(chosen.slice(0, this.shown))}
      ${chosen.length > this.shown ? html`<p><button type="button" @click=${this.#more}>${(chosen.length - this.shown).toLocaleString('en')} more pods</button></p>` : nothing}`;
  }

  #summary({ pods, left }, reading) {
    const differ = pods.filter((each) => each.differs).length;
    const lose = pods.filter((each) => each.loses).length;
    return html`<p class=${`summary ${reading ? 'reading' : ''}`} role="status"><b>${pods.length.toLocaleString('en')}</b> pods${reading ? ' so far, the others are being read' : left ? ' (there are more)' : ''}.
      ${differ === 0 ? (reading ? nothing : 'No process differs from what its pod asks for.') : html`<b class="bad">${differ.toLocaleString('en')}</b> ${differ === 1 ? 'has' : 'have'} a process that is not who it should be.`}
      ${lose === 0 ? nothing : html`<b>${lose.toLocaleString('en')}</b> would lose groups under <code>supplementalGroupsPolicy: Strict</code>.`}</p>`;
  }

  #wanted(each) {
    if (this.only !== '' && !each[this.only]) return false;
    return each.words.includes(this.filter.trim().toLowerCase());
  }

  #nodes(pods) {
    const nodes = Map.groupBy(pods, (each) => each.node);
    return [...nodes].map(([node, own]) => html`<section><h2>${node === '' ? 'On no node yet' : html`<bdi>${node}</bdi>`}</h2>${own.map(podProcesses)}</section>`);
  }
}

function summary(pod) {
  const all = processes(pod);
  return {
    pod,
    node: pod.spec?.nodeName ?? '',
    processes: all,
    mismatch: mismatch(pod),
    differs: all.some((each) => each.differs) || mismatch(pod) !== '',
    loses: all.some((each) => each.loses.length > 0),
    words: [pod.metadata.namespace, pod.metadata.name, pod.spec?.nodeName ?? '', ...all.map((each) => each.image)].join(' ').toLowerCase(),
  };
}

function byUrgency(a, b) {
  return Number(b.differs) - Number(a.differs) || Number(b.loses) - Number(a.loses)
    || compare(a.pod.metadata.namespace, b.pod.metadata.namespace) || compare(a.pod.metadata.name, b.pod.metadata.name);
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

export default {
  path: 'processes',
  title: 'Processes',
  hint: 'The uid, gid and groups of every live process',
  open: (params) => new ProcessesScreen(params),
};
