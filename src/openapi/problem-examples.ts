import { Problem } from '../platform/shared/problem.js';
import type { ProblemCode, ProblemExtras } from '../platform/shared/problem.js';
import { problemBody } from '../platform/http/problems/problem-body.js';

const field = (name: string, message: string): ProblemExtras => ({ errors: [{ field: name, message }] });
const about = (name: string, detail: string, extras: ProblemExtras = {}): readonly [string, ProblemExtras] => [
  detail,
  { ...extras, ...field(name, detail) },
];
const number = (merchantOrderNo: string): ProblemExtras => ({ members: { merchantOrderNo } });

/** One problem of each code as it may come, in words that the service uses. */
const EXAMPLES: Readonly<Record<ProblemCode, readonly [detail: string, extras?: ProblemExtras]>> = {
  invalid_request: [
    'Please correct: amount.',
    field('amount', 'must be a decimal above zero, written as text, such as "100.00"'),
  ],
  unauthenticated: ['Please say who you are.'],
  forbidden: ['This is not for callers like you.'],
  not_found: ['There is no such order.'],
  method_not_allowed: ['This address does not take this method.'],
  request_timeout: ['The request did not come in time.'],
  merchant_order_no_conflict: ['This number belongs to another order.'],
  order_not_retryable: ['This order is not over, or it is paid: there is nothing to try again.'],
  order_in_review: ['It is being found out whether this order is paid: please come back later.'],
  key_not_rotatable: ['The key was revoked: make a new one.'],
  payload_too_large: ['The body may have 64 KiB at most.'],
  uri_too_long: ['The address may have 4096 characters at most.'],
  unsupported_media_type: ['Send the body as application/json in UTF-8.'],
  amount_precision: about('amount', 'Amounts in USD have 2 decimals at most.'),
  amount_out_of_range: about('amount', 'The amount must be from 15 to 2000 USD.', {
    members: { min: '15', max: '2000' },
  }),
  crypto_not_available: about('crypto', 'This cryptocurrency is not available here.'),
  pay_way_not_available: about(
    'payWayCode',
    'This payment method is not available for this purchase.',
    number('A-1001'),
  ),
  address_invalid: about('address', 'This is not an address of the chosen network.'),
  address_at_risk: about('address', 'The payment provider does not send to this address. Please use another.'),
  memo_required: about('memo', 'Payments on BNB need a memo.'),
  redirect_not_allowed: about('redirectUrl', 'Customers may not be sent to this address.'),
  quote_moved: [
    'The price has moved since it was shown.',
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
  rate_limited: ['You are asking too often. Please wait a moment.'],
  headers_too_large: ['Address and headers may have 16 KiB at most.'],
  internal: ['Something went wrong on our side. The trace id tells the operator what.'],
  ramp_configuration: [
    'The payment provider cannot be used at the moment. The operator has to look at the configuration.',
    number('A-1001'),
  ],
  ramp_refused: ['The payment provider did not accept this.', number('A-1001')],
  ramp_protocol: ['The payment provider gave an answer that makes no sense.'],
  ramp_unavailable: ['The payment provider cannot be reached at the moment. Please try again.', number('A-1001')],
  unavailable: ['The service cannot reach its database for the moment. Please try again.'],
};

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** What a customer would get. */
export function problemExample(code: ProblemCode): Record<string, unknown> {
  const [detail, extras] = EXAMPLES[code];
  return problemBody(new Problem(code, detail, extras), TRACE_ID, null);
}
