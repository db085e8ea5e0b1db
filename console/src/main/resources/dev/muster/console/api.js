// Requests to the API server that this page came from, as whoever is signed in. What goes wrong becomes a sentence.
import { credentials, session, signedOut } from './session.js';
import { answered, away } from './connection.js';

/** An answer that is no success, or none at all. Its message is for people. */
export class ApiError extends Error {
  /**
   * @param {'away' | 'signed-out' | 'refused' | 'missing' | 'unexplained' | 'read-only' | 'gone' | 'busy' | 'invalid' | 'failed'} kind
   * @param {string} message
   * @param {number} status the HTTP status; 0 without an answer
   * @param {{field?: string, message?: string}[]} [causes] what is wrong, field by field, as far as the server tells
   */
  constructor(kind, message, status, causes = []) {
    super(message);
    this.causes = causes;
    this.kind = kind;
    this.status = status;
  }
}

const KINDS = { 400: 'invalid', 401: 'signed-out', 403: 'refused', 404: 'missing', 405: 'read-only', 410: 'gone', 413: 'invalid', 422: 'invalid', 429: 'busy' };

/**
 * @param {string} method
 * @param {string} path from the server's root
 * @param {{body?: unknown, type?: string, accept?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>} a success
 */
export async function send(method, path, { body, type, accept = 'application/json', signal } = {}) {
  const headers = { Accept: accept, ...credentials() };
  if (body !== undefined) headers['Content-Type'] = type ?? 'application/json';
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined || type !== undefined ? body : JSON.stringify(body),
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
    });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    away();
    throw new ApiError('away', 'The server does not answer.', 0);
  }
  answered();
  if (!response.ok) throw await problem(response);
  return response;
}

async function problem(response) {
  const { message, causes } = await said(response);
  if (response.status === 401 && session.state === 'in') {
    signedOut('The server no longer accepts your sign-in: it was revoked, or it has expired. Sign in again to go on here.');
  }
  return new ApiError(KINDS[response.status] ?? 'failed', message, response.status, causes);
}

async function said(response) {
  try {
    const { message, details } = await response.json();
    if (typeof message === 'string' && message !== '') return { message, causes: Array.isArray(details?.causes) ? details.causes : [] };
  } catch {
    // not a Status object: the number has to do
  }
  return { message: `The server answered with ${response.status} ${response.statusText}`.trim(), causes: [] };
}

/** @param {string} path @param {{accept?: string, signal?: AbortSignal}} [options] */
export async function get(path, options) {
  return (await send('GET', path, options)).json();
}

/** @param {string} path @param {unknown} body @param {{signal?: AbortSignal}} [options] */
export async function post(path, body, options) {
  return (await send('POST', path, { ...options, body })).json();
}

const ACCESS = 'access.muster.dev/v1';

/**
 * Asks one of the questions of access.muster.dev.
 *
 * @param {'AccessExplanation' | 'WhoCan' | 'SubjectAccess' | 'AccessChange'} kind
 * @param {object} spec
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} its status
 */
export async function ask(kind, spec, signal) {
  const plural = { AccessExplanation: 'accessexplanations', WhoCan: 'whocans', SubjectAccess: 'subjectaccesses', AccessChange: 'accesschanges' }[kind];
  try {
    const answer = await post(`/apis/${ACCESS}/${plural}`, { apiVersion: ACCESS, kind, spec }, { signal });
    return answer.status ?? {};
  } catch (e) {
    throw e instanceof ApiError && e.kind === 'missing' ? new ApiError('unexplained', e.message, e.status) : e;
  }
}
