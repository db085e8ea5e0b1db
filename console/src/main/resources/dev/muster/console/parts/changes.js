// Gains and losses, subject by subject, the dangerous ones first.
import { html, nothing } from '../lib/lit-html.js';
import { sentenceOf } from './dangers.js';
import { update } from '../update.js';

const STEP = 50;
const MOST_RIGHTS = 30;
let shown = STEP;
let last = null;

const risk = (change) => (change.gains ?? []).reduce((sum, right) => sum + (right.dangers ?? []).length, 0);

/** @param {{changes: any[], dangerous?: boolean}} status */
export function changes(status) {
  if (last !== status) shown = STEP;
  last = status;
  const sorted = [...status.changes].sort((a, b) => risk(b) - risk(a));
  const gain = sorted.filter((each) => each.gains?.length).length;
  const lose = sorted.filter((each) => each.loses?.length).length;
  return html`<div class="verdict ${status.dangerous ? 'no' : 'unknown'}" role="status">
      <p class="word">${gain > 0 && lose > 0 ? `+${gain} −${lose}` : gain > 0 ? `+${gain}` : `−${lose}`}</p>
      <p class="clause">${count(gain, 'gains', 'gain')}, ${count(lose, 'loses', 'lose')}.
        ${status.dangerous ? html`<span class="decided">Some of what is gained gives more than it says.</span>` : nothing}</p></div>
    <h2 class="hidden-text">Who gains and who loses</h2>
    ${sorted.slice(0, shown).map(subject)}
    ${sorted.length > shown ? html`<button type="button" @click=${more}>${sorted.length - shown} more</button>` : nothing}`;
}

function count(number, one, many) {
  return number === 0 ? `nobody ${one}` : number === 1 ? `one subject ${one}` : `${number.toLocaleString('en')} subjects ${many}`;
}

function more() {
  shown += STEP * 4;
  update();
}

function subject(change) {
  return html`<article class="card"><h3><span class="kind">${change.kind}</span> <bdi>${change.namespace ? `${change.namespace}/` : ''}${change.name}</bdi></h3>
    <ul class="moves">${moves(change.gains, 'gains', '+')}${moves(change.loses, 'loses', '−')}</ul></article>`;
}

function moves(rights, name, sign) {
  const all = rights ?? [];
  return html`${all.slice(0, MOST_RIGHTS).map((right) => html`<li class=${name}><span aria-hidden="true">${sign}</span><span class="hidden-text">${name}</span>
    <span>${right.namespace ? html`in <b><bdi>${right.namespace}</bdi></b>` : html`<b>everywhere</b>`}: ${ruleWords(right.rule)}
    ${(right.dangers ?? []).map((danger) => html` <span class="pill danger">${sentenceOf(danger)}</span>`)}</span></li>`)}
    ${all.length > MOST_RIGHTS ? html`<li class="hint">and ${all.length - MOST_RIGHTS} more</li>` : nothing}`;
}

function ruleWords(rule) {
  const list = (words) => html`<code><bdi>${(words ?? []).join(', ')}</bdi></code>`;
  if (rule.nonResourceURLs?.length) return html`${list(rule.verbs)} ${list(rule.nonResourceURLs)}`;
  const groups = (rule.apiGroups ?? []).filter((group) => group !== '');
  return html`${list(rule.verbs)} ${list(rule.resources)}${groups.length > 0 ? html` <span class="kind">of</span> ${list(groups)}` : nothing}${rule.resourceNames?.length ? html` <span class="kind">named</span> ${list(rule.resourceNames)}` : nothing}`;
}
