import { refusalByCode } from '../../../../src/ramp/wire/refusals.js';
import type { ProbeName } from '../plan/probes.js';
import type { Verdict } from '../report.js';
import type { Seen } from './seen.js';
import { fail, inWords, pass, unchecked } from './words.js';

export type Judge = (seen: Seen) => Verdict;

export function refused(name: ProbeName): Judge {
  return (seen) => {
    const said = seen.said(name);
    if (said.kind === 'nothing') return unchecked(said.why);
    return said.kind === 'refusal' ? pass(inWords(said)) : fail(inWords(said));
  };
}

export function refusedWith(code: string, name: ProbeName): Judge {
  return (seen) => {
    const said = seen.said(name);
    if (said.kind === 'nothing') return unchecked(said.why);
    return said.kind === 'refusal' && said.code === code ? pass(inWords(said)) : fail(inWords(said));
  };
}

export function accepted(name: ProbeName): Judge {
  return (seen) => {
    const said = seen.said(name);
    if (said.kind === 'nothing') return unchecked(said.why);
    return said.kind === 'success' ? pass('accepted') : fail(inWords(said));
  };
}

/** "Illegal request path": an answer without an envelope comes from a proxy before the service. */
export function wrongPath(seen: Seen): Verdict {
  const said = seen.said('wrong-path');
  if (said.kind === 'nothing') return unchecked(said.why);
  if (said.kind === 'success' || said.kind === 'bare') return fail(inWords(said));
  return pass(inWords(said));
}

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
