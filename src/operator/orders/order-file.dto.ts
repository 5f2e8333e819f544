import { factFields } from '../../reading/api/facts.dto.js';
import { PAYEE } from '../../reading/api/sell-order.dto.js';
import { CREATE_OUTCOMES, TRADE_STATUSES } from '../../orders/model/order-status.js';
import { EVENT_KINDS } from '../../orders/model/order.types.js';
import { WATCH_CLASSES } from '../../orders/model/watch-class.types.js';
import { MISMATCH_LIST } from '../../orders/storage/mismatch-list.js';
import { anyObject, count, decimal, each, flag, moment, one, oneOf } from '../../platform/http/answers/shape.js';
import { orNull, shape, text, texts, url, uuid } from '../../platform/http/answers/shape.js';
import type { StoredBy } from '../../platform/http/answers/shape.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { FACT_NAMES } from '../../ramp/port/trade-facts.js';
import { LISTED_ORDER, termFields } from './listed-order.dto.js';

/** The recipient of a sale's payout, masked. */
const MASKED_PAYEE = shape('MaskedPayeeDto', PAYEE.fields);
export type MaskedPayee = StoredBy<typeof MASKED_PAYEE>;

/** The price shown to the customer; the trade was sent only if the current price was within the tolerance. */
const FILED_PRICE = shape('FiledPriceDto', {
  cryptoQuantity: decimal('The promised quantity of crypto.', '94.94'),
  tolerancePercent: decimal('The tolerated shortfall in per cent.', '1'),
});

/** The facts of a trade for staff; of a sale's page, only whether there is one. */
export const FILED_FACTS = FACT_NAMES.filter((name) => name !== 'orderPageUrl');

/** One attempt at the provider: its state, the parsed record, and the raw record. */
const FILED_TRADE = shape('FiledTradeDto', {
  tradeNo: text("The trade's number at the provider, if the service created it.", 'A-1001-r2'),
  n: count("The trade's index in its order, from 1.", 2, 1),
  side: oneOf('A purchase or a sale.', SIDES),
  status: oneOf("The trade's status.", TRADE_STATUSES, 'PAID'),
  outcome: oneOf('The outcome of its create request.', CREATE_OUTCOMES, 'created'),
  current: flag('It is the newest trade; only its page is ever shown.', true),
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
    one('A sale: whom the provider pays, masked; null: it has not said, or it cannot be read.', MASKED_PAYEE),
  ),
  lastSeen: orNull(
    anyObject("The provider's newest record of this trade as it came, masked; null: there is none.", {
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
  explorerUrl: orNull(
    url(
      'The transfer in a block explorer (`EXPLORER_URLS` adds further ones); null: no transfer, or no explorer is known.',
      'https://etherscan.io/tx/0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b',
    ),
  ),
});

/** One entry of the history. */
const FILED_EVENT = shape('FiledEventDto', {
  seq: count("The entry's index in the history, from 1.", 1, 1),
  at: moment('The time of the entry.'),
  tradeNo: orNull(text("The trade's number; null: the entry is about the order.", 'A-1001')),
  kind: oneOf('The kind of event.', EVENT_KINDS, 'seen'),
  cause: anyObject(
    'The cause. `by`: the actor, as `key:<id>`, `customer`, `guest` (also a holder of only the client secret), `everybody` (`AUTH=none`), ' +
      'or for kind `staff` the id that the audit log has; none: the service by itself. `hint`: what asked for a poll.',
    { kind: 'retry', by: 'key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
  ),
  data: anyObject('What changed, masked.', { status: 'PAID' }),
  evidence: orNull(
    anyObject('The request and its answer, masked; null: none, or in another entry of the same moment.', {
      answer: { status: 'PAY_SUCCESS' },
    }),
  ),
});

/** A fault in an order's history. */
const HISTORY_FAULT = shape('HistoryFaultDto', {
  seq: orNull(count("The entry's index; null: the fault concerns the whole order.", 3)),
  detail: text('The fault.', 'its HMAC does not fit'),
});

const {
  merchantOrderNo: _number,
  fiat: _fiat,
  amount: _amount,
  ageMs: _age,
  notedBy: _author,
  notedAt: _noted,
  ...MISMATCH_FIELDS
} = MISMATCH_LIST.item.fields;
/** A lasting difference between the terms and the provider's record. */
const FILED_MISMATCH = shape('FiledMismatchDto', {
  ...MISMATCH_FIELDS,
  asked: orNull(text('The value in the terms. Masked if personal.', '0x5290…9EE7')),
  seen: orNull(text("The provider's value, masked in the same way.", '0x8617…070D')),
});

/** A callback about a trade of the order. Its bytes are stored encrypted. */
const FILED_CALLBACK = shape('FiledCallbackDto', {
  id: uuid("The callback's id.", '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  tradeNo: text("The trade in the callback's URL.", 'A-1001-r2'),
  receivedAt: moment('The time of receipt.'),
  lastReceivedAt: orNull(moment('The time of the last receipt; null: received once.')),
  times: count('How many times it arrived.', 1, 1),
  method: text('The HTTP method.', 'POST'),
  claimedStatus: orNull(text('The claimed status, unproven.', 'FINISHED')),
  claimedMessage: orNull(
    text('The claimed reason (`returnMsg` or `message`), masked, unproven.', 'Declined by 3-D Secure'),
  ),
});

/** The state of an order, with evidence. Masked as in the list. */
export const ORDER_FILE = shape('OrderFileDto', {
  ...LISTED_ORDER.fields,
  ...termFields(true),
  unreadable: texts(
    'Names of personal data that cannot be decrypted, because its key is gone or its bytes were altered.',
    ['customerEmail'],
  ),
  metadata: anyObject("What the merchant's server has noted, masked.", { cart: '8841' }),
  announcedStatus: orNull(
    oneOf("The last status sent to the merchant's own systems; null: none yet.", TRADE_STATUSES, 'PAID'),
  ),
  firstTradeOfRequest: count("The index of the first trade of the caller's present request.", 1, 1),
  attemptedUntil: orNull(moment("The time of the attempt runner's lease or next attempt; null: no attempt is due.")),
  patienceUntil: orNull(moment('Until when trades are created without another request; null: none are.')),
  trades: each('Oldest first.', FILED_TRADE),
  history: each('All entries, oldest first.', FILED_EVENT),
  historyIntact: orNull(
    flag(
      'Is every HMAC of the history valid, and does the state follow from it? null: unknown, because a service key is missing.',
      true,
    ),
  ),
  historyFaults: each('Faults of the history.', HISTORY_FAULT),
  mismatches: each('Open and resolved ones, oldest first.', FILED_MISMATCH),
  keyNames: anyObject('Names of the keys that history and mismatches name, by id.', {
    'key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11': 'shop',
  }),
  callbacks: each('The newest callbacks, newest first.', FILED_CALLBACK),
  moreCallbacks: flag('There are further, older callbacks.', false),
  asOf: moment("The moment at which it was so, by the database's clock."),
});
