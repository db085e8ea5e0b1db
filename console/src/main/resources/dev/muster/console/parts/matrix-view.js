// The matrix on the screen. What a cell is made of is shown below its row when it is opened.
import { html, nothing } from '../lib/lit-html.js';
import { update } from '../update.js';
import { named, ruleView } from './rule.js';
import { sentenceOf } from './dangers.js';
import { MARKS, otherVerbs } from './matrix.js';

const COLUMNS = 10;
const ROWS = 60;
const MOST_RIGHTS = 20;

export class MatrixView {
  #first = 0;
  #rows = ROWS;
  #open = '';
  filter = '';

  /** @param {ReturnType<typeof import('./matrix.js').matrixOf>} matrix @param {(row: any, cell: any, place: string) => string} ask the address that asks about a cell */
  constructor(matrix, ask) {
    this.matrix = matrix;
    this.ask = ask;
  }

  #matching() {
    const wanted = this.filter.trim().toLowerCase();
    if (wanted === '') return this.matrix;
    const columns = this.matrix.columns.filter((column) => column.namespaces.some((namespace) => namespace.includes(wanted)));
    const rows = this.matrix.rows.filter((row) => `${row.resource}.${row.group}`.toLowerCase().includes(wanted));
    const everywhere = this.matrix.columns.filter((column) => column.everywhere);
    return { columns: columns.length > 0 ? [...everywhere, ...columns] : this.matrix.columns, rows: rows.length > 0 || columns.length === 0 ? rows : this.matrix.rows };
  }

  view() {
    const { columns, rows } = this.#matching();
    const first = Math.min(this.#first, Math.max(0, columns.length - 1));
    const shown = columns.slice(first, first + COLUMNS);
    const used = rows.filter((row) => shown.some((column) => column.cells.has(row.key)));
    return html`<div class="row tools">
        <input type="search" aria-label="Only namespaces or resources with" placeholder="namespace or resource" .value=${this.filter} @input=${this.#filtered}>
        ${columns.length > COLUMNS ? this.#turns(first, columns.length) : nothing}
        ${legend()}
      </div>
      <div class="matrix-frame" tabindex="0" role="region" aria-label="Rights by namespace and resource">
        <table class="matrix">
          <thead><tr><th scope="col">Resource</th>${shown.map(columnHead)}</tr></thead>
          <tbody>${used.slice(0, this.#rows).map((row) => this.#row(row, shown))}</tbody>
        </table>
      </div>
      ${used.length > this.#rows ? html`<p><button type="button" @click=${this.#more}>${used.length - this.#rows} more resources</button></p>` : nothing}
      ${used.length === 0 ? html`<p class="hint">Nothing here is called so.</p>` : nothing}`;
  }

  #turns(first, count) {
    const turn = (to) => () => {
      this.#first = to;
      update();
    };
    return html`<span class="row"><button type="button" ?disabled=${first === 0} @click=${turn(Math.max(0, first - COLUMNS))}>Before</button>
      <span class="hint">${first + 1}–${Math.min(first + COLUMNS, count)} of ${count} places</span>
      <button type="button" ?disabled=${first + COLUMNS >= count} @click=${turn(first + COLUMNS)}>Next</button></span>`;
  }

  #row(row, columns) {
    const open = columns.find((column) => this.#open === key(row, column));
    return html`<tr><th scope="row"><bdi>${row.resource === '*' ? 'all resources' : row.resource}</bdi>${row.group === '' ? nothing : html` <small><bdi>${row.group === '*' ? 'of all groups' : row.group}</bdi></small>`}</th>
      ${columns.map((column) => this.#cell(row, column))}</tr>
      ${open ? html`<tr class="opened"><td colspan=${columns.length + 1}>${this.#detail(row, open)}</td></tr>` : nothing}`;
  }

  #cell(row, column) {
    const cell = column.cells.get(row.key);
    if (!cell) return html`<td></td>`;
    const own = key(row, column);
    const open = () => {
      this.#open = this.#open === own ? '' : own;
      update();
    };
    return html`<td><button type="button" class=${`cell ${cell.dangerous.size > 0 ? 'dangerous' : ''}`} aria-expanded=${this.#open === own}
      aria-label=${`${[...cell.verbs].join(', ')} ${row.resource} ${place(column)}${cell.dangerous.size > 0 ? ', dangerous' : ''}`} @click=${open}>${marks(cell)}</button></td>`;
  }

  #detail(row, column) {
    const cell = column.cells.get(row.key);
    const asked = { apiGroup: row.group, resource: row.resource };
    return html`<div class="row">${column.namespaces.length > 1 ? html`<span class="hint">The same in <bdi>${column.namespaces.slice(0, 12).join(', ')}</bdi>${column.namespaces.length > 12 ? ` and ${column.namespaces.length - 12} more` : ''}.</span>` : nothing}
        <a href=${this.ask(row, cell, column.namespaces[0])}>Ask about it</a></div>
      ${cell.rights.slice(0, MOST_RIGHTS).map((right) => html`<article class="card"><p class="chain">${named(right.binding)} <span class="gives">gives</span> ${named(right.role)}, <span class="gives">whose rule says</span></p>
        ${ruleView(right.rule, asked)}<p class="row">${right.dangers.map((danger) => html`<span class="pill danger">${sentenceOf(danger)}</span>`)}</p></article>`)}
      ${cell.rights.length > MOST_RIGHTS ? html`<p class="hint">and ${cell.rights.length - MOST_RIGHTS} more bindings that give the same</p>` : nothing}`;
  }

  #filtered = (event) => {
    this.filter = event.target.value;
    this.#first = 0;
    this.#rows = ROWS;
    update();
  };

  #more = () => {
    this.#rows += ROWS * 3;
    update();
  };
}

function key(row, column) {
  return `${row.key}\n${column.namespaces[0]}`;
}

function place(column) {
  return column.everywhere ? 'everywhere' : `in ${column.namespaces[0]}${column.namespaces.length > 1 ? ` and ${column.namespaces.length - 1} more` : ''}`;
}

function columnHead(column) {
  const more = column.namespaces.length - 1;
  const dangers = [...column.dangers].map(sentenceOf).join('; ');
  return html`<th scope="col" class=${column.dangers.size > 0 ? 'dangerous' : ''} title=${dangers === '' ? nothing : dangers}>${column.everywhere ? 'everywhere' : html`<bdi>${column.namespaces[0]}</bdi>`}${more > 0 ? html` <small>and ${more} more</small>` : nothing}</th>`;
}

function marks(cell) {
  const all = cell.verbs.has('*');
  const others = otherVerbs(cell);
  return html`${MARKS.map(([verb, mark]) => (cell.dangerous.has(verb) ? html`<em>${mark}</em>` : all || cell.verbs.has(verb) ? mark : html`<i>·</i>`))}${all ? (cell.dangerous.size > 0 ? html`<em>✱</em>` : '✱') : others.length === 0 ? nothing : others.some((verb) => cell.dangerous.has(verb)) ? html`<em>+</em>` : '+'}${cell.names ? html`<small>named</small>` : nothing}`;
}

function legend() {
  return html`<p class="hint legend">${MARKS.map(([verb, mark]) => html`<code>${mark}</code> ${verb} `)}<code>+</code> others <code>✱</code> all; <em>red</em> gives more than it says</p>`;
}
