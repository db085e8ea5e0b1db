// All screens, in the order of the navigation; the first is where one begins.
//
// A page is {path, title, hint, open(params)}. open returns what is on the screen: {view(), params?(params), close?()}.
// view is called at each drawing and returns a template; params when the address changes and stays on this page (without it the
// page is opened anew); close when it is left, to end what is under way. Whoever changed what view shows calls update().
import ask from './ask.js';
import whoCan from './who-can.js';
import can from './can.js';
import whatIf from './what-if.js';
import live from './live.js';
import processes from './processes.js';
import policies from './policies.js';
import accounts from './accounts.js';

/** @type {import('../screens.js').Page[]} */
export const pages = [ask, whoCan, can, whatIf, live, processes, policies, accounts];
