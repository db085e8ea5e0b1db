// A line that can be taken along.
import { html, nothing } from '../lib/lit-html.js';
import { update } from '../update.js';

let copied = '';

/** @param {string} text @param {string} label what it is, for those who do not see it */
export function copyable(text, label) {
  if (text === '') return html`<p class="hint">There is no command for this: one of its words would not be taken for a word.</p>`;
  return html`<div class="copyable">
    <code><bdi>${text}</bdi></code>
    <button type="button" class="quiet" @click=${() => copy(text)} aria-label=${`Copy ${label}`}>${copied === text ? 'Copied' : 'Copy'}</button>
  </div>`;
}

/** @param {string} label @param {() => string} text */
export function copyButton(label, text) {
  return html`<button type="button" class="quiet" @click=${() => copy(text())}>${copied === text() ? 'Copied' : label}</button>`;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return; // the browser does not let us; the text is there to be marked
  }
  copied = text;
  update();
  setTimeout(() => {
    copied = '';
    update();
  }, 2000);
}

/** Says what was copied, for screen readers. */
export function copiedNote() {
  return html`<span role="status" class="hidden-text">${copied === '' ? nothing : 'Copied'}</span>`;
}
