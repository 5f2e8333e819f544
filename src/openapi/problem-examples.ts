import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import type { ProblemCode, ProblemExtras } from '../platform/shared/problem.js';
import { NO_AMOUNT } from '../platform/http/input/decimal.decorator.js';
import { problemBody } from '../platform/http/problems/problem-body.js';

const field = (name: string, message: string): ProblemExtras => ({ errors: [{ field: name, message }] });
const about = (name: string, detail: string, extras: ProblemExtras = {}): readonly [string, ProblemExtras] => [
  detail,
  { ...extras, ...field(name, detail) },
];
const number = (merchantOrderNo: string): ProblemExtras => ({ members: { merchantOrderNo } });

/** One problem of each code as it may come. */
const EXAMPLES: Readonly<Record<ProblemCode, readonly [detail: string, extras?: ProblemExtras]>> = {
  invalid_request: [PROBLEM_TEXTS.invalidFields(['amount']), field('amount', NO_AMOUNT)],
  unauthenticated: [PROBLEM_TEXTS.authenticationRequired],
  forbidden: [PROBLEM_TEXTS.notPermitted],
  challenge_required: [PROBLEM_TEXTS.challengeRequired],
  not_found: [PROBLEM_TEXTS.orderNotFound],
  method_not_allowed: [PROBLEM_TEXTS.methodNotAllowed],
  request_timeout: [PROBLEM_TEXTS.requestTimeout],
  merchant_order_no_conflict: [PROBLEM_TEXTS.merchantOrderNoTaken],
  order_not_retryable: [PROBLEM_TEXTS.notRetryable],
  order_in_review: [PROBLEM_TEXTS.inReview],
  order_not_ended: [PROBLEM_TEXTS.notEnded, { members: { merchantOrderNos: ['A-1001'] } }],
  key_not_rotatable: [PROBLEM_TEXTS.keyRevoked],
  kept_by_settings: [PROBLEM_TEXTS.webhookKeptBySettings],
  cursor_expired: [PROBLEM_TEXTS.cursorExpired],
  payload_too_large: [PROBLEM_TEXTS.bodyTooLarge],
  uri_too_long: [PROBLEM_TEXTS.urlTooLong(4096)],
  unsupported_media_type: [PROBLEM_TEXTS.mediaType],
  amount_precision: about('amount', PROBLEM_TEXTS.amountPrecision('USD', 2)),
  amount_out_of_range: about('amount', PROBLEM_TEXTS.amountFromTo('15', '2000 USD'), {
    members: { min: '15', max: '2000' },
  }),
  crypto_not_available: about('crypto', PROBLEM_TEXTS.cryptoNotAvailable),
  pay_way_not_available: about('payWayCode', PROBLEM_TEXTS.payWayNotAvailable, number('A-1001')),
  address_invalid: about('address', PROBLEM_TEXTS.addressInvalid),
  address_at_risk: about('address', PROBLEM_TEXTS.addressAtRisk),
  memo_required: about('memo', PROBLEM_TEXTS.memoRequired('BNB')),
  redirect_not_allowed: about('redirectUrl', PROBLEM_TEXTS.redirectNotAllowed),
  quote_moved: [
    PROBLEM_TEXTS.quoteMoved,
    {
      members: {
        merchantOrderNo: 'A-1001',
        quote: {
          fiat: 'USD',
          crypto: 'USDT',
          payWayCode: '10001',
          cryptoPrice: '1.0512',
          cryptoQuantity: '90.42',
          fiatQuantity: null,
          rampFee: '3.99',
          rampFeeInUSD: '3.99',
          networkFee: '0.96',
          cryptoNetworkFee: '0.91',
          rebateFiatAmount: null,
          rebateUsdAmount: null,
        },
      },
    },
  ],
  rate_limited: [PROBLEM_TEXTS.rateLimited],
  headers_too_large: [PROBLEM_TEXTS.headersTooLarge],
  internal: [PROBLEM_TEXTS.internal],
  ramp_configuration: [PROBLEM_TEXTS.rampMisconfigured, number('A-1001')],
  ramp_refused: [PROBLEM_TEXTS.rampRefused, number('A-1001')],
  ramp_protocol: [PROBLEM_TEXTS.rampInvalidResponse],
  ramp_unavailable: [PROBLEM_TEXTS.rampUnavailable, number('A-1001')],
  unavailable: [PROBLEM_TEXTS.databaseAway],
};

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** What a customer would get. */
export function problemExample(code: ProblemCode): Record<string, unknown> {
  const [detail, extras] = EXAMPLES[code];
  return problemBody(new Problem(code, detail, extras), TRACE_ID, null);
}
