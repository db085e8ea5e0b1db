// Everybody who may do something, and by what.
import { html, nothing } from '../lib/lit-html.js';
import { ask } from '../api.js';
import { address, go } from '../screens.js';
import { copyable } from '../parts/copy.js';
import { known } from '../parts/known.js';
import { empty, failure, leftOut, notes } from '../parts/notice.js';
import { attributesOf, complete, isPath, whoCanCommand, wordsOf } from '../parts/question.js';
import { named } from '../parts/rule.js';
import { Sentence } from '../parts/sentence.js';
import { subjectQuery } from '../parts/subject.js';
import { Task } from '../parts/task.js';
import { update } from '../update.js';

const KINDS = [['User', 'Users'], ['Group', 'Groups'], ['ServiceAccount', 'Service accounts']];
const STEP = 100;

class WhoCanScreen {
  sentence = new Sentence();
  task = new Task();
  words = wordsOf(new URLSearchParams());
  everywhere = false;
  filter = '';
  shown = STEP;

  constructor(params) {
    this.params(params);
  }

  params(params) {
    this.words = wordsOf(params);
    this.everywhere = params.get('all') === 'true';
    this.shown = STEP;
    this.sentence.set(this.words);
    if (complete(this.words)) this.#ask();
    else this.task.clear();
  }

  close() {
    this.task.stop();
  }

  #ask = () => {
    const words = this.words;
    const everywhere = this.everywhere;
    this.task.run(async (signal) => {
      await known().loadResources();
      return ask('WhoCan', { ...attributesOf(words, known()), ...(everywhere ? { allNamespaces: true } : {}) }, signal);
    });
  };

  #submit = (event) => {
    event.preventDefault();
    const { verb, target, name, namespace } = this.sentence.words();
    const all = event.target.elements.all?.checked && namespace === '' ? 'true' : '';
    if (complete({ verb, target })) go('who-can', { verb, resource: target, name, namespace, all });
    else document.getElementById(verb === '' ? 'verb' : 'resource')?.focus();
  };

  view() {
    return html`<h1 class="hidden-text">Who can</h1>
      <form class="ask" @submit=${this.#submit} role="search" aria-label="Ask who may do something">
        <p class="sentence">Who can ${this.sentence.deed()}<span aria-hidden="true">?</span></p>
        <p class="row"><button type="submit" class="primary">Show</button>
          ${this.sentence.namespace.value === '' && !isPath(this.sentence.target.value)
            ? html`<label class="check"><input type="checkbox" name="all" .checked=${this.everywhere}> or only in some namespace</label>` : nothing}</p>
      </form>${this.#answer()}`;
  }

  #answer() {
    const { result, error, slow, running } = this.task;
    if (slow) return html`<p class="hint" role="status">The server counts…</p>`;
    if (error) return failure(error, { need: 'create whocans.access.muster.dev', retry: this.#ask });
    if (!result) return running ? nothing : empty('Everybody who may', 'Name a verb and a resource, such as get secrets or create pods/exec.');
    const subjects = result.subjects ?? [];
    if (subjects.length === 0) return empty('Nobody', 'No binding gives this to anybody. Members of system:masters may do it nevertheless: the server asks no role for them.');
    return html`<div class=${running ? 'stale' : ''}>${leftOut(result.remaining)}${this.#list(subjects)}${notes(result.notes)}${this.#take()}</div>`;
  }

  #list(subjects) {
    const wanted = this.filter.trim().toLowerCase();
    const matching = wanted === '' ? subjects : subjects.filter((each) => `${each.namespace ?? ''}/${each.name}`.toLowerCase().includes(wanted));
    return html`<p class="summary" role="status"><b>${subjects.length.toLocaleString('en')}</b> ${subjects.length === 1 ? 'subject' : 'subjects'}${matching.length === subjects.length ? '' : `, ${matching.length.toLocaleString('en')} shown`}.</p>
      ${subjects.length > 8 ? html`<input type="search" aria-label="Only those with" placeholder="name" .value=${this.filter} @input=${this.#filtered}>` : nothing}
      ${KINDS.map(([kind, title]) => this.#kind(title, matching.filter((each) => each.kind === kind)))}
      ${this.#kind('Others', matching.filter((each) => !KINDS.some(([kind]) => kind === each.kind)))}`;
  }

  #kind(title, subjects) {
    if (subjects.length === 0) return nothing;
    return html`<h2>${title} <span class="count">${subjects.length.toLocaleString('en')}</span></h2>
      <ul class="subjects">${subjects.slice(0, this.shown).map((each) => this.#subject(each))}</ul>
      ${subjects.length > this.shown ? html`<p><button type="button" @click=${this.#more}>${(subjects.length - this.shown).toLocaleString('en')} more</button></p>` : nothing}`;
  }

  #subject(each) {
    const who = subjectQuery(each);
    const { verb, target, name, namespace } = this.words;
    return html`<li class="card subject"><div class="row"><b><bdi>${each.namespace ? `${each.namespace}/` : ''}${each.name}</bdi></b>
        <span class="links"><a href=${address('ask', { ...who, verb, resource: target, name, namespace })}>Why</a> <a href=${address('can', who)}>What else</a></span></div>
      <ul class="by">${(each.grants ?? []).slice(0, 5).map((grant) => html`<li>${named(grant.binding)} <span class="gives">gives</span> ${named(grant.role)}</li>`)}
        ${(each.grants ?? []).length > 5 ? html`<li class="hint">and ${each.grants.length - 5} more</li>` : nothing}</ul></li>`;
  }

  #take() {
    return html`<h2>Take it along</h2>${copyable(whoCanCommand(this.words), 'the muster who-can command')}`;
  }

  #filtered = (event) => {
    this.filter = event.target.value;
    this.shown = STEP;
    update();
  };

  #more = () => {
    this.shown += STEP * 5;
    update();
  };
}

export default {
  path: 'who-can',
  title: 'Who can',
  hint: 'Everybody who may do something',
  open: (params) => new WhoCanScreen(params),
};
