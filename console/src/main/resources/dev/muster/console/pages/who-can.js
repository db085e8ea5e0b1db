// Everybody who may do something.
import { html } from '../lib/lit-html.js';

export default {
  path: 'who-can',
  title: 'Who can',
  hint: 'Everybody who may do something',
  open: () => ({ view: () => html`<h1>Who can</h1>` }),
};
