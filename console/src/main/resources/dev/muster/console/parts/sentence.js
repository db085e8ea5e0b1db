// The sentence that asks: each of its words is a field.
import { html, nothing } from '../lib/lit-html.js';
import { Combobox } from './combobox.js';
import { known } from './known.js';
import { isPath } from './question.js';

const NONE = { all: new Map(), note: '' };

/** The words after the verb, which Ask and Who can share, and whom it is about. */
export class Sentence {
  user = new Combobox({ id: 'user', label: 'User', placeholder: 'I', names: () => known().users, load: () => known().loadSubjects(), first: true });
  verb = new Combobox({ id: 'verb', label: 'Verb', placeholder: 'verb', names: () => known().verbs, load: () => known().loadResources() });
  target = new Combobox({ id: 'resource', label: 'Resource, or a path', placeholder: 'resource', names: () => known().kinds, load: () => known().loadResources() });
  name = new Combobox({ id: 'name', label: 'Name of the object', placeholder: 'any name', names: () => this.#objects(), load: () => this.#objects() });
  namespace = new Combobox({ id: 'namespace', label: 'Namespace', placeholder: 'all namespaces', names: () => known().namespaces, load: () => known().loadNamespaces() });
  /** @type {Combobox[]} the last of them is empty */ groups = [];

  /** @param {import('./question.js').Words} words */
  set(words) {
    this.user.value = words.user;
    this.verb.value = words.verb;
    this.target.value = words.target;
    this.name.value = words.name;
    this.namespace.value = words.namespace;
    this.groups = words.groups.map((group, i) => this.#group(i, group));
    this.#roomForOne();
  }

  /** @returns {import('./question.js').Words} */
  words() {
    const path = isPath(this.target.value.trim());
    const text = (field) => field.value.trim();
    return {
      user: text(this.user),
      groups: this.groups.map(text).filter((group) => group !== ''),
      verb: text(this.verb),
      target: text(this.target),
      name: path ? '' : text(this.name),
      namespace: path ? '' : text(this.namespace),
      revision: '',
    };
  }

  #objects() {
    return this.target.value === '' || isPath(this.target.value) ? NONE : known().objects(this.target.value, this.namespace.value);
  }

  #group(i, value) {
    const field = new Combobox({
      id: `group-${i}`,
      label: i === 0 ? 'Group' : 'Another group',
      placeholder: i === 0 ? 'no group' : '+',
      names: () => known().groups,
      load: () => known().loadSubjects(),
      changed: () => this.#roomForOne(),
    });
    field.value = value;
    return field;
  }

  #roomForOne() {
    if (this.groups.length === 0 || this.groups.at(-1).value !== '') this.groups.push(this.#group(this.groups.length, ''));
    while (this.groups.length > 1 && this.groups.at(-1).value === '' && this.groups.at(-2).value === '') this.groups.pop();
  }

  /** Whom it is about. */
  subject() {
    return html`${this.user.view()} <span class="of">of</span> ${this.groups.map((group, i) => html`${i > 0 && group.value !== '' ? html`<span class="of">and</span> ` : nothing}${group.view()} `)}`;
  }

  /** What is done, and where. */
  deed() {
    const path = isPath(this.target.value);
    return html`${this.verb.view()} ${this.target.view()}${path ? nothing : html`<span class="slash" aria-hidden="true">/</span>${this.name.view()} in ${this.namespace.view()}`}`;
  }
}
