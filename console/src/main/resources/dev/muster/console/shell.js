// What stands around every screen: the way to the others, who is signed in, and whether the server answers.
import { html, nothing } from './lib/lit-html.js';
import { connection } from './connection.js';
import { address, current, screen } from './screens.js';
import { session, signOut } from './session.js';
import { signInScreen } from './signin.js';
import { nextTheme, theme } from './theme.js';
import { pages } from './pages/pages.js';
import { update } from './update.js';

/** The whole page. */
export function shell() {
  return html`
    <a class="skip" href="#main" @click=${skip}>To the content</a>
    <header class="top">
      <a class="mark" href=${address(pages[0].path)} aria-label="Muster, to the first screen"><span class="mark-dot" aria-hidden="true"></span>Muster</a>
      ${session.state === 'in' ? navigation() : nothing}
      <div class="who">
        ${session.state === 'in' ? who() : nothing}
        <button type="button" class="quiet theme" @click=${changeTheme} aria-label=${`Theme: ${theme()}. Change it`} title=${`Theme: ${theme()}`}>
          <span aria-hidden="true">${{ auto: '◐', light: '☀', dark: '☾' }[theme()]}</span>
        </button>
      </div>
    </header>
    <div role="status" class="away" ?hidden=${!connection.away}>
      ${connection.away ? 'The server does not answer. It is asked again until it does; nothing that you typed is lost.' : nothing}
    </div>
    <main id="main" tabindex="-1">${content()}</main>`;
}

function content() {
  if (session.state === 'out') return signInScreen();
  if (session.state === 'unknown') return nothing;
  return screen().view();
}

function navigation() {
  return html`<nav aria-label="Screens">
    ${pages.map((page) => html`<a href=${address(page.path)} title=${page.hint} aria-current=${page === current.page ? 'page' : nothing}>${page.title}</a>`)}
  </nav>`;
}

function who() {
  const groups = session.groups.filter((group) => group !== 'system:authenticated');
  return html`<span class="user" title=${groups.length === 0 ? 'in no group' : `of ${groups.join(', ')}`}><bdi>${session.user}</bdi></span>
    <button type="button" class="quiet" @click=${signOut}>Sign out</button>`;
}

function changeTheme() {
  nextTheme();
  update();
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
