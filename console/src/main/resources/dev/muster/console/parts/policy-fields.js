// What a pod security policy allows, a line a field; what it leaves out is refused, and not listed.

const FLAGS = ['privileged', 'hostNetwork', 'hostPID', 'hostIPC', 'readOnlyRootFilesystem'];
const STRATEGIES = ['runAsUser', 'runAsGroup', 'fsGroup', 'supplementalGroups', 'seLinux'];
const LISTS = ['volumes', 'allowedCapabilities', 'defaultAddCapabilities', 'requiredDropCapabilities', 'allowedUnsafeSysctls', 'forbiddenSysctls'];

/** @param {any} spec @returns {[string, string][]} */
export function policyFields(spec) {
  const fields = [];
  for (const flag of FLAGS) if (spec[flag]) fields.push([flag, 'yes']);
  if (spec.allowPrivilegeEscalation === false) fields.push(['allowPrivilegeEscalation', 'no']);
  for (const name of STRATEGIES) if (spec[name]?.rule) fields.push([name, strategy(spec[name])]);
  for (const list of LISTS) if (spec[list]?.length) fields.push([list, spec[list].join(', ')]);
  if (spec.hostPorts?.length) fields.push(['hostPorts', spec.hostPorts.map(range).join(', ')]);
  if (spec.allowedHostPaths?.length) fields.push(['allowedHostPaths', spec.allowedHostPaths.map((path) => path.pathPrefix + (path.readOnly ? ' (read only)' : '')).join(', ')]);
  return fields;
}

function strategy({ rule, ranges }) {
  return ranges?.length ? `${rule}, ${ranges.map(range).join(', ')}` : rule;
}

function range({ min, max }) {
  return min === max ? String(min) : `${min} to ${max}`;
}
