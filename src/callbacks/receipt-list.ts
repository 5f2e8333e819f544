import { by, count, moment, orNull, text, uuid } from '../platform/http/answers/shape.js';
import { byChoice, byText, StaffList } from '../platform/http/answers/staff-list.js';

const DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Each trade has an index of its receipts; an order has few trades. */
const OF_ORDER = 'c.trade_no = ANY (ARRAY(SELECT t.trade_no FROM trades t WHERE t.merchant_order_no = ?))';

/** Callbacks without their content, which stays encrypted. */
export const RECEIPT_LIST = new StaffList(
  { item: 'ReceiptDto', page: 'ReceiptsDto', table: 'callback_receipts', as: 'c', at: 'received_at', idType: 'uuid' },
  {
    id: uuid('Names it.', '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
    receivedAt: moment('When it came.'),
    lastReceivedAt: orNull(
      moment('When the same came for the last time; null: it came once.', '2026-01-31T12:03:00.000Z'),
    ),
    times: count('How often it came.', 1, 1),
    dropped: count(
      'How many callbacks of the trade, repeats too, made room for this one: only so many bytes of one trade are kept.',
      0,
    ),
    tradeNo: text('The trade that its address names.', 'A-1001-r2'),
    merchantOrderNo: orNull(
      text(
        'null: its trade was not known when it came; the database may have been restored to an earlier day.',
        'A-1001',
      ),
    ),
    method: text('The HTTP method with which it came.', 'POST'),
    claimedStatus: orNull(text('What it says of the trade; nobody has proved it.', 'FINISHED')),
    digest: by("encode(c.digest, 'hex')", text('SHA-256 of its body, hexadecimal.', DIGEST, '^[0-9a-f]{64}$')),
  },
  {
    merchantOrderNo: byText('Those of all trades of one order.', 'A-1001', OF_ORDER),
    tradeNo: byText('Those of one trade, also of one that is not known here.', 'A-1001-r2', 'c.trade_no = ?'),
    orphan: byChoice(
      '`true`: only those whose trade was not known when they came.',
      { true: 'c.merchant_order_no IS NULL', false: null },
      { standard: 'false', example: 'true' },
    ),
  },
);
