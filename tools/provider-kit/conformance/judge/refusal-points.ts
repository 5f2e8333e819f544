import { refusalByCode } from '../../../../src/ramp/wire/refusals.js';
import type { ProbeName } from '../plan/probes.js';
import type { Verdict } from '../report.js';
import type { Said } from './said.js';
import type { Seen } from './seen.js';
import { fail, inWords, pass, unchecked } from './words.js';

export type Judge = (seen: Seen) => Verdict;

/** Without an answer there is nothing to check. */
export const judging =
  (name: ProbeName, judge: (said: Said, seen: Seen) => Verdict): Judge =>
  (seen) => {
    const said = seen.said(name);
    return said.kind === 'nothing' ? unchecked(said.why) : judge(said, seen);
  };

const passes = (said: Said, isGood: boolean): Verdict => (isGood ? pass(inWords(said)) : fail(inWords(said)));

export const refused = (name: ProbeName): Judge => judging(name, (said) => passes(said, said.kind === 'refusal'));

export const refusedWith = (code: string, name: ProbeName): Judge =>
  judging(name, (said) => passes(said, said.kind === 'refusal' && said.code === code));

export const accepted = (name: ProbeName): Judge =>
  judging(name, (said) => (said.kind === 'success' ? pass('accepted') : fail(inWords(said))));

/** "Illegal request path": an answer without an envelope comes from a proxy before the service. */
export const wrongPath = judging('wrong-path', (said) =>
  passes(said, said.kind === 'refusal' || said.kind === 'strange'),
);

export function limitsInMessage(seen: Seen): Verdict {
  for (const name of ['create-too-much', 'quote-too-much', 'quote-too-little'] as const) {
    const said = seen.said(name);
    if (said.kind !== 'refusal' || said.code !== '3102') continue;
    const { min, max } = refusalByCode({ returnCode: said.code, returnMsg: said.message }, seen.asked.codes);
    return min !== null && max !== null ? pass(`both, in ${name}`) : fail(`${name}: not both can be read`);
  }
  return unchecked('nothing was refused with 3102');
}

/** Codes that cannot be provoked from outside. */
export function notProvoked(why: string): Judge {
  return () => unchecked(why);
}
