import { NOT_FOUND_WORDS } from '../../../../src/platform/config/ramp-settings.js';
import type { NotFoundSettings } from '../../../../src/platform/config/ramp-settings.js';
import type { RampSettings } from '../../../../src/platform/config/settings.js';
import { retryReason } from '../../../../src/ramp/calls/rationed-calls.js';
import type { RampRefused } from '../../../../src/ramp/port/ramp.errors.js';
import type { Side } from '../../../../src/ramp/port/trade-facts.js';
import { refusalByCode } from '../../../../src/ramp/wire/refusals.js';
import { isWireList } from '../../../../src/ramp/wire/wire.js';
import {
  notFoundForms,
  notFoundInWords,
  otherCodes,
  proposeNotFound,
  UNKNOWN_ORDERS,
} from '../../conformance/judge/observe-not-found.js';
import { skewSeconds } from '../../conformance/judge/observe-transport.js';
import type { Said } from '../../conformance/judge/said.js';
import type { Seen } from '../../conformance/judge/seen.js';
import { textIn } from '../../conformance/judge/text.js';
import { inWords } from '../../conformance/judge/words.js';
import { meansOf, Unreachable } from '../../conformance/means.js';
import { PLAN } from '../../conformance/plan/probes.js';
import { run } from '../../conformance/run.js';
import type { Wishes } from '../../lib/wishes.js';
import { failed, notRun, passed, warned } from '../finding.js';
import type { Finding, SignatureFinding } from '../finding.js';

/** A conformance run without creates. */
export interface Looked {
  readonly seen: Seen;
  /** In a rotation, the run with the other app secret. */
  readonly other: Seen | null;
  readonly isSecond: boolean;
  /** All probes of the conformance run: what else is refused with a code. */
  readonly everything: () => Promise<Seen>;
}

const NO_ORDERS = { orderNo: null, merchantOrderNo: null, sellOrderNo: null };
const FEW = PLAN.filter(({ name }) => name === 'quote-one' || UNKNOWN_ORDERS.includes(name));

/** A text: why the provider cannot be reached. */
export async function lookAt(settings: RampSettings, wishes: Wishes): Promise<Looked | string> {
  const aim = { wishes, payWayCode: null, known: NO_ORDERS, create: null };
  const secrets = settings.appSecretNext === null ? [settings.appSecret] : [settings.appSecret, settings.appSecretNext];
  try {
    const all = secrets.map((appSecret) => {
      const means = meansOf({ ...settings, appSecret }, settings.maxRps, () => undefined);
      return (plan = PLAN) => run(aim, means, plan);
    });
    const [one, two] = [await all[0]?.(FEW), await all[1]?.(FEW)];
    if (one === undefined) throw new TypeError('there is no secret');
    const isSecond = two !== undefined && !isSigned(one, settings) && isSigned(two, settings);
    const everything = async (): Promise<Seen> => (await all[isSecond ? 1 : 0]?.()) ?? one;
    return { seen: isSecond ? two : one, other: (isSecond ? one : two) ?? null, isSecond, everything };
  } catch (error) {
    if (error instanceof Unreachable) return error.detail;
    throw error;
  }
}

const isSigned = ({ asked }: Seen, { signature }: Pick<RampSettings, 'signature'>): boolean =>
  asked.signature.accepted?.name === signature.preset;

const NETWORK = 'Check RAMP_BASE_URL, the name service, firewalls, and whether the provider lists your addresses.';
const CERTIFICATE = 'The certificate of RAMP_BASE_URL has to be valid for its name.';

/** Any answer passes; other checks judge its content. */
export function judgeReachability(looked: Looked | string): Finding {
  if (typeof looked === 'string') {
    const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(looked);
    return failed(`no answer from the provider: ${looked}`, isCertificate ? CERTIFICATE : NETWORK);
  }
  const { answer: { status = 0 } = {}, milliseconds } = looked.seen.answered('list') ?? {};
  if (status < 300 || status >= 400) return passed(`an answer after ${milliseconds} ms (HTTP ${status})`);
  return failed(
    `the provider answers with a redirect (HTTP ${status}), which is never followed`,
    'Put the address to which it leads into RAMP_BASE_URL, if it is the provider’s.',
  );
}

