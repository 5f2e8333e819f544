import { MISMATCH_KINDS } from '../model/mismatch-kind.types.js';
import type { TradeStatus } from '../model/order-status.js';
import { by, decimal, integer, moment, oneOf, orNull, text, uuid } from '../../platform/http/answers/shape.js';
import { byChoice, byText, byWord, hidden, StaffList } from '../../platform/http/answers/staff-list.js';
import type { RowOf } from '../../platform/http/answers/staff-list.js';

const TERMS = `LEFT JOIN LATERAL (
  SELECT asked FROM trades WHERE merchant_order_no = o.merchant_order_no ORDER BY n DESC LIMIT 1) terms ON true`;
const NEWEST_NOTE = `LEFT JOIN LATERAL (
  SELECT written_by, at FROM order_notes WHERE merchant_order_no = o.merchant_order_no
   ORDER BY at DESC, id DESC LIMIT 1) newest ON true`;

export const MISMATCH_LIST = new StaffList(
  {
    item: 'MismatchDto',
    page: 'MismatchesDto',
    table: 'mismatches',
    as: 'm',
    at: 'opened_at',
    idType: 'uuid',
    join: `JOIN orders o USING (merchant_order_no) ${TERMS} ${NEWEST_NOTE}`,
  },
  {
    id: uuid('Id, to resolve it.'),
    merchantOrderNo: text("The order's number.", 'A-1001'),
    fiat: by("terms.asked ->> 'fiat'", orNull(text("The order's fiat currency; null: not stated.", 'USD'))),
    amount: by("terms.asked ->> 'amount'", orNull(decimal("The order's amount in it; null: not stated.", '100.00'))),
    ageMs: by(
      'floor(extract(epoch FROM checkout_now() - o.created_at) * 1000)::float8',
      integer("The order's age in milliseconds.", 190_250),
    ),
    tradeNo: text('The number that the trade carries at the provider.', 'A-1001-r2'),
    kind: oneOf(
      'Kind of the difference: a field, a status, a transition, an unreadable record, the record or number of another order, a missing record, a second payment.',
      MISMATCH_KINDS,
    ),
    field: text('Name of the field that differs.', 'address'),
    asked: orNull(
      text(
        "The expected value. Personal values are redacted as in the order's history: the ends, and a digest to compare.",
        '0x5290…9EE7 #1:mB2xkTg0y2nGq1Zr',
      ),
    ),
    seen: orNull(text("The provider's value, redacted in the same way.", '0x8617…070D #1:Yc8nT3kS0aQwRz5u')),
    openedAt: moment('Time of detection.'),
    resolvedAt: orNull(moment('Time of resolution; null: open.', '2026-01-31T12:03:00.000Z')),
    resolvedBy: orNull(
      text(
        '`provider` if a later answer no longer showed it, or `staff:` with the id of the member of staff.',
        'staff:key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11',
      ),
    ),
    note: orNull(
      text(
        'The note of the member of staff.',
        'The customer changed the wallet with the provider\u2019s support; ticket 4711.',
      ),
    ),
    notedBy: by(
      'newest.written_by',
      orNull(
        text('The author of the newest note on the order: whoever works on it; null: there is none.', 'support desk'),
      ),
    ),
    notedAt: by('newest.at', orNull(moment('The time of that note.'))),
  },
  {
    state: byChoice(
      'Open ones by default.',
      { open: 'm.resolved_at IS NULL', resolved: 'm.resolved_at IS NOT NULL', all: null },
      { standard: 'open', example: 'all' },
    ),
    kind: byWord('Mismatches of this kind.', MISMATCH_KINDS, 'field', 'm.kind = ?'),
    merchantOrderNo: byText('Mismatches of this order.', 'A-1001', 'm.merchant_order_no = ?'),
  },
  // Columns for the order's status, and for redacting address and memo.
  {
    status: hidden<TradeStatus>('o.status'),
    inReview: hidden<boolean>('o.in_review'),
    address: hidden<string | null>("terms.asked ->> 'address'"),
    memo: hidden<string | null>("terms.asked ->> 'memo'"),
  },
);

export type StoredMismatch = RowOf<typeof MISMATCH_LIST>;
export type ListedMismatch = Omit<StoredMismatch, 'address' | 'memo'>;
