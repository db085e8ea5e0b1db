// All that somebody may do, where, and what of it is dangerous.
import { html, nothing } from '../lib/lit-html.js';
import { ask } from '../api.js';
import { address, go } from '../screens.js';
import { copyable } from '../parts/copy.js';
import { sentenceOf } from '../parts/dangers.js';
import { escalations } from '../parts/escalations.js';
import { matrixOf } from '../parts/matrix.js';
import { MatrixView } from '../parts/matrix-view.js';
import { empty, failure, leftOut, notes } from '../parts/notice.js';
import { canCommand, wordsOf } from '../parts/question.js';
import { Sentence } from '../parts/sentence.js';
import { Task } from '../parts/task.js';

class CanScreen {
  sentence = new Sentence();
  task = new Task();
  words = wordsOf(new URLSearchParams());
  /** @type {MatrixView | null} */ matrix = null;

  constructor(params) {
    this.params(params);
  }

  params(params) {
    this.words = wordsOf(params);
    this.sentence.set(this.words);
    this.#ask();
  }

  close() {
    this.task.stop();
  }

  #ask = () => {
    const { user, groups } = this.words;
    const spec = { ...(user === '' ? {} : { user }), ...(groups.length === 0 ? {} : { groups }) };
    this.task.run(async (signal) => {
      const status = await ask('SubjectAccess', spec, signal);
      this.matrix = new MatrixView(matrixOf(status.rights ?? []), this.#question);
      return status;
    });
  };

  #question = (row, cell, namespace) => {
    const verb = [...cell.dangerous][0] ?? [...cell.verbs][0];
    const { user, groups } = this.words;
    return address('ask', { user, group: groups, verb, resource: row.group === '' ? row.resource : `${row.resource}.${row.group}`, namespace });
  };

  #submit = (event) => {
    event.preventDefault();
    const { user, groups } = this.sentence.words();
    go('can', { user, group: groups });
  };

  view() {
    return html`<h1 class="hidden-text">What somebody can do</h1>
      <form class="ask" @submit=${this.#submit} role="search" aria-label="Ask what somebody can do">
        <p class="sentence">What can ${this.sentence.subject()}do<span aria-hidden="true">?</span></p>
        <p><button type="submit" class="primary">Show</button></p>
      </form>${this.#answer()}`;
  }

  #answer() {
    const { result, error, slow, running } = this.task;
    if (slow) return html`<p class="hint" role="status">The server counts…</p>`;
    if (error) return failure(error, { need: 'create subjectaccesses.access.muster.dev', retry: this.#ask });
    if (!result || !this.matrix) return nothing;
    const rights = result.rights ?? [];
    if (rights.length === 0) return empty('Nothing at all', 'No role is bound to them, not even the ones that everybody who is signed in has. Did you name their groups?');
    return html`<div class=${running ? 'stale' : ''}>${leftOut(result.remaining)}${this.#summary(rights)}${escalations(result.escalationPaths)}
      ${this.matrix.matrix.rows.length === 0 ? nothing : html`<h2>Namespaces and resources</h2>
        <p class="hint">What counts everywhere counts in each namespace too. A cell opens to what gives it.</p>${this.matrix.view()}`}
      ${this.#urls()}${notes(result.notes)}${this.#take()}</div>`;
  }

  #summary(rights) {
    const dangers = [...new Set(rights.flatMap((right) => right.dangers))];
    const sentences = [...new Set(dangers.map(sentenceOf))];
    const bindings = new Set(rights.map((right) => `${right.binding.kind}/${right.binding.namespace ?? ''}/${right.binding.name}`)).size;
    const places = new Set(rights.map((right) => right.namespace ?? '')).size;
    return html`<p class="summary" role="status"><b>${rights.length.toLocaleString('en')}</b> ${rights.length === 1 ? 'right' : 'rights'} by <b>${bindings.toLocaleString('en')}</b> ${bindings === 1 ? 'binding' : 'bindings'} in <b>${places.toLocaleString('en')}</b> ${places === 1 ? 'place' : 'places'}.</p>
      ${sentences.length === 0 ? html`<p class="hint">Nothing of it is known to be dangerous.</p>` : html`<p class="row">${sentences.map((each) => html`<span class="pill danger">${each}</span>`)}</p>`}`;
  }

  #urls() {
    const urls = this.matrix?.matrix.urls ?? [];
    if (urls.length === 0) return nothing;
    const byUrl = new Map();
    for (const { url, verbs } of urls) byUrl.set(url, new Set([...(byUrl.get(url) ?? []), ...verbs]));
    return html`<h2>Paths</h2><ul class="paths">${[...byUrl].sort().map(([url, verbs]) => html`<li><code><bdi>${url}</bdi></code> <span class="hint">${[...verbs].join(', ')}</span></li>`)}</ul>`;
  }

  #take() {
    return html`<h2>Take it along</h2>${copyable(canCommand(this.words), 'the muster can command')}`;
  }
}

export default {
  path: 'can',
  title: 'What can X',
  hint: 'All that somebody may do',
  open: (params) => new CanScreen(params),
};