/** The provider refuses timestamps that are 5 minutes off; a clock that drifts may be that far off soon. */
const MOST_SKEW_S = 60;
const NTP = 'Let this machine take its time by NTP';

/** The difference between our clock and the provider's, by the `Date` of an answer. */
export function judgeClock({ seen }: Looked): Finding {
  const seconds = skewSeconds(seen);
  if (seconds === null) {
    return warned(
      'the provider’s answers carry no Date: its clock cannot be seen',
      `${NTP}; nothing will tell when it is off.`,
    );
  }
  if (Math.abs(seconds) <= 2) return passed('the same as the provider’s, as far as its answers tell');
  const where = `this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the provider`;
  if (Math.abs(seconds) > MOST_SKEW_S) return failed(where, `${NTP}: requests will be refused.`);
  return passed(`${where}; up to 300 s are accepted`);
}

type Refusal = Extract<Said, { kind: 'refusal' }>;

/** Quotes the provider: the reader configures the service. */
const quoted = ({ code, message }: Refusal): string => `${code} ${message}`.trim();

const reasonOf = (seen: Seen, { code, message }: Refusal): RampRefused['reason'] =>
  refusalByCode({ returnCode: code, returnMsg: message }, seen.asked.codes).reason;

/** Refusals that precede the check of the signature, and their remedies. */
const BEFORE_THE_SIGNATURE: Partial<Record<RampRefused['reason'], readonly [seen: string, fix: string]>> = {
  timestamp_expired: ['the clock comes first', `${NTP}.`],
  app_unknown: ['the provider does not know the app id', 'Check RAMP_APP_ID.'],
  path_unknown: ['the provider does not know the path', 'Check RAMP_BASE_URL and RAMP_SIGNATURE_PATH_PREFIX.'],
  rate_limited: ['the provider is busy', 'Try again later.'],
};

/** Does the provider accept our signatures? If it refuses the configured scheme, the presets were tried. */
export function judgeSignature({ seen, other, isSecond }: Looked, settings: RampSettings): SignatureFinding {
  const { accepted } = seen.asked.signature;
  const configured = settings.signature.preset;
  if (accepted?.name === configured) {
    const by = isSecond ? ' with RAMP_APP_SECRET_NEXT' : '';
    const missed = other === null ? null : unknownRefusal(other, settings.signatureCodes);
    return { ...(missed ?? passed(`${configured} is accepted${by}`)), accepted: configured };
  }
  if (accepted !== null) {
    const detail = `${configured} is refused, ${accepted.name} is accepted`;
    return { ...failed(detail, `Set ${accepted.setting}`), accepted: accepted.name };
  }
  const said = seen.said('list');
  if (said.kind === 'nothing' || (said.kind === 'strange' && (seen.answered('list')?.answer.status ?? 0) >= 500)) {
    return { ...notRun('the provider did not answer'), accepted: null };
  }
  const [before, fix = ''] = (said.kind === 'refusal' && BEFORE_THE_SIGNATURE[reasonOf(seen, said)]) || [];
  const words = said.kind === 'refusal' ? quoted(said) : inWords(said);
  return {
    ...(before === undefined
      ? failed(
          `${configured} is refused (${words}), and so is every other preset`,
          'Check RAMP_APP_ID and RAMP_APP_SECRET; ask the provider how requests are signed: RAMP_SIGNATURE=custom.',
        )
      : failed(`${before} (${words})`, fix)),
    accepted: null,
  };
}

