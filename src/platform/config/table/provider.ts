import { ADDRESS_FAMILIES } from '../../addresses/networks.js';
import { isFiat } from '../../terms/currencies.js';
import { PROVIDER_STATUSES, STATUS_BY_WORD } from '../../terms/order.js';
import { returnCodeKey } from '../../text/text.js';
import {
  DIGESTS,
  EMPTY_POLICIES,
  ENCODINGS,
  KEY_PLACES,
  NESTED_POLICIES,
  SORT_ORDERS,
  LIFETIME,
  MEMBER_PATH,
} from '../ramp-settings.js';
import { MINUTE, YEAR } from '../../time/time.js';
import { boolean, choice, fields, integer, list, milliseconds, must, oneOf, secret, text, url } from './kinds.js';
import type { SettingGroup } from './kinds.js';

const FAMILIES: readonly string[] = [...ADDRESS_FAMILIES, 'none'];

/** Return codes beyond the contract: neither success nor a code of its table, and not a list in another form. */
const codes = (...fallback: readonly string[]) => ({
  ...list(...fallback),
  ...must(
    (code) => /^(?!0$|310[0-7]$)[^;"'[\]{}<>]+$/.test(returnCodeKey(code.replace(/^(?:BUY|SELL):/, ''))),
    'be a list of codes such as 1006,TOO_MANY, other than 0000 and 3100 to 3107: the contract says what these mean',
  ),
});

function isStatusEntry(entry: string): boolean {
  const [, side, word = '', status = ''] = /^(BUY|SELL):([^=,]+)=([A-Z_]+)$/.exec(entry) ?? [];
  const of = side === 'SELL' ? 'SELL' : 'BUY';
  const statuses: readonly string[] = PROVIDER_STATUSES[of];
  return statuses.includes(status) && !STATUS_BY_WORD[of].has(word);
}

/** Abbreviations mean several zones, and offsets are read by some versions of Node.js only. */
function isTimeZone(name: string): boolean {
  if (!/^(?:utc|gmt|[a-z_]+\/[a-z].*)$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const PROVIDER = {
  RAMP_SIGNATURE: {
    says: 'How requests are signed; `custom` takes `RAMP_SIGNATURE_SCHEME`.',
    more: 'See [provider.md](provider.md#signature-and-transport)',
    ...choice('v3', ['v3', 'v4', 'legacy', 'custom']),
  },
  RAMP_SIGNATURE_SCHEME: {
    says: 'With `custom`, what differs from `v3`: `digest=sha512,key=suffix,names=appid+timestamp`.',
    more: 'See [provider.md](provider.md#signature-and-transport)',
    ...fields('digest=sha512,key=suffix,names=appid+timestamp', {
      digest: oneOf(DIGESTS),
      key: oneOf(KEY_PLACES),
      encoding: oneOf(ENCODINGS),
      names: /^[A-Za-z][\w-]*(?:\+[A-Za-z][\w-]*)*$/,
      sort: oneOf(SORT_ORDERS),
      empty: oneOf(EMPTY_POLICIES),
      nested: oneOf(NESTED_POLICIES),
    }),
    defaultNote: 'as `v3`',
  },
  RAMP_SIGNATURE_HEADERS: {
    says: "The provider's names of the headers, such as `appid=appId,sign=X-Sign`.",
    ...list(),
    defaultNote: 'as in the contract',
  },
  RAMP_SIGNATURE_PATH_PREFIX: {
    says: 'The prefix of `/merchant/…` in each path; `/` for none.',
    ...text('/open/api/v3'),
    // Dots alone are refused: an address with `..` in it is not sent as it stands.
    ...must(/^\/(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+\/?)*$/, 'be a path such as /open/api/v3'),
  },
  RAMP_SIGNATURE_REFUSED_CODES: {
    says: 'Return codes beyond the contract that mean "this signature is refused".',
    ...codes(),
  },
  RAMP_ALLOW_HTTP: { says: 'Allows plain `http:` to a provider on another machine.', ...boolean(false) },
  RAMP_ACCESS_TOKEN_URL: {
    says: "A server that issues each customer's access token: an absolute address, or a path below `RAMP_BASE_URL`.",
    more: 'See [provider.md](provider.md#access-tokens)',
    needs: ['RAMP_ACCESS_TOKEN_REFUSED_CODES', 'without the code a refused token is not replaced'],
    ...url,
  },
  RAMP_ACCESS_TOKEN_EXCHANGE: {
    says: 'How a token is requested there and read: `method=GET,identity=uid:id,token=data.accessToken`.',
    more: 'See [provider.md](provider.md#access-tokens)',
    ...fields('method=GET,identity=uid:id,token=data.accessToken,lifetime=data.expiresIn:seconds,signed=false', {
      method: oneOf(['POST', 'GET']),
      identity: /^(?:email|[A-Za-z0-9_.-]{1,64}:(?:email|id))$/,
      token: MEMBER_PATH,
      lifetime: LIFETIME,
      signed: oneOf(['true', 'false']),
    }),
    defaultNote: 'as the contract says',
  },
  RAMP_ACCESS_TOKEN_AUTHORIZATION: {
    says: 'The `Authorization` header of a request for a token that is not signed.',
    ...secret,
    ...must(/^[\x20-\x7e]{1,4096}$/, 'be 1 to 4096 characters that a header can carry'),
  },
  RAMP_ACCESS_TOKEN_REFUSED_CODES: { says: 'Return codes that mean "this access token is refused".', ...codes() },
  RAMP_NOT_FOUND: {
    says: 'Answers that mean "no such order": return codes, `null`, `empty`, such as `1006,SELL:null`.',
    more: '`npm run doctor` finds it. See [provider.md](provider.md#codes-statuses-formats)',
    ...codes(),
    defaultNote: 'none: no order is believed not to exist',
  },
  RAMP_FORGETS_UNPAID_AFTER_MS: {
    says: 'The age at which your provider forgets unpaid orders.',
    ...milliseconds(null, 1000, 10 * YEAR),
    defaultNote: 'none: it forgets none',
  },
  RAMP_NOT_CONFIGURED_CODES: {
    says: 'Return codes beyond the contract that mean "this currency is not configured for you".',
    ...codes(),
  },
  RAMP_RATE_LIMIT_CODES: {
    says: 'Return codes that mean "too many calls, not now", at any HTTP status.',
    more: 'As HTTP 429: callers get 503 with `Retry-After`, all calls pause, and the same trade is sent again later',
    ...codes('429'),
  },
  RAMP_STATUS_MAP: {
    says: 'Statuses beyond the contract that you have decided about, such as `BUY:RISK_CONTROL=REJECTED,SELL:9=REFUNDED`.',
    ...list(),
    ...must(
      isStatusEntry,
      'be a list such as BUY:RISK_CONTROL=REJECTED,SELL:9=REFUNDED, without words of the contract',
    ),
  },
  RAMP_TIME_ZONE: {
    says: "The time zone of the provider's dates, such as `Asia/Singapore`.",
    ...text('UTC'),
    ...must(isTimeZone, 'be UTC or the name of a place such as Asia/Singapore, not CST or +08:00'),
  },
  FIAT_DECIMALS: {
    says: "Decimals of the provider's amounts of a currency, such as `HUF=0,COP=0`.",
    ...list(),
    ...must(
      (entry) => /^[A-Z]{3}=[0-4]$/.test(entry) && isFiat(entry.slice(0, 3)),
      'be a list such as HUF=0,COP=0, of currencies of ISO 4217',
    ),
    defaultNote: 'as in ISO 4217',
  },
  RAMP_MEMO_REQUIRED: {
    says: 'Networks on which a checkout without memo is refused, or `none`.',
    // Exchanges share one address among customers there: a payment without memo is lost; an extra memo is harmless.
    ...list('BNB', 'EOS', 'KAVA', 'SEI', 'XLM'),
  },
  RAMP_NETWORK_FAMILIES: {
    says: 'How to check addresses on unknown networks: `CRONOS=evm,AVAX=none`.',
    ...list(),
    ...must(
      (entry) => FAMILIES.includes(/^[^=]{1,64}=([a-z_]+)$/.exec(entry)?.[1] ?? ''),
      `be a list such as CRONOS=evm; families are ${FAMILIES.join(', ')}`,
    ),
  },
  RAMP_CALLBACK_REPLY_STATUS: {
    says: 'The HTTP status that the provider accepts as "received".',
    ...integer(200, 200, 299),
  },
  RAMP_CALLBACK_REPLY_BODY: { says: 'The body that the provider accepts as "received".', ...text('success') },
  RAMP_PROFILE: {
    says: "The file of the provider's settings that `npm run conformance -- --profile` wrote.",
    more: 'The environment wins over it',
    ...text(null),
  },
  RAMP_MAX_RPS: {
    says: 'Calls a second to the provider, of all processes on one database together.',
    more: 'Set the same value everywhere',
    ...integer(15, 1, 10_000),
  },
  RAMP_MAX_CONCURRENCY: { says: 'Concurrent calls of one process to the provider.', ...integer(32, 1, 10_000) },
  RAMP_TIMEOUT_MS: { says: 'The time-out of one call to the provider.', ...milliseconds(6000, 50, 2 * MINUTE) },
  RAMP_APP_SECRET_NEXT: {
    says: "The application's next secret, during a rotation.",
    more: 'See [keys.md](keys.md#app-secret)',
    needs: [
      'RAMP_SIGNATURE_REFUSED_CODES',
      'without the code no process switches; 401 if the provider refuses signatures with that HTTP status',
      'refused',
    ],
    ...secret,
  },
  RAMP_ASK_BEFORE_SEND: {
    says: 'Looks up each number at the provider before the first send.',
    more: 'For use after a [restore](failover.md#restore)',
    needs: ['RAMP_NOT_FOUND', 'only what the provider does not know is sent', 'refused'],
    ...boolean(false),
  },
} satisfies SettingGroup;
