// Whether the server answers. While it does not, it is asked again and again; the screens hear when it is back.
import { update } from './update.js';

export const connection = { away: false };

let pause = 0;
const waiting = new Set();

/** @param {() => void} listener called whenever the server answers again */
export function onBack(listener) {
  waiting.add(listener);
}

/** A request got no answer. */
export function away() {
  if (connection.away) return;
  connection.away = true;
  pause = 500;
  setTimeout(probe, pause);
  update();
}

/** A request was answered, whatever it was. */
export function answered() {
  if (!connection.away) return;
  connection.away = false;
  update();
  for (const listener of waiting) listener();
}

async function probe() {
  if (!connection.away) return;
  try {
    await fetch('/version', { cache: 'no-store', credentials: 'same-origin' });
    answered();
  } catch {
    pause = Math.min(pause * 1.6, 5000);
    setTimeout(probe, pause);
  }
}
