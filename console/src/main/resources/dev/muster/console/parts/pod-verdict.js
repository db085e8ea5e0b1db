// What a server said of a pod, field by field.

const FAULT = /((?:spec|metadata)(?:\.[A-Za-z]+|\[[^\]]*\])*): ((?:Invalid value|Forbidden|Required value|Unsupported value|Duplicate value|Not found|Too long|Too many)[^]*?)(?=,? ?(?:spec|metadata)(?:\.[A-Za-z]+|\[[^\]]*\])*: |\]?$)/g;
const LONGEST = 64 * 1024;

/** The fields of a refusal; none if it is about something else. @param {string} message @returns {[string, string][]} */
export function refusals(message) {
  const found = [];
  for (const [, field, why] of message.slice(0, LONGEST).matchAll(FAULT)) {
    const pair = [field, why.replace(/[\s,]+$/, '')];
    if (!found.some(([known, same]) => known === pair[0] && same === pair[1])) found.push(pair);
  }
  return found;
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
