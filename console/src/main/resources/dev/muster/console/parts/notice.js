// What is said when there is nothing to show: why, and what to do.
import { html, nothing } from '../lib/lit-html.js';
import { ApiError } from '../api.js';
import { session } from '../session.js';

/** @param {string} title @param {unknown} text @param {unknown} [more] */
export function empty(title, text, more = nothing) {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${more}</div>`;
}

/**
 * @param {Error} error
 * @param {{need?: string, retry?: () => void}} [about] need: the right that the screen stands on, as in "create accessexplanations.access.muster.dev"
 */
export function failure(error, { need, retry } = {}) {
  const kind = error instanceof ApiError ? error.kind : 'failed';
  const { title, text } = words(kind, need);
  return html`<div class="empty failed" role="alert">
    <h2>${title}</h2>
    <p>${text}</p>
    ${kind === 'away' ? nothing : html`<p class="said"><bdi>${error.message}</bdi></p>`}
    ${retry ? html`<button type="button" @click=${retry}>Ask again</button>` : nothing}
  </div>`;
}

function words(kind, need) {
  switch (kind) {
    case 'away':
      return { title: 'No answer', text: 'The server cannot be reached. This screen goes on by itself when it is back.' };
    case 'refused':
      return { title: 'You may not see this', text: html`The console sees what you see, and <b><bdi>${session.user}</bdi></b> lacks the right for it.${need ? html` It takes <code>${need}</code>.` : nothing} The server says:` };
    case 'missing':
      return { title: 'Not there', text: 'What this is about does not exist. The server says:' };
    case 'unexplained':
      return { title: 'This server does not explain itself', text: html`It has no API <code>access.muster.dev/v1</code>. For other clusters there are the commands <code>muster why</code>, <code>who-can</code>, <code>can</code> and <code>what-if</code>, which read roles and bindings themselves. The server says:` };
    case 'read-only':
      return { title: 'Not from here', text: html`The console of <code>muster console</code> only reads, and passes on nothing that could change something. The one that a server has of its own, at <code>/console/</code>, may ask this. The answer was:` };
    case 'gone':
      return { title: 'Too long ago', text: 'The server no longer has the policy of that moment. Ask without a revision to hear what holds now. The server says:' };
    case 'busy':
      return { title: 'Too many questions', text: 'The server asks for patience. It says:' };
    case 'invalid':
      return { title: 'The server did not understand', text: 'Something in the question is not as it should be:' };
    case 'signed-out':
      return { title: 'Signed out', text: 'The server no longer knows who you are:' };
    default:
      return { title: 'That went wrong', text: 'The server could not answer:' };
  }
}

/** What the server says beside its answer. @param {string[] | undefined} list */
export function notes(list) {
  if (!list?.length) return nothing;
  return html`<ul class="notes" aria-label="What the server adds">${list.map((each) => html`<li><bdi>${each}</bdi></li>`)}</ul>`;
}

/** How much the server left out. @param {number | undefined} remaining */
export function leftOut(remaining) {
  return remaining ? html`<p class="notice">The server tells the first of them only: ${remaining.toLocaleString('en')} more are left out.</p>` : nothing;
}
