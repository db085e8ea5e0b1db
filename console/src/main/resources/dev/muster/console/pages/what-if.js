// Who gains and loses by a change.
import { html } from '../lib/lit-html.js';

export default {
  path: 'what-if',
  title: 'What if',
  hint: 'Who gains and loses by a change',
  open: () => ({ view: () => html`<h1>What if</h1>` }),
};
