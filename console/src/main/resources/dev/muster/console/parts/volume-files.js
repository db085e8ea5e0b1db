// The files of a pod's volumes that are made from objects: owner, group and mode, by what the pod says.
const DEFAULT_MODE = 0o644;
const EXACT = 'exact-mode.volumes.muster.dev/';
const OWNER = 'file-owner.volumes.muster.dev/';

/**
 * @typedef {{volume: string, source: string, file: string, mode: string, owner: string, group: string}} VolumeFile
 *   file: a path, or * for one a key
 */

/** @param {any} pod @returns {VolumeFile[]} */
export function volumeFiles(pod) {
  return (pod.spec?.volumes ?? []).flatMap((volume) => filesOf(volume, pod));
}

function filesOf(volume, pod) {
  const sources = volume.projected ? volume.projected.sources ?? [] : [volume];
  const defaults = volume.projected ?? volume.secret ?? volume.configMap ?? volume.downwardAPI ?? {};
  const place = { volume: volume.name, defaults, pod };
  return sources.flatMap((source) => [
    ...keys(place, 'secret', source.secret, source.secret?.secretName ?? source.secret?.name),
    ...keys(place, 'config map', source.configMap, source.configMap?.name),
    ...keys(place, 'downward API', source.downwardAPI, ''),
    ...token(place, source.serviceAccountToken),
  ]);
}

function keys(place, kind, source, name) {
  if (!source) return [];
  const title = name ? `${kind} ${name}` : kind;
  if (!source.items?.length) return kind === 'downward API' ? [] : [file(place, title, '*', undefined, undefined)];
  return source.items.map((item) => file(place, title, item.path, item.mode, item.user));
}

function file({ volume, defaults, pod }, source, path, mode = defaults.defaultMode ?? DEFAULT_MODE, user = defaults.defaultUser, otherwise = 0) {
  const notes = pod.metadata?.annotations ?? {};
  const fsGroup = pod.spec.securityContext?.fsGroup;
  const exact = notes[EXACT + volume] === 'true';
  const [owner, group] = (notes[OWNER + volume] ?? '').split(':');
  return {
    volume,
    source,
    file: path,
    mode: octal(fsGroup === undefined || exact ? mode : mode | 0o440),
    owner: String(user ?? (owner || otherwise)),
    group: group || String(fsGroup ?? 0),
  };
}

/** A token is one user's alone where the pod says who that is. */
function token(place, source) {
  if (!source) return [];
  const { defaults, pod } = place;
  const shared = commonUser(pod);
  const known = (source.user ?? defaults.defaultUser ?? shared ?? pod.spec.securityContext?.fsGroup) !== undefined;
  return [file(place, 'service account token', source.path, known ? 0o600 : undefined, source.user, shared)];
}

function commonUser(pod) {
  const all = [...(pod.spec.initContainers ?? []), ...(pod.spec.containers ?? [])];
  const users = new Set(all.map((container) => container.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser));
  return users.size === 1 ? [...users][0] : undefined;
}

function octal(mode) {
  return mode.toString(8).padStart(4, '0');
}
