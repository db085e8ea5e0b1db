// A field that completes: an ARIA combobox with a list below it.
import { html, nothing } from '../lib/lit-html.js';
import { update } from '../update.js';

const MOST = 60;

/** @typedef {{all: Map<string, string>, note: string, reading?: boolean}} Names */

export class Combobox {
  value = '';
  #open = false;
  #active = -1;
  #typed = false;

  /**
   * @param {{id: string, label: string, placeholder: string, names: () => Names, load?: () => void, changed?: () => void, first?: boolean}} about
   *   load: called when the field is entered, to get what it completes from
   */
  constructor(about) {
    this.about = about;
  }

  get #matches() {
    const names = [...this.about.names().all];
    const wanted = this.#typed ? this.value.toLowerCase() : '';
    if (wanted === '') return names.slice(0, MOST);
    const begin = names.filter(([name]) => name.toLowerCase().startsWith(wanted));
    const within = begin.length >= MOST ? [] : names.filter(([name]) => name.toLowerCase().indexOf(wanted) > 0);
    return [...begin, ...within].slice(0, MOST);
  }

  view() {
    const { id, label, placeholder, first } = this.about;
    const matches = this.#open ? this.#matches : [];
    const note = this.#open ? noteOf(this.about.names()) : '';
    const shown = this.#open && (matches.length > 0 || note !== '');
    return html`<span class="field">
      <input id=${id} type="text" role="combobox" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1024"
        aria-label=${label} aria-autocomplete="list" aria-expanded=${shown} aria-controls=${`${id}-list`}
        aria-activedescendant=${shown && this.#active >= 0 ? `${id}-${this.#active}` : nothing}
        placeholder=${placeholder} size=${Math.max(this.value.length, placeholder.length, 2)} .value=${this.value}
        ?data-first=${first} @input=${this.#input} @focus=${this.#focus} @blur=${this.#blur} @keydown=${this.#key}>
      ${shown ? html`<span class="popup" @mousedown=${(event) => event.preventDefault()}>
        <span role="listbox" id=${`${id}-list`} aria-label=${label}>
          ${matches.map(([name, hint], i) => html`<span role="option" id=${`${id}-${i}`} aria-selected=${i === this.#active}
            @click=${() => this.#pick(name)}><bdi>${name}</bdi>${hint === '' ? nothing : html` <small>${hint}</small>`}</span>`)}
        </span>
        ${note === '' ? nothing : html`<span class="popup-note">${note}</span>`}
      </span>` : nothing}
    </span>`;
  }

  #input = (event) => {
    this.value = event.target.value;
    this.#typed = true;
    this.#open = true;
    this.#active = -1;
    this.#changed();
  };

  #focus = (event) => {
    event.target.select();
    this.#typed = false;
    this.about.load?.();
  };

  #blur = () => {
    this.#open = false;
    this.value = this.value.trim();
    this.#changed();
  };

  #key = (event) => {
    const matches = this.#matches;
    const last = matches.length - 1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      this.#active = this.#open ? wrap(this.#active + step, last) : step === 1 ? Math.min(0, last) : last;
      this.#open = true;
      update();
      queueMicrotask(() => document.getElementById(`${this.about.id}-${this.#active}`)?.scrollIntoView({ block: 'nearest' }));
    } else if (event.key === 'Enter' && this.#open && matches[this.#active]) {
      event.preventDefault();
      this.#pick(matches[this.#active][0]);
    } else if (event.key === 'Escape' && this.#open) {
      event.preventDefault();
      this.#open = false;
      update();
    } else if (event.key === 'Enter') {
      this.#open = false;
      this.value = this.value.trim();
      update();
    }
  };

  #pick(name) {
    this.value = name;
    this.#open = false;
    this.#active = -1;
    this.#typed = false;
    this.#changed();
  }

  #changed() {
    this.about.changed?.();
    update();
  }
}

function noteOf({ note, reading }) {
  return note === '' && reading ? 'More are being read…' : note;
}

function wrap(index, last) {
  return last < 0 ? -1 : index > last ? 0 : index < 0 ? last : index;
}
