// How somebody could become more than they are, step by step.
import { html, nothing } from '../lib/lit-html.js';

/** @param {{steps: {sentence: string, command?: string}[], becomes: string}[] | undefined} paths */
export function escalations(paths) {
  if (!paths?.length) return nothing;
  return html`<section aria-labelledby="more"><h2 id="more">Ways to become more</h2>
    <p class="hint">Each step is one that their rights allow. Nothing of it was tried.</p>
    ${paths.slice(0, 8).map((path) => html`<article class="card climb"><h3>${path.becomes ? html`Becomes <bdi>${path.becomes}</bdi>` : 'Becomes more'}</h3>
      <ol>${(path.steps ?? []).map((step) => html`<li><bdi>${step.sentence}</bdi>${step.command ? html`<br><code><bdi>${step.command}</bdi></code>` : nothing}</li>`)}</ol></article>`)}
    ${paths.length > 8 ? html`<p class="hint">and ${paths.length - 8} more ways</p>` : nothing}
  </section>`;
}
