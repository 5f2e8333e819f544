import { by, count, moment, orNull, text, uuid } from '../platform/http/answers/shape.js';
import { byChoice, byText, StaffList } from '../platform/http/answers/staff-list.js';

const DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Each trade has an index of its receipts; an order has few trades. */
const OF_ORDER = 'c.trade_no = ANY (ARRAY(SELECT t.trade_no FROM trades t WHERE t.merchant_order_no = ?))';

/** Callbacks without their content, which stays encrypted. */
export const RECEIPT_LIST = new StaffList(
  { item: 'ReceiptDto', page: 'ReceiptsDto', table: 'callback_receipts', as: 'c', at: 'received_at', idType: 'uuid' },
  {
    id: uuid('The id.', '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
    receivedAt: moment('The time of receipt.'),
    lastReceivedAt: orNull(
      moment('The time of the last receipt of the same callback; null: received once.', '2026-01-31T12:03:00.000Z'),
    ),
    times: count('How many times it was received.', 1, 1),
    dropped: count(
      'How many callbacks of the trade, repeats too, made room for this one: only so many bytes of one trade are kept.',
      0,
    ),
    tradeNo: text('The trade named by the callback address.', 'A-1001-r2'),
    merchantOrderNo: orNull(
      text(
        'null: its trade was not known when it came; the database may have been restored to an earlier day.',
        'A-1001',
      ),
    ),
    method: text('The HTTP method.', 'POST'),
    claimedStatus: orNull(text('The status that the callback claims; not verified.', 'FINISHED')),
    digest: by("encode(c.digest, 'hex')", text('SHA-256 of the body, hexadecimal.', DIGEST, '^[0-9a-f]{64}$')),
  },
  {
    merchantOrderNo: byText('Callbacks for all trades of this order.', 'A-1001', OF_ORDER),
    tradeNo: byText('Callbacks for this trade, known or not.', 'A-1001-r2', 'c.trade_no = ?'),
    orphan: byChoice(
      '`true`: only callbacks whose trade was unknown on receipt.',
      { true: 'c.merchant_order_no IS NULL', false: null },
      { standard: 'false', example: 'true' },
    ),
  },
);
