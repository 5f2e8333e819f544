import type { ProbeName } from '../plan/probes.js';
import type { ReportFinding } from '../report.js';
import { DOCUMENTED_CODES } from './documented.js';
import { notSeen, plain } from './finding.js';
import { recordsOf } from './record-points.js';
import type { Said } from './said.js';
import type { Seen } from './seen.js';
import { textIn } from './text.js';
import { inWords, word, words } from './words.js';

export type Observe = (seen: Seen) => ReportFinding;

export function signatureScheme(seen: Seen): ReportFinding {
  const { tried, accepted } = seen.asked.signature;
  if (accepted === null) return notSeen(`none of ${tried.join(', ')} was accepted`);
  const before = tried.filter((name) => name !== accepted.name);
  const detail = before.length === 0 ? 'the configured one' : `refused: ${before.join(', ')}`;
  return { value: accepted.name, detail, setting: accepted.setting };
}

/** The code for a wrong signature; a setting only if no other refusal uses the code. */
export function signatureRefusal(seen: Seen): ReportFinding {
  const said = seen.said('wrong-signature');
  if (said.kind === 'nothing') return notSeen(said.why);
  if (said.kind !== 'refusal') return plain('not-refused', inWords(said));
  const missing = seen.said('no-signature');
  const without = missing.kind === 'refusal' && missing.code !== said.code ? `; without one ${inWords(missing)}` : '';
  if (seen.asked.signature.accepted === null) {
    return plain(word(said.code), `${inWords(said)}, as everything is: it may be about something else`);
  }
  return ownCode(seen, said, without, 'RAMP_SIGNATURE_REFUSED_CODES', ['wrong-signature', 'no-signature']);
}

/** The code for a wrong access token; a setting only if no other refusal uses the code. */
export function wrongToken(seen: Seen): ReportFinding {
  const said = seen.said('create-wrong-token');
  if (said.kind === 'nothing') return notSeen(said.why);
  if (said.kind !== 'refusal') return plain('not-refused', `${inWords(said)}: an order may have been made`);
  const setting = 'RAMP_ACCESS_TOKEN_REFUSED_CODES';
  return ownCode(seen, said, '', setting, ['create-wrong-token', 'create-without-token']);
}

/**
 * `names`: the probes expected to get this code. If other probes get it too, a setting would misread those refusals; a
 * documented code keeps its meaning in spite of any setting.
 */
function ownCode(
  seen: Seen,
  refusal: Extract<Said, { kind: 'refusal' }>,
  further: string,
  setting: string,
  names: readonly ProbeName[],
): ReportFinding {
  const value = word(refusal.code);
  const detail = inWords(refusal) + further;
  const other = seen.answers().find(({ name, said }) => !names.includes(name) && codeOf(said) === value);
  if (other !== undefined) return plain(value, `${detail}, as ${other.name} is: they cannot be told apart by the code`);
  if (DOCUMENTED_CODES.includes(value)) return plain(value, `${detail}: the contract gives that code another meaning`);
  return { value, detail, setting: /^\w+$/.test(refusal.code) ? `${setting}=${refusal.code}` : null };
}

/** The code for a refusal that the contract documents no code for. */
export function refusalCode(name: ProbeName): Observe {
  return (seen) => {
    const said = seen.said(name);
    if (said.kind === 'nothing') return notSeen(said.why);
    const status = seen.answered(name)?.answer.status ?? 0;
    return plain(codeOf(said), said.kind === 'refusal' ? `${inWords(said)}, HTTP ${status}` : inWords(said));
  };
}

function codeOf(said: Said): string {
  if (said.kind === 'refusal') return word(said.code);
  return said.kind === 'strange' ? 'no-envelope' : 'not-refused';
}

const MINUTE_WORDS = ['less than 4.5 minutes', '4.5 to 6 minutes', 'more than 6 minutes'] as const;
const TOLERANCES = ['under-4.5-min', '4.5-to-6-min', 'over-6-min'] as const;

/** Do amounts accept the ISO 4217 decimals of their currency? Whole amounts work. */
export function fiatPrecision(seen: Seen): ReportFinding {
  const { subject } = seen.asked;
  const said = seen.said('quote-with-decimals');
  if (said.kind === 'refusal' && seen.said('quote-one').kind === 'success' && subject !== null) {
    const detail = `${inWords(said)} for ${subject.buy?.withDecimals ?? ''} ${subject.fiat}, not for the whole amount`;
    return { value: 'whole', detail, setting: `FIAT_DECIMALS=${subject.fiat}=0` };
  }
  if (said.kind === 'success') return plain('iso-4217', 'amounts of quotes may have the decimals of ISO 4217');
  return notSeen(said.kind === 'nothing' ? said.why : 'no amount with decimals was accepted');
}

/** The largest accepted distance between a timestamp and the provider's clock. */
export function tolerance(nearer: ProbeName, farther: ProbeName): Observe {
  return (seen) => {
    const [near, far] = [seen.said(nearer), seen.said(farther)];
    if (near.kind === 'nothing' || far.kind === 'nothing')
      return notSeen(near.kind === 'nothing' ? near.why : inWords(far));
    const step = far.kind === 'success' ? 2 : near.kind === 'success' ? 1 : 0;
    const refusal = [near, far].find(({ kind }) => kind !== 'success');
    const how = refusal === undefined ? '' : `; beyond: ${inWords(refusal)}`;
    return plain(TOLERANCES[step], `${MINUTE_WORDS[step]}${how}`);
  };
}

export function repeatedNumber(seen: Seen): ReportFinding {
  const said = seen.said('create-again');
  const { created } = seen.asked;
  if (said.kind === 'nothing') return notSeen(said.why);
  if (said.kind === 'refusal') return plain('refused', inWords(said));
  if (said.kind !== 'success' || created === null) return notSeen(inWords(said));
  const orderNo = seen.record('create-again')?.['orderNo'];
  return orderNo === created.orderNo
    ? plain('same-order', 'the order that was made before is answered again')
    : plain('second-order', 'a second order is made: uniqueness is the duty of the merchant');
}

export function statusesBeyond(probes: readonly ProbeName[], known: readonly string[], side: string): Observe {
  return (seen) => {
    const statuses = recordsOf(seen, probes).flatMap(({ record }) => textIn(record, 'status') ?? []);
    if (statuses.length === 0) return notSeen('no order to look at');
    const beyond = words(statuses.filter((status) => !known.includes(status)));
    if (beyond.length === 0) return plain([], `none; seen: ${words(statuses).join(', ')}`);
    return plain(
      beyond,
      `${beyond.join(', ')}: decide what each means, in RAMP_STATUS_MAP (${side}:${beyond[0] ?? ''}=...)`,
    );
  };
}
