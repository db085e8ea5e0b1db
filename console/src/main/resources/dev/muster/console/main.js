// Starts the page: who is it, which screen does the address name, and what is drawn.
import { render } from './lib/lit-html.js';
import { applyTheme } from './theme.js';
import { followLinks } from './link.js';
import { shell } from './shell.js';
import { start } from './screens.js';
import { onUpdate, update } from './update.js';

applyTheme();
onUpdate(() => render(shell(), document.body));
followLinks();
start();
update();
