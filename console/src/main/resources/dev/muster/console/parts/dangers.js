// What somebody can do with a right beyond what it says: the names that the server has for it, which words of a rule they come from,
// and a sentence. The same table as dev.muster.access.rights.Danger, which a test compares.

const RBAC = 'rbac.authorization.k8s.io';
const AUTHENTICATION = 'authentication.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';
const MAKES_PODS = 'makes pods, with any service account of their namespace';
const WRITES = ['create', 'update', 'patch'];
const CHANGES = ['update', 'patch'];
const UNDOES = ['update', 'patch', 'delete'];

/** @type {Record<string, {sentence: string, group: string, resource: string, verbs: string[]}>} */
export const DANGERS = {
  EVERYTHING: danger('may do anything', '*', '*', ['*']),
  SECRETS: danger('reads secrets', '', 'secrets', ['get', 'list', 'watch']),
  IMPERSONATE: danger('acts as others', '', 'users', ['impersonate']),
  IMPERSONATE_GROUPS: danger('acts as members of groups', '', 'groups', ['impersonate']),
  IMPERSONATE_ACCOUNTS: danger('acts as service accounts', '', 'serviceaccounts', ['impersonate']),
  IMPERSONATE_UIDS: danger('acts with any uid', AUTHENTICATION, 'uids', ['impersonate']),
  IMPERSONATE_EXTRAS: danger('acts with any extra', AUTHENTICATION, 'userextras', ['impersonate']),
  ESCALATE: danger('writes roles that allow more than it may itself', RBAC, 'roles', ['escalate']),
  ESCALATE_CLUSTER: danger('writes roles that allow more than it may itself', RBAC, 'clusterroles', ['escalate']),
  BIND: danger('gives roles that it has not itself', RBAC, 'roles', ['bind']),
  BIND_CLUSTER: danger('gives roles that it has not itself', RBAC, 'clusterroles', ['bind']),
  TOKENS: danger('makes tokens of service accounts', '', 'serviceaccounts/token', ['create']),
  EXEC: danger('runs commands in others\' pods', '', 'pods/exec', ['create', 'get']),
  ATTACH: danger('attaches to others\' pods', '', 'pods/attach', ['create', 'get']),
  EPHEMERAL: danger('puts containers into others\' pods', '', 'pods/ephemeralcontainers', CHANGES),
  PODS: danger(MAKES_PODS, '', 'pods', ['create']),
  DEPLOYMENTS: danger(MAKES_PODS, 'apps', 'deployments', WRITES),
  DAEMON_SETS: danger(MAKES_PODS, 'apps', 'daemonsets', WRITES),
  STATEFUL_SETS: danger(MAKES_PODS, 'apps', 'statefulsets', WRITES),
  REPLICA_SETS: danger(MAKES_PODS, 'apps', 'replicasets', WRITES),
  REPLICATION_CONTROLLERS: danger(MAKES_PODS, '', 'replicationcontrollers', WRITES),
  JOBS: danger(MAKES_PODS, 'batch', 'jobs', WRITES),
  CRON_JOBS: danger(MAKES_PODS, 'batch', 'cronjobs', WRITES),
  PORT_FORWARD: danger('reaches any port of others\' pods', '', 'pods/portforward', ['create', 'get']),
  VOLUMES: danger('makes volumes of any directory of a node', '', 'persistentvolumes', ['create']),
  NAMESPACES: danger('changes which pods a namespace lets be', '', 'namespaces', CHANGES),
  NODES: danger('draws pods to nodes, or off them', '', 'nodes', CHANGES),
  NODE_STATUS: danger('draws pods to nodes, or off them', '', 'nodes/status', CHANGES),
  NODES_PROXY: danger('does on nodes whatever their agents can', '', 'nodes/proxy', ['get', 'create']),
  ADMISSION_WEBHOOKS: danger('sees and changes every request through webhooks', ADMISSION, 'mutatingwebhookconfigurations', WRITES),
  VALIDATING_WEBHOOKS: danger('sees every request through webhooks, and takes rules away', ADMISSION, 'validatingwebhookconfigurations', ['create', ...UNDOES]),
  MUTATING_POLICIES: danger('changes every request through policies', ADMISSION, 'mutatingadmissionpolicies', WRITES),
  VALIDATING_POLICIES: danger('takes rules of admission away', ADMISSION, 'validatingadmissionpolicies', UNDOES),
  VALIDATING_BINDINGS: danger('takes rules of admission away', ADMISSION, 'validatingadmissionpolicybindings', UNDOES),
  API_SERVICES: danger('answers requests of others in the server\'s place', 'apiregistration.k8s.io', 'apiservices', WRITES),
  APPROVE: danger('approves certificates of any name', 'certificates.k8s.io', 'certificatesigningrequests/approval', CHANGES),
  SIGNERS: danger('decides whom certificates are for', 'certificates.k8s.io', 'signers', ['approve', 'sign']),
  WRITE_POLICY: danger('changes what a PodSecurityPolicy lets pods be', 'policy', 'podsecuritypolicies', WRITES),
  USE_POLICY: danger('runs pods under a PodSecurityPolicy', 'policy', 'podsecuritypolicies', ['use']),
  USE_OLD_POLICY: danger('runs pods under a PodSecurityPolicy', 'extensions', 'podsecuritypolicies', ['use']),
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
  // each extra is a subresource of its own
  const extra = name === 'IMPERSONATE_EXTRAS' && resource.startsWith('userextras/');
  const covers = (group === '*' || group === about.group) && (resource === '*' || resource === about.resource || resource === subresource || extra);
  return covers ? about.verbs : [];
}
