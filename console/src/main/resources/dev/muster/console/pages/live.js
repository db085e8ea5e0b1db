// What the server decides, as it happens.
import { html } from '../lib/lit-html.js';
import { decisionRow } from '../parts/decision.js';
import { DecisionFilter } from '../parts/decision-filter.js';
import { empty, failure } from '../parts/notice.js';
import { address } from '../screens.js';
import { update } from '../update.js';
import { watch } from '../watch.js';

const STREAM = '/apis/access.muster.dev/v1/decisions?watch=true';
const KEPT = 1000;
const SHOWN = 200;
const PACE = 100;

class LiveScreen {
  /** newest first */ decisions = [];
  /** those that came while the screen stands still */ waiting = [];
  paused = false;
  state = 'waiting';
  /** @type {Error | null} */ error = null;
  filter;
  #seen = '';
  #abort = new AbortController();
  #timer = 0;

  constructor(params) {
    this.filter = new DecisionFilter(params, this.#filtered);
    watch(() => (this.#seen === '' ? STREAM : `${STREAM}&resourceVersion=${this.#seen}`), {
      event: this.#heard,
      state: this.#changed,
      signal: this.#abort.signal,
    });
  }

  params(params) {
    this.filter.set(params);
    update();
  }

  close() {
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  #heard = ({ type, object }) => {
    if (type !== 'ADDED') return;
    this.#seen = object.metadata?.resourceVersion ?? this.#seen;
    const into = this.paused ? this.waiting : this.decisions;
    into.unshift(object);
    if (into.length > KEPT) into.length = KEPT;
    this.#soon();
  };

  #changed = (state, error) => {
    this.state = state;
    this.error = state === 'refused' ? error : null;
    // a server that began anew counts from one
    if (error?.kind === 'gone') this.#seen = '';
    update();
  };

  /** Many that come together are one drawing. */
  #soon() {
    if (this.#timer !== 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      update();
    }, PACE);
  }

  #filtered = () => {
    history.replaceState(null, '', address('live', this.filter.params()));
    update();
  };

  #pause = () => {
    this.paused = !this.paused;
    if (!this.paused) {
      this.decisions = [...this.waiting, ...this.decisions].slice(0, KEPT);
      this.waiting = [];
    }
    update();
  };

  view() {
    if (this.error?.kind === 'missing') return html`<h1>Live</h1>${empty('This server keeps its decisions to itself', 'Only a server with the API access.muster.dev tells them as they are made. Others write them to their audit log, which muster record and muster why --audit-id read.')}`;
    if (this.error) return html`<h1>Live</h1>${failure(this.error, { need: 'watch decisions.access.muster.dev' })}`;
    return html`<h1>Live</h1>
      <p class="lead">Every decision of the authorizers, as it is made. The newest is on top; a click explains it.</p>
      <div class="row live-tools">${this.filter.view()}
        <button type="button" id="pause" aria-pressed=${this.paused} @click=${this.#pause}>${this.paused ? `Go on (${this.waiting.length}${this.waiting.length === KEPT ? ' or more' : ''} new)` : 'Hold still'}</button></div>
      ${this.#list()}`;
  }

  #list() {
    const all = this.decisions.filter((each) => this.filter.test(each));
    const state = this.state === 'open' ? (this.paused ? 'held still' : 'listening') : 'waiting for the server';
    return html`<p class="hint" role="status"><span class="live-dot ${this.state}" aria-hidden="true"></span>${state}; ${all.length.toLocaleString('en')} of the last ${this.decisions.length.toLocaleString('en')}${all.length > SHOWN ? `, ${SHOWN} shown` : ''}</p>
      ${all.length === 0
        ? empty('Nothing yet', this.decisions.length === 0 ? 'Nobody asked the server for anything since you look.' : 'Nothing that was decided is like what you look for.')
        : html`<div class="frame" tabindex="0"><table class="live"><thead><tr><th scope="col">UTC</th><th scope="col">Verdict</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Where</th><th scope="col">Why</th></tr></thead>
            <tbody>${all.slice(0, SHOWN).map(decisionRow)}</tbody></table></div>`}`;
  }
}

export default {
  path: 'live',
  title: 'Live',
  hint: 'What the server decides, as it happens',
  open: (params) => new LiveScreen(params),
};
