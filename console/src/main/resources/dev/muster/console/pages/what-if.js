// Who gains and who loses what, before it is applied.
import { html, nothing } from '../lib/lit-html.js';
import { ask } from '../api.js';
import { changes } from '../parts/changes.js';
import { copyable } from '../parts/copy.js';
import { empty, failure, leftOut, notes } from '../parts/notice.js';
import { opened, opens } from '../parts/opened.js';
import { Task } from '../parts/task.js';
import { update } from '../update.js';

const LARGEST = 2 * 1024 * 1024;

class WhatIfScreen {
  text = '';
  mode = 'apply';
  over = false;
  problem = '';
  task = new Task();

  constructor(params) {
    this.text = params.get('manifest') ?? '';
    if (this.text !== '') this.#ask();
  }

  params(params) {
    const given = params.get('manifest');
    if (given !== null && given !== this.text) {
      this.text = given;
      this.#ask();
    }
  }

  close() {
    this.task.stop();
  }

  #ask = () => {
    const spec = { ...contentOf(this.text), ...(this.mode === 'delete' ? { delete: true } : {}), ...(this.mode === 'prune' ? { prune: true } : {}) };
    this.task.run((signal) => ask('AccessChange', spec, signal));
  };

  #submit = (event) => {
    event.preventDefault();
    if (this.text.trim() === '') document.getElementById('manifest')?.focus();
    else this.#ask();
  };

  #typed = (event) => {
    this.text = event.target.value;
    this.problem = '';
  };

  #choose = (event) => {
    this.mode = event.target.value;
    if (this.task.result) this.#ask();
    update();
  };

  #drag = (over) => (event) => {
    event.preventDefault();
    this.over = over;
    update();
  };

  #drop = async (event) => {
    event.preventDefault();
    this.over = false;
    await this.#read([...event.dataTransfer.files]);
  };

  #pick = (event) => this.#read([...event.target.files]);

  async #read(files) {
    if (files.length === 0) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    this.problem = size > LARGEST ? 'These files are larger than 2 MB together, which is more than the server takes at once.' : '';
    if (this.problem === '') {
      this.text = (await Promise.all(files.map((file) => file.text()))).join('\n---\n');
      this.#ask();
    }
    update();
  }

  view() {
    const option = (value, text) => html`<label class="check"><input type="radio" name="mode" value=${value} .checked=${this.mode === value} @change=${this.#choose}> ${text}</label>`;
    return html`<h1>What if this were applied?</h1>
      <p class="lead">Roles, bindings and whatever else decides about access, as YAML or JSON. Nothing is changed: the server says who would gain and who would lose.</p>
      <form @submit=${this.#submit} class=${`drop ${this.over ? 'over' : ''}`} @dragover=${this.#drag(true)} @dragleave=${this.#drag(false)} @drop=${this.#drop}>
        <label for="manifest">Manifest</label>
        <textarea id="manifest" data-first rows="12" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="Paste it here, or drop files" .value=${this.text} @input=${this.#typed}></textarea>
        ${this.problem === '' ? nothing : html`<p class="notice" role="alert">${this.problem}</p>`}
        <fieldset class="row"><legend class="hidden-text">What is done with it</legend>
          ${option('apply', 'applied')}${option('delete', 'deleted')}${option('prune', 'applied, and all other roles and bindings deleted')}</fieldset>
        <p class="row"><button type="submit" class="primary">What would change?</button>
          <label class="button file">Choose files<input type="file" class="hidden-text" multiple accept=".yaml,.yml,.json" @change=${this.#pick}></label></p>
      </form>${this.#answer()}`;
  }

  #answer() {
    const { result, error, slow, running } = this.task;
    if (slow) return html`<p class="hint" role="status">The server compares…</p>`;
    if (error) return failure(error, { need: 'create accesschanges.access.muster.dev', retry: this.#ask });
    if (!result) return nothing;
    const flag = { apply: '', delete: ' --delete', prune: ' --prune' }[this.mode];
    return html`<div class=${running ? 'stale' : ''}>
      ${(result.changes ?? []).length > 0 ? changes(result) : opens(result) ? nothing : empty('Nothing would change', 'Everybody may do what they may do now.')}
      ${opened(result)}
      ${leftOut(result.remaining)}${notes(result.notes)}
      <h2>Take it along</h2>${copyable(`muster what-if -f change.yaml${flag}`, 'the muster what-if command')}</div>`;
  }
}

/** JSON as objects; everything else as it is, for the server to read as YAML. */
function contentOf(text) {
  try {
    const read = JSON.parse(text);
    if (Array.isArray(read)) return { objects: read };
    return { objects: read.kind?.endsWith('List') && Array.isArray(read.items) ? read.items : [read] };
  } catch {
    return { manifest: text };
  }
}

export default {
  path: 'what-if',
  title: 'What if',
  hint: 'Who gains and loses by a change',
  open: (params) => new WhatIfScreen(params),
};
