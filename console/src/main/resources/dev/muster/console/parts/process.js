// Who a container's process is, beside who its pod says it will be. Each number with where it comes from.
//
// What a pod leaves open, the image decides: its USER, and the lines of its /etc/passwd and /etc/group. The page has no images, so those
// numbers are explained here; the node has the image and predicts them before it looks, as `muster identity` does, and its pods' status
// says where it was wrong.
const AS_PREDICTED = 'identity.muster.dev/AsPredicted';

/**
 * @typedef {{id: number | undefined, wanted: number | undefined, from: string, differs: boolean}} Compared id: of the live process
 * @typedef {{container: string, image: string, running: boolean, known: boolean, uid: Compared, gid: Compared, groups: Compared[],
 *   policy: string, differs: boolean, loses: number[]}} Process loses: the groups that it would not have under Strict
 */

/** @param {any} pod @returns {Process[]} of containers for Linux */
export function processes(pod) {
  const spec = pod.spec ?? {};
  if (spec.os?.name === 'windows') return [];
  return [
    ...each(pod, spec.initContainers, pod.status?.initContainerStatuses),
    ...each(pod, spec.containers, pod.status?.containerStatuses),
    ...each(pod, spec.ephemeralContainers, pod.status?.ephemeralContainerStatuses),
  ];
}

/**
 * What the node predicted from the pod and its image, where the live process is somebody else; empty if all are as predicted.
 *
 * @param {any} pod @returns {string}
 */
export function mismatch(pod) {
  const told = (pod.status?.conditions ?? []).find((condition) => condition.type === AS_PREDICTED && condition.status === 'False');
  return told ? told.message || 'The node found a process that is not who it predicted.' : '';
}

function each(pod, containers = [], statuses = []) {
  return containers.map((container) => compare(pod, container, statuses.find((status) => status.name === container.name)));
}

function compare(pod, container, status) {
  const own = pod.spec.securityContext ?? {};
  const context = container.securityContext ?? {};
  const live = status?.user?.linux;
  const uid = number(live?.uid, said('runAsUser', context, own), 'the image’s USER, or root');
  const gid = number(live?.gid, said('runAsGroup', context, own), 'the image: the group of its USER, or of that user in its /etc/passwd');
  const policy = own.supplementalGroupsPolicy ?? 'Merge';
  const groups = compareGroups(live, gid, own, policy);
  return {
    container: container.name,
    image: container.image ?? '',
    running: status?.state?.running !== undefined,
    known: live !== undefined,
    uid,
    gid,
    groups,
    policy,
    differs: uid.differs || gid.differs || groups.some((group) => group.differs),
    loses: policy === 'Strict' ? [] : groups.filter((group) => group.wanted === undefined).map((group) => group.id),
  };
}

function said(field, context, own) {
  if (context[field] !== undefined) return { value: context[field], from: `the container’s ${field}` };
  return { value: own[field], from: `the pod’s ${field}` };
}

function number(id, { value, from }, otherwise) {
  return { id, wanted: value, from: value === undefined ? otherwise : from, differs: id !== undefined && value !== undefined && id !== value };
}

/** The groups that are asked for, by number. */
function wantedGroups(gid, own) {
  const wanted = new Map();
  const primary = gid.id ?? gid.wanted;
  if (primary !== undefined) wanted.set(primary, 'the process’s gid');
  if (own.fsGroup !== undefined) wanted.set(own.fsGroup, 'the pod’s fsGroup');
  (own.supplementalGroups ?? []).forEach((group, i) => wanted.set(group, `the pod’s supplementalGroups[${i}]`));
  return wanted;
}

function compareGroups(live, gid, own, policy) {
  const wanted = wantedGroups(gid, own);
  const asked = [...wanted].map(([id, from]) => ({ id, wanted: id, from, differs: false }));
  if (live === undefined) return asked;
  const has = live.supplementalGroups ?? [];
  const missing = asked
    .filter(({ id }) => id !== live.gid && !has.includes(id))
    .map((group) => ({ ...group, id: undefined, differs: true }));
  return [...has.map((id) => real(id, wanted, policy)), ...missing];
}

function real(id, wanted, policy) {
  if (wanted.has(id)) return { id, wanted: id, from: wanted.get(id), differs: false };
  return policy === 'Strict'
    ? { id, wanted: undefined, from: 'nobody asked for it, and the policy is Strict', differs: true }
    : { id, wanted: undefined, from: 'the image’s /etc/group, by the policy Merge', differs: false };
}
