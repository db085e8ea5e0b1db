// Who is signed in. A pasted token lives in this module's variable and nowhere else: not in storage, not in an address, gone with a
// reload. Without one the browser's client certificate speaks, or whatever the server that handed out this page knows its visitor by.
import { update } from './update.js';

let token = '';

/**
 * @typedef {{state: 'unknown' | 'in' | 'out', user: string, groups: string[], notice: string}} Session
 * @type {Session}
 */
export const session = { state: 'unknown', user: '', groups: [], notice: '' };

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
    signedOut(e instanceof ApiError && e.kind === 'signed-out' ? '' : e.message);
  }
  update();
}

/** @param {string} pasted a bearer token */
export async function signIn(pasted) {
  token = pasted.trim();
  session.notice = '';
  await identify();
  if (session.state !== 'in') {
    signedOut(session.notice || 'The server does not know this token. It may have expired, or belong to another cluster.');
  }
}

/** Forgets who it was. */
export function signOut() {
  signedOut('You are signed out. The token is forgotten; it is still valid until it expires.');
}

/** @param {string} notice what the sign-in screen says about it */
export function signedOut(notice) {
  token = '';
  session.state = 'out';
  session.user = '';
  session.groups = [];
  session.notice = notice;
  update();
}
