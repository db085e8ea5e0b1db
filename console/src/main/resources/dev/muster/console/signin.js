// Before somebody is known: how to become so.
import { html, nothing } from './lib/lit-html.js';
import { reopen } from './screens.js';
import { session, signIn } from './session.js';
import { update } from './update.js';

let busy = false;

/** Takes a pasted token. The field is emptied at once, whatever comes of it. */
export function signInScreen() {
  return html`<section class="signin">
    <h1>Who asks?</h1>
    <p>The console has no rights of its own. It asks the server as you, and shows what you may see.</p>
    ${session.notice ? html`<p class="notice" role="alert">${session.notice}</p>` : nothing}
    <form @submit=${submit} autocomplete="off">
      <label for="token">Bearer token</label>
      <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" autocapitalize="off" required
        aria-describedby="token-hint" ?disabled=${busy} autofocus>
      <p id="token-hint" class="hint">For example from <code>kubectl create token my-account</code>. It is kept in this page’s memory only, and is gone when you reload or close it.</p>
      <button type="submit" class="primary" ?disabled=${busy}>Sign in</button>
    </form>
    <p class="hint">With a client certificate in your browser you are signed in without a token. <code>muster up</code> prints a link that works once.</p>
  </section>`;
}

async function submit(event) {
  event.preventDefault();
  const field = event.target.elements.token;
  const pasted = field.value;
  field.value = '';
  if (pasted.trim() === '') return;
  busy = true;
  update();
  await signIn(pasted);
  busy = false;
  if (session.state === 'in') reopen();
  update();
}
