// A question's words, and what is made of them: an address, the server's attributes, commands.

/**
 * @typedef {{user: string, groups: string[], verb: string, target: string, name: string, namespace: string, revision: string}} Words
 *   target: pods, pods/log, deployments.apps/scale, or a path: /healthz
 */

/** Policies and credential specs are the cluster's, but they are used in a pod's namespace. */
const USED_IN_NAMESPACES = 'use';

/** @param {URLSearchParams} params @returns {Words} */
export function wordsOf(params) {
  const one = (key) => params.get(key) ?? '';
  return {
    user: one('user'),
    groups: params.getAll('group'),
    verb: one('verb'),
    target: one('resource'),
    name: one('name'),
    namespace: one('namespace'),
    revision: one('revision'),
  };
}

/** @param {Words} words */
export function paramsOf({ user, groups, verb, target, name, namespace, revision }) {
  return { user, group: groups, verb, resource: target, name, namespace, revision };
}

/** Whether enough is said to ask. */
export function complete(words) {
  return words.verb !== '' && words.target !== '';
}

/** @param {string} target */
export function isPath(target) {
  return target.startsWith('/');
}

/** A request without an object's name in its address: what is created brings its name inside, a collection has none. */
function nameless(words, subresource) {
  return words.verb === 'deletecollection' || (words.verb === 'create' && subresource === '');
}

/**
 * @param {Words} words
 * @param {import('./known.js').Known} known
 * @returns {object} the attributes of a review's or an explanation's spec
 */
export function attributesOf(words, known) {
  if (isPath(words.target)) return { nonResourceAttributes: { path: words.target, verb: words.verb.toLowerCase() } };
  const slash = words.target.indexOf('/');
  const word = slash < 0 ? words.target : words.target.slice(0, slash);
  const subresource = slash < 0 ? '' : words.target.slice(slash + 1);
  const resource = known.resource(word);
  const name = nameless(words, subresource) ? '' : words.name;
  const attributes = { verb: words.verb, group: resource.group, version: resource.version || '*', resource: resource.plural };
  if (subresource !== '') attributes.subresource = subresource;
  if (name !== '') attributes.name = name;
  if (resource.plural === 'namespaces' && resource.group === '' && name !== '') attributes.namespace = name;
  else if ((resource.namespaced || words.verb === USED_IN_NAMESPACES) && words.namespace !== '') attributes.namespace = words.namespace;
  return { resourceAttributes: attributes };
}

/** @param {Words} words @param {import('./known.js').Known} known */
export function explanationSpec(words, known) {
  const spec = attributesOf(words, known);
  if (words.user !== '') spec.user = words.user;
  if (words.groups.length > 0) spec.groups = words.groups;
  if (words.revision !== '') spec.revision = words.revision;
  return spec;
}

/**
 * Somebody else's link may hold any words, and who copies a command trusts it: a word that a command would take for a flag, or a terminal
 * for something else than text, makes none.
 *
 * @param {string[]} words
 */
function speakable(words) {
  return words.every((word) => !word.startsWith('-') && !/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(word));
}

/** One word for a POSIX shell, whatever is in it. @param {string} text */
function shellWord(text) {
  return /^[A-Za-z0-9@%+=:,./_-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * @param {string[]} command
 * @param {Words} words
 * @param {string[]} positional
 * @returns {string} empty if there is none that is safe to copy
 */
function line(command, words, positional) {
  const { user, groups, verb, target, name, namespace } = words;
  if (!speakable([user, ...groups, verb, target, name, namespace])) return '';
  const flags = [...(user === '' ? [] : ['--as', user]), ...groups.flatMap((group) => ['--as-group', group])];
  const where = target === '' || isPath(target) ? [] : namespace === '' ? ['-A'] : ['-n', namespace];
  return [...command, ...positional, ...flags, ...where].map(shellWord).join(' ');
}

/** @param {Words} words */
export function whyCommand(words) {
  const name = words.name === '' || isPath(words.target) ? [] : [words.name];
  return line(['muster', 'why'], words, [words.verb, words.target, ...name]);
}

/** @param {Words} words */
export function canICommand(words) {
  if (isPath(words.target)) return line(['kubectl', 'auth', 'can-i'], words, [words.verb, words.target]);
  const [resource, subresource] = words.target.split(/\/(.*)/s);
  const flags = subresource ? [`--subresource=${subresource}`] : [];
  return line(['kubectl', 'auth', 'can-i', ...flags], words, [words.verb, words.name === '' ? resource : `${resource}/${words.name}`]);
}

/** @param {Words} words */
export function whoCanCommand(words) {
  const name = words.name === '' || isPath(words.target) ? [] : [words.name];
  return line(['muster', 'who-can'], { ...words, user: '', groups: [] }, [words.verb, words.target, ...name]);
}

/** @param {Words} words */
export function canCommand(words) {
  return line(['muster', 'can'], { ...words, target: '' }, []);
}
