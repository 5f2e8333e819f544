import { foldTrades } from '#src/orders/model/fold.js';
import type { FoldedTrade } from '#src/orders/model/fold.js';
import type { Run } from '../run.js';

type Row = Readonly<{
  merchant_order_no: string;
  status: string;
  failure_code: string | null;
  in_review: boolean;
  first_trade_of_request: number;
  open: number;
  trades: readonly (FoldedTrade & { readonly payUrl: string | null })[];
}>;

/** A refunded trade speaks for the order only if no other is paid. */
const STAGES: Readonly<Record<string, number>> = { REFUNDED: 0.5, PAID: 1, TRANSFERRING: 2, COMPLETED: 3 };

/**
 * What holds at every moment and not only at the end, from one statement's view of the tables: an order's status is the
 * fold of its trades, it is in review while a mismatch is open, and no request makes more than three trades.
 */
export async function momentProblems({ world }: Run): Promise<string[]> {
  const rows = await world.rows.query<Row>(`
    SELECT o.merchant_order_no, o.status, o.failure_code, o.in_review, o.first_trade_of_request,
           (SELECT count(*)::int FROM mismatches m
             WHERE m.merchant_order_no = o.merchant_order_no AND m.resolved_at IS NULL) AS open,
           (SELECT jsonb_agg(jsonb_build_object('tradeNo', trade_no, 'n', n, 'status', t.status, 'outcome', outcome,
                             'superseded', superseded, 'refusal', refusal, 'payUrl', pay_url) ORDER BY n)
              FROM trades t WHERE t.merchant_order_no = o.merchant_order_no) AS trades
      FROM orders o`);
  return rows.flatMap((row) => ofOrder(row).map((problem) => `${row.merchant_order_no}: ${problem}`));
}

function ofOrder({ status, failure_code, in_review, first_trade_of_request, open, trades }: Row): string[] {
  const problems = [];
  const newest = trades.at(-1)!;
  const rule = statusByRule(trades);
  const fold = foldTrades(trades);
  if (status !== rule) problems.push(`the status is ${status}; of its trades follows ${rule}`);
  if (status !== fold.status || failure_code !== fold.failureCode) {
    problems.push(`the fold says ${fold.status} ${String(fold.failureCode)}, not ${status} ${String(failure_code)}`);
  }
  if (in_review !== open > 0) problems.push(`in review: ${String(in_review)}, with ${open} open mismatches`);
  if (newest.n - first_trade_of_request >= 3) problems.push('more than three trades of one request');
  if (trades.some(({ superseded, n }) => !superseded && n < newest.n)) problems.push('two trades are current');
  return problems;
}

/** The furthest paid trade speaks for the order, else the newest one; given up, it was not created in time. */
function statusByRule(trades: Row['trades']): string {
  const furthest = trades.toSorted((a, b) => (STAGES[b.status] ?? 0) - (STAGES[a.status] ?? 0))[0]!;
  if (furthest.status in STAGES) return furthest.status;
  const newest = trades.at(-1)!;
  return newest.superseded ? 'EXPIRED' : newest.status;
}
