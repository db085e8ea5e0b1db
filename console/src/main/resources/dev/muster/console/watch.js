// A stream of JSON lines that begins anew when it ends, until nobody wants it any more.
import { ApiError, send } from './api.js';

const LONGEST_LINE = 4 * 1024 * 1024;

/**
 * Follows a watch.
 *
 * @param {() => string} path asked before each start, so that it can name where the last one ended
 * @param {{event: (event: any) => void, state?: (state: 'open' | 'waiting' | 'refused', error?: ApiError) => void, signal: AbortSignal}} to
 */
export async function watch(path, { event, state = () => {}, signal }) {
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      const response = await send('GET', path(), { signal });
      state('open');
      pause = 500;
      for await (const line of lines(response.body, signal)) event(JSON.parse(line));
      state('waiting');
    } catch (e) {
      if (signal.aborted) return;
      if (e instanceof ApiError && (e.kind === 'refused' || e.kind === 'signed-out' || e.kind === 'missing')) {
        state('refused', e);
        return;
      }
      state('waiting', e);
    }
    await sleep(pause, signal);
  }
}

async function* lines(body, signal) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      const parts = (rest + value).split('\n');
      rest = parts.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new Error('a line of the stream is too long');
      for (const part of parts) if (part !== '') yield part;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function sleep(millis, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    }, { once: true });
  });
}