/** A process changes to the other secret only after a refusal that it takes for one of the signature. */
function unknownRefusal(seen: Seen, codes: readonly string[]): Finding | null {
  const said = seen.said('list');
  if (seen.asked.signature.accepted !== null || said.kind === 'nothing') return null;
  const what = 'one app secret is accepted; the other is refused';
  const consequence = 'and no process will know that this is about the secret';
  if (said.kind !== 'refusal') {
    const fix = 'Ask the provider to refuse signatures with a return code, or with HTTP 401.';
    return failed(`${what} (${inWords(said)}), ${consequence}`, fix);
  }
  const reason = reasonOf(seen, said);
  const evidence = { httpStatus: seen.answered('list')?.answer.status ?? null };
  if (BEFORE_THE_SIGNATURE[reason] || retryReason({ kind: 'refused', reason, evidence } as RampRefused) === 'secret') {
    return null;
  }
  const fix = `Set RAMP_SIGNATURE_REFUSED_CODES=${[...codes, said.code].join(',')}`;
  return failed(`${what} (${quoted(said)}), ${consequence}`, fix);
}

export function judgeQuote({ seen }: Looked, { fiat }: Wishes): Finding {
  const { subject } = seen.asked;
  if (subject === null) return notRun('the crypto list could not be had');
  if (subject.buy === null) {
    return failed(
      `no pair for ${fiat} can be bought as asked for`,
      'Ask the provider to enable pairs for your application, or name others: --fiat, --crypto, --network.',
    );
  }
  const { amount, crypto, network } = subject.buy;
  const what = `${amount} ${fiat} for ${crypto} on ${network}`;
  const said = seen.said('quote-one');
  if (said.kind === 'success') {
    const quantity = textIn(isWireList(said.data) ? (said.data[0] ?? null) : said.data, 'cryptoQuantity');
    return quantity === null
      ? failed(`${what}: the provider gave no price`, 'Ask the provider which payment methods are enabled.')
      : passed(`${what}: the customer gets ${quantity}`);
  }
  if (said.kind !== 'refusal')
    return failed(`${what}: ${inWords(said)}`, 'See the check named reachability; try again.');
  const reason = reasonOf(seen, said);
  return failed(
    `${what}: refused (${quoted(said)})`,
    reason === 'crypto_not_configured' || reason === 'commission'
      ? 'The provider has to configure this fiat, crypto or commission for your application.'
      : 'What the code means: docs/operations/refusal-codes.md.',
  );
}

/**
 * How does the provider answer for an order that was never created, and does the setting match? Only if that is a code,
 * which may refuse other requests too, all probes of the conformance run are sent: all but creates.
 */
export async function checkNotFound({ seen, everything }: Looked, { notFound }: RampSettings): Promise<Finding> {
  if (seen.asked.subject === null) return notRun('the crypto list could not be had');
  const forms = [...notFoundForms(seen, 'BUY'), ...notFoundForms(seen, 'SELL')];
  const isCode = forms.some((form) => form !== null && !NOT_FOUND_WORDS.includes(form));
  return judgeNotFound(isCode ? await everything() : seen, notFound);
}

export function judgeNotFound(seen: Seen, setting: NotFoundSettings): Finding {
  const [buy, sell] = [notFoundInWords(seen, 'BUY'), notFoundInWords(seen, 'SELL')];
  const summary = `an order that was never made: BUY ${buy}; SELL ${sell}`;
  const [value, others] = [proposeNotFound(seen), otherCodes(seen)];
  const isSet = setting.BUY.size + setting.SELL.size > 0;
  const line = value === null ? 'Unset RAMP_NOT_FOUND.' : `Set RAMP_NOT_FOUND=${value}`;
  const wrong = [...setting.BUY, ...setting.SELL].find((form) => others.has(form));
  if (wrong !== undefined)
    return failed(`${summary}; ${wrong} of RAMP_NOT_FOUND is also the answer to other requests`, line);
  if (value === null) {
    const fix = 'Nothing can be set: what was never made is asked about for longer. Ask the provider how it says so.';
    return isSet ? failed(summary, 'RAMP_NOT_FOUND names none of that.') : warned(summary, fix);
  }
  if (!isSet) return warned(`${summary}; RAMP_NOT_FOUND is not set`, line);
  const isCovered = (side: Side): boolean =>
    notFoundForms(seen, side).every((form) => form === null || setting[side].has(form) || others.has(form));
  return isCovered('BUY') && isCovered('SELL')
    ? passed(summary)
    : failed(`${summary}; RAMP_NOT_FOUND says otherwise`, line);
}
