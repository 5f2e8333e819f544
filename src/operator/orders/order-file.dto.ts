import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { EVENT_KINDS } from '../../orders/model/order.types.js';
import { LISTED_ORDER, termFields } from './listed-order.dto.js';
import { FILED_TRADE } from './filed-trade.dto.js';
import {
  anyObject,
  count,
  each,
  flag,
  moment,
  oneOf,
  orNull,
  shape,
  text,
  texts,
  uuid,
} from '../../platform/http/answers/shape.js';

/** One entry of the history. */
const FILED_EVENT = shape('FiledEventDto', {
  seq: count("The entry's index in the history, from 1.", 1, 1),
  at: moment('The time of the entry.'),
  tradeNo: orNull(text("The trade's number; null: the entry is about the order.", 'A-1001')),
  kind: oneOf('The kind of event.', EVENT_KINDS, 'seen'),
  cause: anyObject('The cause, including the actor.', { kind: 'poll', hint: 'order-read' }),
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

/** A lasting difference between the terms and the provider's record. */
const FILED_MISMATCH = shape('FiledMismatchDto', {
  id: uuid("The mismatch's id."),
  tradeNo: text("The trade's number.", 'A-1001-r2'),
  kind: oneOf('The kind of mismatch.', MISMATCH_KINDS),
  field: text('The differing field.', 'address'),
  asked: orNull(text('The value in the terms. Masked if personal.', '0x5290…9EE7')),
  seen: orNull(text("The provider's value, masked in the same way.", '0x8617…070D')),
  openedAt: moment('When it was opened.'),
  resolvedAt: orNull(moment('When it was resolved; null: open.')),
  resolvedBy: orNull(text('`provider`, if a later answer no longer shows it, or the member of staff.', 'provider')),
  note: orNull(
    text(
      'The note of the resolution.',
      'The customer changed the wallet with the provider\u2019s support; ticket 4711.',
    ),
  ),
});

/** A callback about a trade of the order. Its bytes are stored encrypted. */
const FILED_CALLBACK = shape('FiledCallbackDto', {
  id: uuid("The callback's id.", '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  tradeNo: text("The trade in the callback's URL.", 'A-1001-r2'),
  receivedAt: moment('When it arrived.'),
  lastReceivedAt: orNull(moment('When it arrived last; null: it arrived once.')),
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
  customerEmail: orNull(text('`j***@e***`; null: none is stored, or it cannot be decrypted.', 'j***@e***')),
  unreadable: texts(
    'Names of personal data that cannot be decrypted, because its key is gone or its bytes were altered.',
    ['customerEmail'],
  ),
  metadata: anyObject("What the merchant's server has noted, masked.", { cart: '8841' }),
  announcedStatus: orNull(
    oneOf("The last status sent to the merchant's own systems; null: none yet.", TRADE_STATUSES, 'PAID'),
  ),
  firstTradeOfRequest: count("The index of the first trade of the caller's present request.", 1, 1),
  drivenUntil: orNull(moment("The time of the attempt runner's lease or next attempt; null: no attempt is due.")),
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
  callbacks: each('The newest callbacks, newest first.', FILED_CALLBACK),
  moreCallbacks: flag('There are further, older callbacks.', false),
  asOf: moment("The moment at which it was so, by the database's clock."),
});
