import type { ProviderOrder, SeenCall, SentCallback } from '../../support/sandbox-client.js';
import type {
  EventRecord,
  MismatchRecord,
  OrderRecord,
  ReceiptRecord,
  TradeRecord,
} from '../../support/service-rows.js';
import type { Run } from './run.js';

type OrderFacts = OrderRecord & Readonly<{ first_trade_of_request: number; attempt_until: Date | null }>;

export type TradeFacts = TradeRecord &
  Readonly<{
    merchant_order_no: string;
    created_at: Date;
    asked: Readonly<Record<string, unknown>>;
    watch_class: string | null;
    lease_id: string | null;
    lease_until: Date | null;
    hinted_at: Date | null;
    last_asked_at: Date | null;
    last_answer_at: Date | null;
  }>;

export type MismatchFacts = MismatchRecord & Readonly<{ merchant_order_no: string }>;
type AnnouncementFacts = Readonly<{ merchant_order_no: string; type: string; created_at: Date }>;

/** Stored rows, and the provider's orders and calls, at the end of a run. */
export interface Facts {
  /** By Postgres' clock. */
  readonly now: Date;
  readonly orders: readonly OrderFacts[];
  /** Of each order, oldest first. */
  readonly trades: readonly TradeFacts[];
  readonly events: readonly EventRecord[];
  readonly mismatches: readonly MismatchFacts[];
  readonly announcements: readonly AnnouncementFacts[];
  readonly receipts: readonly ReceiptRecord[];
  readonly creates: readonly SeenCall[];
  readonly queries: readonly SeenCall[];
  readonly callbacks: readonly SentCallback[];
  readonly provider: readonly ProviderOrder[];
}

/** The tables hold nothing but this run: see `begin.ts`. */
export async function gatherFacts({ world, since }: Run): Promise<Facts> {
  const { rows, sandbox, clock } = world;
  // The provider first: what it saw has to be stored by then, and not the other way round.
  const seen = await sandbox.ledger(since);
  const calls = seen.filter((entry): entry is SeenCall => entry.kind === 'call');
  const { orders: provider } = await sandbox.control<{ orders: ProviderOrder[] }>('GET', '/orders');
  const stored = await rows.atOneMoment(async (all) => ({
    orders: await all.query<OrderFacts>('SELECT * FROM orders ORDER BY merchant_order_no'),
    trades: await all.query<TradeFacts>(
      'SELECT * FROM trades LEFT JOIN schedules USING (trade_no) ORDER BY merchant_order_no, n',
    ),
    events: await all.query<EventRecord>('SELECT * FROM order_events ORDER BY merchant_order_no, seq'),
    mismatches: await all.query<MismatchFacts>('SELECT * FROM mismatches'),
    announcements: await all.query<AnnouncementFacts>('SELECT * FROM outbox ORDER BY merchant_order_no, version'),
    receipts: await all.query<ReceiptRecord>('SELECT * FROM callback_receipts ORDER BY received_at'),
  }));
  return {
    now: clock.now(),
    ...stored,
    creates: calls.filter(({ endpoint }) => endpoint === 'create'),
    queries: calls.filter(({ endpoint }) => endpoint === 'query'),
    callbacks: seen.filter((entry): entry is SentCallback => entry.kind === 'callback'),
    provider,
  };
}

export const openMismatches = (facts: Facts, tradeNo: string): MismatchFacts[] =>
  facts.mismatches.filter((mismatch) => mismatch.trade_no === tradeNo && mismatch.resolved_at === null);

export const tradesOf = (facts: Facts, merchantOrderNo: string): TradeFacts[] =>
  facts.trades.filter((trade) => trade.merchant_order_no === merchantOrderNo);

/** The order that the provider has under a trade's number, if any; that there is no second one is an invariant. */
export const providerOrder = (facts: Facts, tradeNo: string): ProviderOrder | undefined =>
  facts.provider.find(({ merchantOrderNo }) => merchantOrderNo === tradeNo);
