import { member } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord } from '../../../../src/ramp/wire/wire.js';
import type { ProbeName } from '../plan/probes.js';
import type { Verdict } from '../report.js';
import type { Seen } from './seen.js';
import { fail, inWords, pass, typeOf, unchecked, words } from './words.js';

/** Probes where the contract leaves the envelope open, or where some providers answer differently. */
const NOT_SAID: ReadonlySet<ProbeName> = new Set<ProbeName>([
  'sell-by-order-no',
  'unknown-buy',
  'unknown-buy-again',
  'unknown-buy-order-no',
  'unknown-sell',
  'unknown-sell-again',
  'unknown-sell-order-no',
  'wrong-path',
]);

const NOTHING_TO_JUDGE = unchecked('no such answer');

/** "A signed call is answered": nearly all other points depend on it. */
export function signedCallAnswered(seen: Seen): Verdict {
  const { tried, accepted } = seen.asked.signature;
  if (accepted !== null) return pass(`the crypto list, signed as ${accepted.name}`);
  return fail(`signed as ${tried.join(', ')}; the first of them ${inWords(seen.said('list'))}`);
}

export function everyAnswerEnveloped(seen: Seen): Verdict {
  const described = seen.answers().filter(({ name, said }) => !NOT_SAID.has(name) && said.kind !== 'nothing');
  const other = described.find(({ said }) => said.kind !== 'success' && said.kind !== 'refusal');
  if (other !== undefined) return fail(`${other.name}: ${inWords(other.said)}`);
  return pass(`${described.length} answers`);
}

export function successFields(seen: Seen): Verdict {
  return eachEnvelope(seen, 'success', (envelope) => [
    ...(member(envelope, 'success') === true ? [] : ['success is not true']),
    ...(member(envelope, 'returnCode') === '0000' ? [] : ['returnCode is not "0000"']),
    ...(member(envelope, 'returnMsg') === 'SUCCESS' ? [] : ['returnMsg is not "SUCCESS"']),
    ...(typeof member(envelope, 'extend') === 'string' ? [] : ['extend is no string']),
    ...(Object.hasOwn(envelope, 'data') ? [] : ['data is absent']),
  ]);
}

export function refusalFields(seen: Seen): Verdict {
  return eachEnvelope(seen, 'refusal', (envelope) => {
    const code = member(envelope, 'returnCode');
    const message = member(envelope, 'returnMsg');
    return [
      ...(member(envelope, 'success') === false ? [] : ['success is not false']),
      ...(typeof code === 'string' && /^\d{4}$/.test(code) && code !== '0000'
        ? []
        : ['returnCode has not four digits']),
      ...(typeof message === 'string' && message !== '' ? [] : ['returnMsg is no text']),
      ...(typeof member(envelope, 'extend') === 'string' ? [] : ['extend is no string']),
      ...(member(envelope, 'data') === null ? [] : [`data is ${typeOf(member(envelope, 'data'))}, not null`]),
    ];
  });
}

export function traceIdText(seen: Seen): Verdict {
  const ids = envelopes(seen).flatMap((envelope) => {
    const id = member(envelope, 'traceId');
    return id === undefined ? [] : [id];
  });
  if (ids.length === 0) return NOTHING_TO_JUDGE;
  const odd = words(ids.filter((id) => typeof id !== 'string').map(typeOf));
  return odd.length === 0 ? pass(`in ${ids.length} answers`) : fail(`it is ${odd.join(', ')}`);
}

function envelopes(seen: Seen): readonly WireRecord[] {
  return seen
    .answers()
    .flatMap(({ said }) => (said.kind === 'success' || said.kind === 'refusal' ? [said.envelope] : []));
}

function eachEnvelope(seen: Seen, kind: 'success' | 'refusal', faultsOf: (envelope: WireRecord) => string[]): Verdict {
  const all = seen.answers().flatMap(({ name, said }) => (said.kind === kind ? [{ name, said }] : []));
  const faulty = all.flatMap(({ name, said }) => {
    const faults = faultsOf(said.envelope);
    return faults.length === 0 ? [] : [`${name}: ${faults.join(', ')}`];
  });
  if (all.length === 0) return NOTHING_TO_JUDGE;
  const [first] = faulty;
  if (first === undefined) return pass(`${all.length} answers`);
  return fail(faulty.length === 1 ? first : `${first}; and ${faulty.length - 1} more`);
}
