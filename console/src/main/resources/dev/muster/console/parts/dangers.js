// What somebody can do with a right beyond what it says: the names that the server has for it, which words of a rule they come from,
// and a sentence. The same table as dev.muster.access.rights.Danger, which a test compares.

const RBAC = 'rbac.authorization.k8s.io';
const MAKES_PODS = 'makes pods, with any service account of their namespace';
const WRITES = ['create', 'update', 'patch'];

/** @type {Record<string, {sentence: string, group: string, resource: string, verbs: string[]}>} */
export const DANGERS = {
  EVERYTHING: danger('may do anything', '*', '*', ['*']),
  SECRETS: danger('reads secrets', '', 'secrets', ['get', 'list', 'watch']),
  IMPERSONATE: danger('acts as others', '', 'users', ['impersonate']),
  IMPERSONATE_GROUPS: danger('acts as members of groups', '', 'groups', ['impersonate']),
  IMPERSONATE_ACCOUNTS: danger('acts as service accounts', '', 'serviceaccounts', ['impersonate']),
  ESCALATE: danger('writes roles that allow more than it may itself', RBAC, 'roles', ['escalate']),
  ESCALATE_CLUSTER: danger('writes roles that allow more than it may itself', RBAC, 'clusterroles', ['escalate']),
  BIND: danger('gives roles that it has not itself', RBAC, 'roles', ['bind']),
  BIND_CLUSTER: danger('gives roles that it has not itself', RBAC, 'clusterroles', ['bind']),
  TOKENS: danger('makes tokens of service accounts', '', 'serviceaccounts/token', ['create']),
  EXEC: danger('runs commands in others\' pods', '', 'pods/exec', ['create', 'get']),
  ATTACH: danger('attaches to others\' pods', '', 'pods/attach', ['create', 'get']),
  EPHEMERAL: danger('puts containers into others\' pods', '', 'pods/ephemeralcontainers', ['update', 'patch']),
  PODS: danger(MAKES_PODS, '', 'pods', ['create']),
  DEPLOYMENTS: danger(MAKES_PODS, 'apps', 'deployments', WRITES),
  JOBS: danger(MAKES_PODS, 'batch', 'jobs', WRITES),
  NODES_PROXY: danger('does on nodes whatever their agents can', '', 'nodes/proxy', ['get', 'create']),
  ADMISSION_WEBHOOKS: danger('sees and changes every request through webhooks', 'admissionregistration.k8s.io', 'mutatingwebhookconfigurations', WRITES),
  APPROVE: danger('approves certificates of any name', 'certificates.k8s.io', 'certificatesigningrequests/approval', ['update', 'patch']),
  USE_POLICY: danger('runs pods under a PodSecurityPolicy', 'policy', 'podsecuritypolicies', ['use']),
  USE_ACCOUNT: danger('runs pods with a Windows account', 'windows.k8s.io', 'gmsacredentialspecs', ['use']),
};

function danger(sentence, group, resource, verbs) {
  return { sentence, group, resource, verbs };
}

/** @param {string} name as the server has it; one that is new here is shown as it is */
export function sentenceOf(name) {
  return DANGERS[name]?.sentence ?? name.toLowerCase().replaceAll('_', ' ');
}

/** Which verbs on a resource a danger comes from. @param {string} name @param {string} group @param {string} resource @returns {string[]} */
export function dangerousVerbs(name, group, resource) {
  const about = DANGERS[name];
  if (!about) return [];
  const subresource = about.resource.includes('/') ? `*${about.resource.slice(about.resource.indexOf('/'))}` : about.resource;
  const covers = (group === '*' || group === about.group) && (resource === '*' || resource === about.resource || resource === subresource);
  return covers ? about.verbs : [];
}
