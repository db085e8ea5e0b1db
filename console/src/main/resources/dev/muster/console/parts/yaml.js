// Objects as people write them, for showing and copying.

const PLAIN = /^[A-Za-z_./][A-Za-z0-9_./:@-]*[A-Za-z0-9_./@-]$|^[A-Za-z_]$/;
const WORDS = /^(true|false|yes|no|on|off|null|~|y|n|\.inf|\.nan)$/i;

/** A text that YAML reads as just that text. @param {string} text */
export function scalar(text) {
  if (PLAIN.test(text) && !WORDS.test(text) && !text.includes(': ')) return text;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param {unknown} value @param {string} [indent] @returns {string[]} lines */
export function yamlLines(value, indent = '') {
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      const [head, ...rest] = yamlLines(each, `${indent}  `);
      return [`${indent}- ${head.trimStart()}`, ...rest];
    });
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, each]) => entry(key, each, indent));
  }
  return [indent + (typeof value === 'string' ? scalar(value) : String(value))];
}

function entry(key, value, indent) {
  const name = `${indent}${scalar(key)}:`;
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each === 'string')) return [`${name} [${value.map(scalar).join(', ')}]`];
    return [name, ...yamlLines(value, indent)];
  }
  if (value !== null && typeof value === 'object') {
    return Object.keys(value).length === 0 ? [`${name} {}`] : [name, ...yamlLines(value, `${indent}  `)];
  }
  return [`${name} ${yamlLines(value)[0]}`];
}

/** @param {object[]} objects */
export function yaml(objects) {
  return objects.map((each) => yamlLines(each).join('\n')).join('\n---\n') + '\n';
}
