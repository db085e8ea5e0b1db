// A binding's subject as somebody who can be asked about.

/** @param {{kind: string, name: string, namespace?: string}} subject @returns {{user: string, group: string[]}} */
export function subjectQuery(subject) {
  switch (subject.kind) {
    case 'Group':
      return { user: 'anybody', group: [subject.name] };
    case 'ServiceAccount':
      return {
        user: `system:serviceaccount:${subject.namespace}:${subject.name}`,
        group: ['system:serviceaccounts', `system:serviceaccounts:${subject.namespace}`, 'system:authenticated'],
      };
    default:
      return { user: subject.name, group: subject.name === 'system:anonymous' ? ['system:unauthenticated'] : ['system:authenticated'] };
  }
}
