import type { PayeeTools } from './payee.js';
import type { WatchPolicy } from './watch.js';
import type { OrderState, TradeRow } from '../model/order.types.js';
import { nextLook } from './watch.js';

export interface PollQuery {
  readonly leaseId: string;
  /** By Postgres' clock, before the query was sent. */
  readonly askedAt: Date;
}

export interface SnapshotContext {
  readonly appId: string;
  /** `saleExpiryMs`: of sales not found or without crypto. `forgetsUnpaidAfterMs`: of deletion by the provider. */
  readonly policy: WatchPolicy & {
    readonly expiryMs: number;
    readonly saleExpiryMs: number;
    readonly forgetsUnpaidAfterMs: number | null;
  };
  readonly chance: number;
  readonly evidence: { readonly seen: unknown };
  /** The `orderNo` of this answer belongs to another trade and is not stored. */
  readonly orderNoClash: boolean;
  readonly payees: PayeeTools;
  /** The trade was made before commits were lost, perhaps that of its page among them. */
  readonly isOlder: boolean;
}

/** Polling columns after an answer. Backoff counts only quiet answers to scheduled polls. */
export function afterAnswer(
  trade: TradeRow,
  state: OrderState,
  question: PollQuery,
  isNews: boolean,
  { policy, chance }: Pick<SnapshotContext, 'policy' | 'chance'>,
): TradeRow {
  const counts = isHinted(trade) ? 0 : 1;
  const counted = {
    ...trade,
    quietAnswers: isNews ? 0 : trade.quietAnswers + counts,
    missedAnswers: 0,
    fruitlessAnswers: 0,
  };
  const { watchClass, delayMs } = nextLook(counted, state.now, policy, chance);
  return {
    ...counted,
    watchClass,
    nextQueryAt: delayMs === null ? null : new Date(state.now.getTime() + delayMs),
    lastAskedAt: question.askedAt,
    lastAnswerAt: state.now,
    updatedAt: isNews ? state.now : trade.updatedAt,
  };
}

/** A poll was requested after the previous query. Its answer doesn't count for backoff: readers would slow it down. */
function isHinted({ hintedAt, lastAskedAt }: TradeRow): boolean {
  return hintedAt !== null && (lastAskedAt === null || hintedAt > lastAskedAt);
}
