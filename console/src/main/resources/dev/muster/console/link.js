// The link that signs in: `muster up` and `muster console` print one. Its code stands behind the # of the address, which no server
// sees, is taken out of the address before anything else happens, and is exchanged for a token that lives in memory only.
import { send } from './api.js';
import { adopt, identify, session, signedOut } from './session.js';
import { reopen } from './screens.js';

const LINK = /^#once=([A-Za-z0-9_-]{1,200})$/;

/** Follows the link in the address, if there is one, now and whenever one is pasted. To be called before the screens read it. */
export function followLinks() {
  addEventListener('hashchange', (event) => {
    const code = take();
    if (code === '') return;
    event.stopImmediatePropagation();
    arrive(code);
  });
  const code = take();
  return code === '' ? identify() : arrive(code);
}

function take() {
  const found = LINK.exec(location.hash);
  if (!found) return '';
  history.replaceState(null, '', location.pathname);
  return found[1];
}

async function arrive(code) {
  try {
    const answer = await (await send('POST', '/console/session', { body: { code } })).json();
    await adopt(answer.token);
    if (session.state === 'in') reopen();
  } catch (e) {
    signedOut(e.message);
  }
}
