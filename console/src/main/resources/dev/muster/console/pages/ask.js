// May somebody do something, and why, or why not?
import { html, nothing } from '../lib/lit-html.js';
import { ask } from '../api.js';
import { address, go } from '../screens.js';
import { copiedNote, copyable, copyButton } from '../parts/copy.js';
import { explanation } from '../parts/explanation.js';
import { known } from '../parts/known.js';
import { failure, notes } from '../parts/notice.js';
import { canICommand, complete, explanationSpec, paramsOf, whyCommand, wordsOf } from '../parts/question.js';
import { Sentence } from '../parts/sentence.js';
import { Task } from '../parts/task.js';
import { Widening } from '../parts/widening.js';

const EXAMPLES = [
  ['May I create pods in default?', { verb: 'create', resource: 'pods', namespace: 'default' }],
  ['May system:anonymous get /healthz?', { user: 'system:anonymous', group: ['system:unauthenticated'], verb: 'get', resource: '/healthz' }],
  ['May the service account default:default list secrets everywhere?', { user: 'system:serviceaccount:default:default', group: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'], verb: 'list', resource: 'secrets' }],
];

const WRITES = ['create', 'update'];

class AskScreen {
  sentence = new Sentence();
  task = new Task();
  /** @type {Widening | null} */ widening = null;
  /** what would be written, as it was pasted; never in an address */ object = '';
  /** @type {import('../parts/question.js').Words} what the answer is to */ asked = wordsOf(new URLSearchParams());

  constructor(params) {
    this.params(params);
  }

  params(params) {
    this.asked = wordsOf(params);
    this.sentence.set(this.asked);
    if (complete(this.asked)) this.#ask();
    else this.task.clear();
  }

  close() {
    this.task.stop();
    this.widening?.close();
  }

  #ask = () => {
    const words = this.asked;
    const written = WRITES.includes(words.verb) && this.object.trim() !== '' ? { manifest: this.object } : {};
    this.task.run(async (signal) => {
      await known().loadResources();
      const status = await ask('AccessExplanation', { ...explanationSpec(words, known()), ...written }, signal);
      this.widening?.close();
      this.widening = status.allowed === false ? new Widening(status) : null;
      return status;
    });
  };

  #submit = (event) => {
    event.preventDefault();
    const words = this.sentence.words();
    if (complete(words)) go('ask', paramsOf(words));
    else document.getElementById(words.verb === '' ? 'verb' : 'resource')?.focus();
  };

  view() {
    return html`<h1 class="hidden-text">Ask</h1>
      <form class="ask" @submit=${this.#submit} role="search" aria-label="Ask whether somebody may do something">
        <p class="sentence">May ${this.sentence.subject()}${this.sentence.deed()}<span aria-hidden="true">?</span></p>
        ${WRITES.includes(this.sentence.verb.value) ? this.#written() : nothing}
        <p class="row"><button type="submit" class="primary">Ask</button>
          <span class="hint">${this.asked.revision ? html`As of revision <b>${this.asked.revision}</b>. <a href=${address('ask', paramsOf({ ...this.asked, revision: '' }))}>Ask what holds now</a>`
            : html`<kbd>/</kbd> begins, <kbd>Tab</kbd> goes on, <kbd>Enter</kbd> asks`}</span></p>
      </form>
      ${this.#answer()}`;
  }

  /** Admission and the identity of processes depend on what is written. */
  #written() {
    return html`<details class="written" ?open=${this.object !== ''}><summary>with an object, to hear what admission says and who its processes would be</summary>
      <label for="object" class="hidden-text">The object, as YAML or JSON</label>
      <textarea id="object" rows="8" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="Paste it as YAML or JSON. Nothing is stored." .value=${this.object}
        @input=${(event) => (this.object = event.target.value)}></textarea></details>`;
  }

  #answer() {
    const { result, error, slow, running } = this.task;
    if (slow) return html`<p class="hint" role="status">The server thinks about it…</p>`;
    if (error) return failure(error, { need: 'create accessexplanations.access.muster.dev', retry: this.#ask });
    if (!result) return running ? nothing : this.#examples();
    return html`<div class=${running ? 'stale' : ''}>${explanation(result, this.asked, this.widening?.view())}${notes(result.notes)}${this.#take(result)}</div>`;
  }

  #take(result) {
    return html`<section aria-labelledby="take"><h2 id="take">Take it along</h2>
      ${copyable(whyCommand(this.asked), 'the muster why command')}
      ${copyable(canICommand(this.asked), 'the kubectl command')}
      <p class="row">${copyButton('Copy this address', () => location.href)}
        ${result.revision ? html`<a href=${address('ask', paramsOf({ ...this.asked, revision: result.revision }))}>This answer, as of revision ${result.revision}</a>` : nothing}</p>
      ${copiedNote()}</section>`;
  }

  #examples() {
    return html`<div class="empty"><h2>Begin with a question</h2>
      <p>Fill in the sentence. Leave out who to ask about yourself, and the name or namespace to ask about all of them. Or try one of these:</p>
      <ul class="examples">${EXAMPLES.map(([text, params]) => html`<li><a href=${address('ask', params)}>${text}</a></li>`)}</ul></div>`;
  }
}

export default {
  path: 'ask',
  title: 'Ask',
  hint: 'May somebody do something, and why',
  open: (params) => new AskScreen(params),
};
