// May somebody do something, and why.
import { html } from '../lib/lit-html.js';

export default {
  path: 'ask',
  title: 'Ask',
  hint: 'May somebody do something, and why',
  open: () => ({ view: () => html`<h1>Ask</h1>` }),
};
