import { readHttpDate } from '../../../../src/ramp/wire/evidence.js';
import type { ReportFinding } from '../report.js';
import { notSeen, plain } from './finding.js';
import type { Seen } from './seen.js';
import { words } from './words.js';

export function refusalStatus(seen: Seen): ReportFinding {
  const refusals = seen.answers().filter(({ said }) => said.kind === 'refusal');
  if (refusals.length === 0) return notSeen('no such answer');
  const all = words(refusals.map(({ answered }) => String(answered.answer.status)));
  return plain(all.length === 1 ? (all[0] ?? '') : all, `HTTP ${all.join(', ')} in ${refusals.length} answers`);
}

export function redirects(seen: Seen): ReportFinding {
  const names = seen
    .answers()
    .filter(({ answered: { answer } }) => answer.status >= 300 && answer.status < 400)
    .map(({ name }) => name);
  return names.length === 0
    ? plain('none', 'none')
    : plain(names, `in answer to ${names.join(', ')}; none was followed`);
}

/** HTTP 429 hides the answer to a probe. */
export function tooMany(seen: Seen): ReportFinding {
  const names = seen.answers().flatMap(({ name, said }) => (said.kind === 'nothing' ? [name] : []));
  return plain(names.length, names.length === 0 ? 'none' : `${names.join(', ')}: run it again with a lower --rps`);
}

/** How far the provider's clock is ahead of ours; null: no `Date` header. */
export function skewSeconds(seen: Seen): number | null {
  const list = seen.answered('list');
  const date = readHttpDate(list?.answer.date ?? null);
  if (list === null || date === null) return null;
  // The header is truncated to the second; half a second is the best estimate of the rest.
  return Math.round((date.getTime() + 500 - list.midway) / 1000);
}

export function clockSkew(seen: Seen): ReportFinding {
  const seconds = skewSeconds(seen);
  if (seconds === null) return notSeen('no Date header to compare with');
  if (Math.abs(seconds) <= 2) return plain(0, 'none that can be measured');
  const other =
    seen.asked.offsetMs === 0 ? '; timestamps are checked by another clock than that of the Date header' : '';
  return plain(
    seconds,
    `the Date header is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} our clock${other}`,
  );
}
