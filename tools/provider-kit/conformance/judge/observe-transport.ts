import { readHttpDate } from '../../../../src/ramp/wire/evidence.js';
import { member } from '../../../../src/ramp/wire/wire.js';
import type { ReportFinding } from '../report.js';
import { envelopes } from './envelope-points.js';
import { notSeen, plain } from './finding.js';
import type { Seen } from './seen.js';
import { words } from './words.js';

type Answers = ReturnType<Seen['answers']>;

export function successStatus(seen: Seen): ReportFinding {
  return statuses(seen.answers().filter(({ said }) => said.kind === 'success' || said.kind === 'bare'));
}

export function refusalStatus(seen: Seen): ReportFinding {
  return statuses(seen.answers().filter(({ said }) => said.kind === 'refusal'));
}

function statuses(answers: Answers): ReportFinding {
  if (answers.length === 0) return notSeen('no such answer');
  const all = words(answers.map(({ answered }) => String(answered.answer.status)));
  return plain(all.length === 1 ? (all[0] ?? '') : all, `HTTP ${all.join(', ')} in ${answers.length} answers`);
}

export function contentTypes(seen: Seen): ReportFinding {
  const types = seen
    .answers()
    .map(({ answered }) => answered.contentType?.split(';')[0]?.trim().toLowerCase() ?? 'none');
  const all = [...new Set(types)].map((type) => (/^[a-z0-9.+-]+\/[a-z0-9.+-]+$|^none$/.test(type) ? type : '[odd]'));
  return plain(all, all.join(', '));
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

export function slowest(seen: Seen): ReportFinding {
  const times = seen.answers().map(({ name, answered }) => ({ name, ms: answered.milliseconds }));
  const worst = times.reduce((slow, time) => (time.ms > slow.ms ? time : slow), { name: '', ms: 0 });
  return plain(worst.ms, `${worst.ms} ms, with a connection of its own (${worst.name})`);
}

export function traceIds(seen: Seen): ReportFinding {
  const all = envelopes(seen);
  if (all.length === 0) return notSeen('no envelope');
  const having = all.filter((envelope) => (member(envelope, 'traceId') ?? '') !== '').length;
  const value = having === all.length ? 'always' : having === 0 ? 'never' : 'sometimes';
  return plain(value, `in ${having} of ${all.length} envelopes`);
}

export function dateHeader(seen: Seen): ReportFinding {
  const answers = seen.answers();
  const dated = answers.filter(({ answered }) => readHttpDate(answered.answer.date) !== null).length;
  const value = dated === answers.length ? 'always' : dated === 0 ? 'never' : 'sometimes';
  const consequence = value === 'always' ? '' : ': where it is absent, the clocks cannot be compared';
  return plain(value, `in ${dated} of ${answers.length} answers${consequence}`);
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
