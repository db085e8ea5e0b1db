// Who is signed in. A pasted token lives in this module's variable and nowhere else: not in storage, not in an address, gone with a
// reload. Without one the browser's client certificate speaks, or whatever the server that handed out this page knows its visitor by.
import { update } from './update.js';

let token = '';
/** Whether the token is the server's own, which ends it when we sign out. */
let byLink = false;

/**
 * @typedef {{state: 'unknown' | 'in' | 'out', user: string, groups: string[], notice: string}} Session
 * @type {Session}
 */
export const session = { state: 'unknown', user: '', groups: [], notice: '' };

/** What is said of whom the server does not take without a token. Whoever has no certificate is nobody in particular, who may just not ask. */
const REFUSALS = {
  refused: '',
  'signed-out': 'The server takes nobody without a token here. If your browser showed a certificate, the server does not take it: it is of another authority, or no longer valid.',
};

/** What each request carries. */
export function credentials() {
  return token === '' ? {} : { Authorization: `Bearer ${token}` };
}

/** Asks the server who it takes us for. */
export async function identify() {
  const { post, ApiError } = await import('./api.js');
  try {
    const answer = await post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
    });
    const info = answer.status?.userInfo ?? {};
    session.user = info.username ?? '';
    session.groups = info.groups ?? [];
    session.state = session.user === '' || session.user === 'system:anonymous' ? 'out' : 'in';
  } catch (e) {
    if (e instanceof ApiError && e.kind === 'away') return;
    signedOut(token === '' && e instanceof ApiError ? (REFUSALS[e.kind] ?? e.message) : e.kind === 'signed-out' ? '' : e.message);
  }
  update();
}

/** @param {string} pasted a bearer token */
export async function signIn(pasted) {
  token = pasted.trim();
  byLink = false;
  session.notice = '';
  await identify();
  if (session.state !== 'in') {
    signedOut(session.notice || 'The server does not know this token. It may have expired, or belong to another cluster.');
  }
}

/** @param {string} given the token that a link was exchanged for */
export async function adopt(given) {
  token = given;
  byLink = true;
  session.notice = '';
  await identify();
}

/** Forgets who it was; a token that came by a link is worth nothing from then on. */
export async function signOut() {
  if (token === '') {
    signedOut('You are signed out here. Your browser still has its certificate: a reload signs you in again, closing the browser ends it.');
    return;
  }
  if (!byLink) {
    signedOut('You are signed out. The token is forgotten; it is still valid until it expires.');
    return;
  }
  const headers = credentials();
  signedOut('You are signed out, and the sign-in is revoked.');
  try {
    const answer = await fetch('/console/session', { method: 'DELETE', headers, credentials: 'same-origin', cache: 'no-store' });
    if (answer.ok) return;
  } catch {
    // said below
  }
  signedOut('You are signed out here. The server could not be told: it ends the sign-in within the hour.');
}

/** @param {string} notice what the sign-in screen says about it */
export function signedOut(notice) {
  token = '';
  byLink = false;
  session.state = 'out';
  session.user = '';
  session.groups = [];
  session.notice = notice;
  update();
}
