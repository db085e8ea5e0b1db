// All that somebody may do.
import { html } from '../lib/lit-html.js';

export default {
  path: 'can',
  title: 'What can',
  hint: 'All that somebody may do',
  open: () => ({ view: () => html`<h1>What can</h1>` }),
};
