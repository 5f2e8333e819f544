import { CREATE_OUTCOMES, TRADE_STATUSES } from '../../orders/model/order-status.js';
import { WATCH_CLASSES } from '../../orders/model/watch-class.types.js';
import { PayeeDto } from '../../orders/api/sell-order.dto.js';
import { factFields } from '../../orders/api/facts.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { FACT_NAMES } from '../../ramp/port/trade-facts.js';
import {
  anyObject,
  count,
  decimal,
  flag,
  moment,
  one,
  oneOf,
  orNull,
  plain,
  shape,
  text,
} from '../../platform/http/answers/shape.js';

/** The recipient of a sale's payout, masked. */
export class MaskedPayeeDto extends PayeeDto {}

/** The price shown to the customer; the trade was sent only if the current price was within the tolerance. */
const FILED_PRICE = shape('FiledPriceDto', {
  cryptoQuantity: decimal('The promised quantity of crypto.', '94.94'),
  tolerancePercent: decimal('The tolerated shortfall in per cent.', '1'),
});

/** The facts of a trade for staff; of a sale's page, only whether there is one. */
export const FILED_FACTS = FACT_NAMES.filter((name) => name !== 'orderPageUrl');

/** One attempt at the provider: its state, the parsed record, and the raw record. */
export const FILED_TRADE = shape('FiledTradeDto', {
  merchantOrderNo: text("The trade's number at the provider, if the service created it.", 'A-1001-r2'),
  n: count("The trade's index in its order, from 1.", 2, 1),
  side: oneOf('A purchase or a sale.', SIDES),
  status: oneOf("The trade's status.", TRADE_STATUSES, 'PAID'),
  outcome: oneOf('The outcome of its create request.', CREATE_OUTCOMES, 'created'),
  superseded: flag('A newer trade has replaced it.', false),
  asked: orNull(
    anyObject('The terms, masked; null for a sale.', {
      fiat: 'USD',
      amount: '100.00',
      crypto: 'USDT',
      network: 'ETH',
    }),
  ),
  stamp: orNull(moment('The timestamp of its newest create request; null for a sale.')),
  sends: count('How many create requests were committed.', 1),
  refusal: orNull(
    anyObject('Why the provider refused the trade or its price; null: not refused.', {
      problem: 'amount_out_of_range',
      returnCode: '3102',
      min: '15',
      max: '2000',
    }),
  ),
  shown: orNull(one('The price shown to the customer; null: none.', FILED_PRICE)),
  slippagePercent: orNull(
    decimal('The difference between received and shown crypto in per cent; negative: less was received.', '-0.21'),
  ),
  orderNo: orNull(text("The provider's number; null: unknown.", '1059023474927243264')),
  registeredOrderNo: orNull(text("A sale: the provider's number with which it was registered.", '1059023474927243264')),
  rampMerchantOrderNo: orNull(text("A sale: the merchant's number in the provider's books.", 'S-1001')),
  hasPayUrl: flag('Is there a payment page? Only customers see its URL.', true),
  payUrlAt: orNull(moment('When the provider returned that URL.')),
  rampStatus: orNull(text("The provider's own status; null: not stated.", 'PAY_SUCCESS')),
  hasOrderPage: flag('A sale: has the provider stated its page?', false),
  payee: orNull(
    plain<MaskedPayeeDto>('A sale: whom the provider pays, masked; null: it has not said, or it cannot be read.', {
      type: () => MaskedPayeeDto,
    }),
  ),
  lastSeen: orNull(
    anyObject("The provider's newest record as it came, masked; null: there is none.", {
      orderNo: '1059023474927243264',
      status: 'PAY_SUCCESS',
    }),
  ),
  notFoundAt: orNull(moment('When the first counted not-found answer came; null: none.')),
  finalFieldsAsked: flag('The record was queried again after the end, for the fields that come last.', false),
  watchClass: orNull(oneOf('The polling class; null: no longer polled.', WATCH_CLASSES, 'paid')),
  nextQueryAt: orNull(moment('The time of the next poll; null: no longer polled.')),
  leasedUntil: orNull(moment("The expiry of the current poll's lease; null: not being polled.")),
  hintedAt: orNull(moment('The time of the newest poll request; null: none since the last poll.')),
  hintCause: orNull(text('The origin of that poll request.', 'callback:1b4e28ba-2fa1-41d2-883f-0016d3cca427')),
  lastAskedAt: orNull(moment('The time of the query whose answer was recorded last.')),
  lastAnswerAt: orNull(moment("The time of the provider's newest answer.")),
  quietAnswers: count('Consecutive answers without news.', 0),
  missedAnswers: count('Consecutive queries without an answer.', 0),
  fruitlessAnswers: count('Of these, those while the provider answered other queries.', 0),
  statusAt: moment('The time of the last change of status.'),
  createdAt: moment('The time of creation.'),
  updatedAt: moment('The time of the last change.'),
  ...factFields(FILED_FACTS),
});
