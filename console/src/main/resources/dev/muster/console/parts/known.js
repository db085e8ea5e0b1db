// What can be completed: the server's resources, its namespaces, and whom its bindings name. Read once a page, and only what whoever is
// signed in may read; what they may not is said where it is missed.
import { ApiError, get } from '../api.js';
import { update } from '../update.js';

const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const NAMES = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
/** The first page is there at once; those after it need fewer questions. */
const FIRST_PAGE = 500;
const PAGE = 2000;
const MOST_PAGES = 11;
const MOST_PAGES_OF_OBJECTS = 4;

/** @typedef {{plural: string, group: string, version: string, namespaced: boolean, verbs: string[], short: string[], singular: string}} Resource */

/** Names of one kind of thing, with why there are none. */
class Names {
  /** @type {Map<string, string>} to a hint */ all = new Map();
  note = '';
  /** whether more of them are on their way */ reading = false;
  /** @type {Promise<void> | null} */ loading = null;

  /** @param {(names: Names) => Promise<void>} load */
  once(load) {
    this.loading ??= this.#load(load);
    return this.loading;
  }

  async #load(load) {
    this.reading = true;
    this.note = '';
    try {
      await load(this);
    } catch (e) {
      this.failed(e);
    }
    this.reading = false;
    update();
  }

  failed(e) {
    this.note = e instanceof ApiError && e.kind === 'refused' ? 'You may not list these: type the name.' : 'These cannot be listed just now: type the name.';
    if (!(e instanceof ApiError && e.kind === 'refused')) this.loading = null;
  }
}

export class Known {
  /** @type {Resource[]} */ resources = [];
  verbs = new Names();
  kinds = new Names();
  namespaces = new Names();
  users = new Names();
  groups = new Names();
  /** @type {Map<string, Names>} */ #objects = new Map();

  /** The server's resources: asked for before the first question, since they say which group a resource is of. */
  loadResources() {
    return this.kinds.once(async () => {
      for (const group of await discovered()) this.#addGroup(group);
      for (const verb of this.resources.flatMap((each) => each.verbs)) this.verbs.all.set(verb, '');
      for (const verb of ['impersonate', 'bind', 'escalate', 'use', 'approve', 'sign', '*']) this.verbs.all.set(verb, '');
    });
  }

