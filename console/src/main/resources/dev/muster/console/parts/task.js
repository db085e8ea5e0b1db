// One question at a time: a new one ends the one before it.
import { update } from '../update.js';

const PATIENCE = 400;

/** What is asked for, and what came of it. */
export class Task {
  /** @type {any} */ result = null;
  /** @type {Error | null} */ error = null;
  running = false;
  /** it takes longer than people wait without being told */ slow = false;
  #abort = new AbortController();

  /** @param {(signal: AbortSignal, show: (part: any) => void) => Promise<any>} work show: what is there before all of it is */
  async run(work) {
    this.stop();
    const own = (this.#abort = new AbortController());
    this.running = true;
    const timer = setTimeout(() => {
      this.slow = own === this.#abort && this.running;
      update();
    }, PATIENCE);
    update();
    try {
      const result = await work(own.signal, (part) => own === this.#abort && this.#show(part));
      if (own === this.#abort) this.#end(result, null);
    } catch (e) {
      if (own === this.#abort && !own.signal.aborted) this.#end(null, e);
    } finally {
      clearTimeout(timer);
    }
  }

  #show(part) {
    this.result = part;
    this.error = null;
    this.slow = false;
    update();
  }

  #end(result, error) {
    this.result = result;
    this.error = error;
    this.running = false;
    this.slow = false;
    update();
  }

  /** Ends what is under way; what was found before stays. */
  stop() {
    this.#abort.abort();
    this.running = false;
    this.slow = false;
  }

  /** Forgets what was found, too. */
  clear() {
    this.stop();
    this.result = null;
    this.error = null;
  }
}
