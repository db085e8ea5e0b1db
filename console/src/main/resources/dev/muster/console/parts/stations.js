// The way of a request, station by station, with the one lit that decided.
import { html, nothing } from '../lib/lit-html.js';

const STAGES = { Authentication: 'Who it is', Authorization: 'May they', Admission: 'As it is', Identity: 'What it becomes' };
const VERDICTS = {
  Allowed: { sign: '✓', text: 'allowed' },
  Refused: { sign: '✕', text: 'refused' },
  NoOpinion: { sign: '–', text: 'no opinion' },
  NotAsked: { sign: '·', text: 'not asked' },
  Unknown: { sign: '?', text: 'did not say' },
};

/** @typedef {{stage: string, name: string, verdict: string, reason?: string, decides?: boolean, changes?: string[]}} Station */

/** Those of admission that had nothing to say are one station together: there are many of them. @param {Station[]} stations */
function gathered(stations) {
  const silent = (each) => each.stage === 'Admission' && !each.decides && each.verdict !== 'Refused' && !each.changes?.length && each.verdict !== 'Unknown';
  const quiet = stations.filter(silent);
  if (quiet.length < 4) return stations;
  const one = { stage: 'Admission', name: `${quiet.length} others`, verdict: quiet[0].verdict, title: quiet.map((each) => each.name).join(', ') };
  const rest = stations.filter((each) => !silent(each));
  const after = rest.findLastIndex((each) => each.stage === 'Authentication' || each.stage === 'Authorization' || each.stage === 'Admission');
  return rest.toSpliced(after + 1, 0, one);
}

/** Where nobody allows, that nobody does is what decides. @param {Station[]} stations */
function withEnd(stations, allowed) {
  const last = stations.findLastIndex((each) => each.stage === 'Authorization');
  if (allowed !== false || last < 0 || stations.some((each) => each.decides)) return stations;
  return stations.toSpliced(last + 1, 0, { stage: 'Authorization', name: 'Nobody allows it', verdict: 'Refused', reason: 'what no mode allows is refused', decides: true });
}

/** @param {Station[]} stations @param {boolean | undefined} allowed */
export function stationStrip(stations, allowed) {
  if (!stations?.length) return nothing;
  const all = gathered(withEnd(stations, allowed));
  return html`<section class="way" aria-labelledby="way"><h2 id="way" class="hidden-text">The way of the request</h2>
    <ol class="stations" tabindex="0" aria-label="Stations of the request, in their order">${all.map((each, i) => stop(each, all[i - 1]?.stage !== each.stage))}</ol></section>`;
}

function stop(station, begins) {
  const verdict = VERDICTS[station.verdict] ?? VERDICTS.Unknown;
  return html`<li class=${`station ${station.verdict} ${station.decides ? 'decides' : ''} ${begins ? 'begins' : ''}`} title=${station.title ?? nothing}>
    <span class="stage">${begins ? (STAGES[station.stage] ?? station.stage) : nothing}</span>
    <span class="dot" aria-hidden="true">${verdict.sign}</span>
    <b><bdi>${station.name}</bdi></b>
    <span class="said">${verdict.text}${station.decides ? html`<span class="hidden-text">, and this decides</span>` : nothing}</span>
    ${station.reason ? html`<span class="reason"><bdi>${station.reason}</bdi></span>` : nothing}
    ${station.changes?.map((change) => html`<span class="change"><bdi>${change}</bdi></span>`)}
  </li>`;
}
