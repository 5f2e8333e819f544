import type { Facts } from '../facts.js';
import type { Run } from '../run.js';

/**
 * The buckets, the first that applies. The last two are said apart from each other, so that an order in a status that
 * nobody thought of is in none.
 */
const BUCKETS = `
  SELECT o.merchant_order_no AS number,
         CASE WHEN o.in_review THEN 'in review'
              WHEN NOT EXISTS (SELECT 1 FROM trades t WHERE t.merchant_order_no = o.merchant_order_no
                                AND t.outcome NOT IN ('refused', 'never_created', 'not_sent')) THEN 'never created'
              WHEN o.status NOT IN ('COMPLETED', 'CANCELLED', 'EXPIRED', 'REJECTED', 'REFUNDED')
               AND ($1::timestamptz - o.created_at > interval '24 h'
                    OR EXISTS (SELECT 1 FROM trades t JOIN schedules s USING (trade_no)
                                WHERE t.merchant_order_no = o.merchant_order_no AND s.next_query_at IS NOT NULL
                                AND $1 > s.next_query_at + 2 * (s.next_query_at - coalesce(s.last_answer_at, t.created_at))))
              THEN 'overdue'
              WHEN o.status IN ('CREATING', 'AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING') THEN 'open'
              WHEN o.status = 'REFUNDED' THEN 'refunded'
              WHEN o.status IN ('COMPLETED', 'CANCELLED', 'EXPIRED', 'REJECTED') THEN 'ended' END AS bucket
    FROM orders o`;

/** Each order is in exactly one bucket, and the provider has no order that counts as never created. */
export async function accountingProblems({ world }: Run, facts: Facts): Promise<string[]> {
  const rows = await world.rows.query<{ number: string; bucket: string | null }>(BUCKETS, [facts.now]);
  const isMade = (number: string): boolean =>
    facts.provider.some((order) => order.merchantOrderNo === number || order.merchantOrderNo.startsWith(`${number}-r`));
  return [
    ...(rows.length === facts.orders.length ? [] : [`${rows.length} orders in buckets, of ${facts.orders.length}`]),
    ...rows.filter(({ bucket }) => bucket === null).map(({ number }) => `${number} is in no bucket`),
    ...rows
      .filter(({ number, bucket }) => bucket === 'never created' && isMade(number))
      .map(({ number }) => `${number} counts as never created, and the provider has it`),
  ];
}
