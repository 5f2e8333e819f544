import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { EVENT_KINDS } from '../../orders/model/order.types.js';
import { LISTED_ORDER } from './listed-order.dto.js';
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
  seq: count('Its place in the history, from 1.', 1, 1),
  at: moment('When it was written.'),
  tradeNo: orNull(text('Number of the trade that it is about; null: it is about the order.', 'A-1001')),
  kind: oneOf('What it is about.', EVENT_KINDS, 'seen'),
  cause: anyObject('Who or what made it happen.', { kind: 'poll', hint: 'order-read' }),
  data: anyObject('What changed, masked.', { status: 'PAID' }),
  evidence: orNull(
    anyObject('What was sent and seen, masked; null: nothing was, or it stands in another entry of the same moment.', {
      answer: { status: 'PAY_SUCCESS' },
    }),
  ),
});

/** A fault in an order's history. */
const HISTORY_FAULT = shape('HistoryFaultDto', {
  seq: orNull(count('Number of the entry; null: it is about the whole order.', 3)),
  detail: text('What does not fit.', 'its HMAC does not fit'),
});

/** A lasting difference between the terms and the provider's record. */
const FILED_MISMATCH = shape('FiledMismatchDto', {
  id: uuid('Names it, for resolutions it.'),
  tradeNo: text('Number of the trade that it is about.', 'A-1001-r2'),
  kind: oneOf('What does not fit.', MISMATCH_KINDS),
  field: text('What differs.', 'address'),
  asked: orNull(text('What was asked for. Masked where the field is personal.', '0x5290…9EE7')),
  seen: orNull(text('What the provider says, masked in the same way.', '0x8617…070D')),
  openedAt: moment('When it was seen first.'),
  resolvedAt: orNull(moment('When it was resolved; null: it is open.')),
  resolvedBy: orNull(text('`provider`, whose answer no longer shows it, or who of the staff resolved it.', 'provider')),
  note: orNull(
    text(
      'What whoever resolved it wrote.',
      'The customer changed the wallet with the provider\u2019s support; ticket 4711.',
    ),
  ),
});

/** A callback about a trade of the order. Its bytes are stored encrypted. */
const FILED_CALLBACK = shape('FiledCallbackDto', {
  id: uuid('Names it.', '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  tradeNo: text('The trade that its address names.', 'A-1001-r2'),
  receivedAt: moment('When it came.'),
  lastReceivedAt: orNull(moment('When the same came for the last time; null: it came once.')),
  times: count('How often the same news came.', 1, 1),
  method: text('The HTTP method with which it came.', 'POST'),
  claimedStatus: orNull(text('What it says of the order; nobody has proved it.', 'FINISHED')),
  claimedMessage: orNull(
    text('Why, by its `returnMsg` or `message`, masked; nobody has proved that either.', 'Declined by 3-D Secure'),
  ),
});

/** The state of an order, with evidence. Masked as in the list. */
export const ORDER_FILE = shape('OrderFileDto', {
  ...LISTED_ORDER.fields,
  memo: orNull(text('What the address needs beside it, masked; null: nothing.', '1048…')),
  customerEmail: orNull(text('`j***@e***`; null: none is kept, or it cannot be opened.', 'j***@e***')),
  unreadable: texts(
    'Names of personal data that is kept and cannot be opened, because its key is gone or its bytes were altered.',
    ['customerEmail'],
  ),
  redirectUrl: orNull(
    text(
      'Where the customer is sent after paying, without what may be personal; null: nowhere.',
      'https://shop.example/thanks',
    ),
  ),
  failRedirectUrl: orNull(text('Where the customer is sent when paying failed.', 'https://shop.example/cart')),
  merchantName: orNull(text("Shown on the provider's result page.", 'Example Shop')),
  metadata: anyObject("What the merchant's server has noted, masked.", { cart: '8841' }),
  announcedStatus: orNull(
    oneOf("The status that the merchant's own systems were told last; null: none yet.", TRADE_STATUSES, 'PAID'),
  ),
  firstTradeOfRequest: count("The how-manieth trade is the first of the caller's present request.", 1, 1),
  drivenUntil: orNull(
    moment('Somebody is making a trade of it now, or will again, at this moment; null: nobody has to.'),
  ),
  patienceUntil: orNull(moment("Until when trades are made without the caller's asking again; null: none are.")),
  trades: each('Oldest first.', FILED_TRADE),
  history: each('All entries, oldest first.', FILED_EVENT),
  historyIntact: orNull(
    flag(
      'Does every HMAC of the history fit, and everything that is believed follow from it? null: a service key is missing, so nobody knows.',
      true,
    ),
  ),
  historyFaults: each('What does not fit about the history.', HISTORY_FAULT),
  mismatches: each('Open and resolved ones, oldest first.', FILED_MISMATCH),
  callbacks: each('The newest ones, newest first.', FILED_CALLBACK),
  moreCallbacks: flag('There are further, older callbacks.', false),
  asOf: moment("The moment at which it was so, by the database's clock."),
});
