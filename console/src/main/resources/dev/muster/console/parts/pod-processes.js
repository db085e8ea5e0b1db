// One pod: its containers with their numbers, and the files of its volumes.
import { html, nothing } from '../lib/lit-html.js';
import { volumeFiles } from './volume-files.js';

/** @param {{pod: any, processes: import('./process.js').Process[], mismatch: string, differs: boolean}} summary */
export function podProcesses({ pod, processes, mismatch, differs }) {
  const files = volumeFiles(pod);
  return html`<article class="card pod ${differs ? 'differs' : ''}">
    <h3><bdi>${pod.metadata.namespace}</bdi>/<bdi>${pod.metadata.name}</bdi> <span class="pill">${pod.status?.phase ?? 'Unknown'}</span>
      ${pod.status?.message ? html`<span class="hint"><bdi>${pod.status.message}</bdi></span>` : nothing}</h3>
    ${mismatch === '' ? nothing : html`<p class="bad">Not as the node predicted: <bdi>${mismatch}</bdi></p>`}
    ${processes.length === 0 ? html`<p class="hint">Its containers are for Windows: there are no such numbers.</p>` : html`<div class="frame" tabindex="0"><table class="processes">
      <thead><tr><th scope="col">Container</th><th scope="col">uid</th><th scope="col">gid</th><th scope="col">Groups</th></tr></thead>
      <tbody>${processes.map(row)}</tbody></table></div>`}
    ${processes.filter((each) => each.loses.length > 0).map((each) => html`<p class="hint">Under <code>Strict</code>, <bdi>${each.container}</bdi> would lose ${each.loses.join(', ')}, which only its image gives it.</p>`)}
    ${files.length === 0 ? nothing : html`<details><summary>Files of its volumes <span class="count">${files.length}</span></summary>${fileTable(files)}</details>`}
  </article>`;
}

function row(process) {
  return html`<tr><th scope="row"><bdi>${process.container}</bdi><br><span class="hint"><bdi>${process.image}</bdi></span></th>
    <td>${numberOf(process.uid, process)}</td><td>${numberOf(process.gid, process)}</td>
    <td>${process.groups.length === 0 ? html`<span class="hint">none</span>` : html`<ul class="numbers">${process.groups.map((group) => html`<li>${numberOf(group, process)}</li>`)}</ul>`}</td></tr>`;
}

/** The number of the live process; where there is none, the one that is asked for. */
function numberOf({ id, wanted, from, differs }, { known }) {
  if (!known) return html`<span class="mono">${wanted ?? '?'}</span> <span class="hint">${from}; ${wanted === undefined ? 'the node has not told' : 'asked for, the node has not told'}</span>`;
  if (!differs) return html`<b class="mono">${id}</b> <span class="hint">${from}</span>`;
  return html`<b class="mono bad">${id ?? 'missing'}</b> <span class="bad">${wanted === undefined ? from : `asked for: ${wanted}, ${from}`}</span>`;
}

function fileTable(files) {
  return html`<div class="frame" tabindex="0"><table><thead><tr><th scope="col">Volume</th><th scope="col">File</th><th scope="col">From</th><th scope="col">Mode</th><th scope="col">Owner</th><th scope="col">Group</th></tr></thead>
    <tbody>${files.map((file) => html`<tr><td><bdi>${file.volume}</bdi></td><td class="mono"><bdi>${file.file === '*' ? 'one for each key' : file.file}</bdi></td><td><bdi>${file.source}</bdi></td>
      <td class="mono">${file.mode}</td><td class="mono"><bdi>${file.owner}</bdi></td><td class="mono"><bdi>${file.group}</bdi></td></tr>`)}</tbody></table></div>`;
}