  #addGroup(group) {
    const version = group.versions?.[0];
    for (const each of version?.resources ?? []) {
      const common = { group: group.metadata?.name ?? '', version: version.version, namespaced: each.scope === 'Namespaced' };
      const more = { short: each.shortNames ?? [], singular: each.singularResource ?? '' };
      this.resources.push({ plural: each.resource, verbs: each.verbs ?? [], ...common, ...more });
      const name = this.#short(this.resources.at(-1));
      this.kinds.all.set(name, common.group);
      for (const sub of each.subresources ?? []) this.kinds.all.set(`${name}/${sub.subresource}`, common.group);
    }
  }

  /** pods, or deployments.apps where another group has one of that name before it. */
  #short(resource) {
    return this.resource(resource.plural).group === resource.group ? resource.plural : `${resource.plural}.${resource.group}`;
  }

  /** What a word means: a plural, a singular, a short name, with or without its group. @param {string} word @returns {Resource} */
  resource(word) {
    const [name, group] = word.split(/\.(.*)/s);
    const is = (each) => (each.plural === name || each.singular === name || each.short.includes(name)) && (group === undefined || each.group === group);
    return this.resources.find(is) ?? { plural: name, group: group ?? '', version: '', namespaced: true, verbs: [], short: [], singular: '' };
  }

  loadNamespaces() {
    return this.namespaces.once((names) => pages('/api/v1/namespaces', NAMES, (each) => names.all.set(each.metadata.name, '')));
  }

  /** Users, groups and service accounts that bindings name. */
  loadSubjects() {
    const users = this.users.once(async () => {
      const rbac = '/apis/rbac.authorization.k8s.io/v1/';
      const read = (path) => pages(path, 'application/json', (binding) => binding.subjects?.forEach((subject) => this.#add(subject, binding)));
      const both = await Promise.allSettled([read(`${rbac}clusterrolebindings`), read(`${rbac}rolebindings`)]);
      const problem = both.find((each) => each.status === 'rejected');
      if (problem && this.users.all.size === 0) {
        this.groups.failed(problem.reason);
        throw problem.reason;
      }
    });
    this.groups.once(() => users);
    return users;
  }

  #add(subject, binding) {
    if (subject.kind === 'Group') this.groups.all.set(subject.name, '');
    if (subject.kind === 'User') this.users.all.set(subject.name, 'user');
    const namespace = subject.namespace ?? binding.metadata.namespace;
    if (subject.kind === 'ServiceAccount') this.users.all.set(`system:serviceaccount:${namespace}:${subject.name}`, 'service account');
  }

  /** The objects of a kind. @param {string} target @param {string} namespace @returns {Names} */
  objects(target, namespace) {
    const resource = this.resource(target.split('/')[0]);
    const where = resource.namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
    const path = `${resource.group === '' ? '/api' : `/apis/${encodeURIComponent(resource.group)}`}/${resource.version}${where}/${encodeURIComponent(resource.plural)}`;
    const names = this.#objects.get(path) ?? new Names();
    this.#objects.set(path, names);
    if (resource.verbs.includes('list')) {
      names.once(async (into) => {
        const whole = await pages(path, NAMES, (each) => into.all.set(each.metadata.name, where === '' ? (each.metadata.namespace ?? '') : ''), MOST_PAGES_OF_OBJECTS);
        if (!whole) into.note = 'There are more than are offered here: type the name.';
      });
    }
    return names;
  }
}

/** Walks a list, page by page; what is there can be chosen while the rest is read. @returns {Promise<boolean>} whether to its end */
async function pages(path, accept, each, most = MOST_PAGES) {
  let next = '';
  for (let page = 0; page < most; page++) {
    const list = await get(`${path}?limit=${page === 0 ? FIRST_PAGE : PAGE}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`, { accept });
    (list.items ?? []).forEach(each);
    next = list.metadata?.continue ?? '';
    if (next === '') return true;
    update();
  }
  return false;
}

/** All groups, each with the version that the server prefers. */
async function discovered() {
  const [core, others] = await Promise.all([get('/api', { accept: DISCOVERY }), get('/apis', { accept: DISCOVERY })]);
  if (core.items && others.items) return [...core.items, ...others.items];
  const groups = [{ name: '', path: '/api/v1', version: 'v1' }];
  for (const each of others.groups ?? []) {
    const { groupVersion, version } = each.preferredVersion ?? {};
    if (groupVersion) groups.push({ name: each.name, path: `/apis/${groupVersion}`, version });
  }
  const lists = await Promise.allSettled(groups.map((each) => get(each.path)));
  return lists.map((each, i) => asDiscovery(groups[i], each.value?.resources ?? []));
}

/** A list of one version's resources, in the shape that tells all of them at once. */
function asDiscovery(group, list) {
  const resources = list.filter((each) => !each.name.includes('/')).map((each) => ({
    resource: each.name,
    scope: each.namespaced ? 'Namespaced' : 'Cluster',
    verbs: each.verbs,
    shortNames: each.shortNames,
    singularResource: each.singularName,
    subresources: list.filter((sub) => sub.name.startsWith(`${each.name}/`)).map((sub) => ({ subresource: sub.name.slice(each.name.length + 1) })),
  }));
  return { metadata: { name: group.name }, versions: [{ version: group.version, resources }] };
}

let shared = new Known();

/** What this page's visitor knows of the server. */
export function known() {
  return shared;
}

/** After another has signed in, nothing that was read before counts. */
export function forget() {
  shared = new Known();
}
