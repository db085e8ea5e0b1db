// What a server said of a pod, field by field.

const BY_POLICY = /^policy "([^"]*)": ([^]*)$/;

/** Who says no to what: a pod security policy, or nobody in particular. @param {{field?: string, message?: string}[]} causes */
export function refusals(causes) {
  return causes.map(({ field = '', message = '' }) => {
    const [, policy = '', why = message] = BY_POLICY.exec(message) ?? [];
    return { field, policy, why };
  });
}

/** Whether it was refused as it is, and not for who wants to create it. @param {import('../api.js').ApiError} error */
export function judged(error) {
  return error.kind === 'invalid' ? error.causes.length > 0 : error.kind === 'refused' && !error.message.includes('cannot create resource "pods"');
}

/** The security settings that a pod ends up with. @param {any} pod @returns {[string, string][]} */
export function securitySettings(pod) {
  const rows = settings('spec.securityContext', pod.spec?.securityContext);
  for (const kind of ['initContainers', 'containers']) {
    (pod.spec?.[kind] ?? []).forEach((container, i) => rows.push(...settings(`spec.${kind}[${i}].securityContext`, container.securityContext)));
  }
  return rows.length === 0 ? [['securityContext', 'nothing is set']] : rows;
}

function settings(path, context = {}) {
  return Object.entries(context).map(([key, value]) => [`${path}.${key}`, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
}
