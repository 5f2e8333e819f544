import type { Payee } from '../../ramp/port/ramp.types.js';
import type { ObservedMismatch, OrderEvent, OrderRow, TradeRow } from './order.types.js';

export type FiledEvent = OrderEvent & {
  /** Sealed times have whole milliseconds; others were altered. */
  readonly isWholeTime: boolean;
};

export interface FiledMismatch extends ObservedMismatch {
  readonly id: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly note: string | null;
}

/** All data and history of an order from one consistent read, at `now` by Postgres' clock. */
export interface OrderFile {
  readonly order: OrderRow;
  readonly trades: readonly TradeRow[];
  readonly events: readonly FiledEvent[];
  readonly mismatches: readonly FiledMismatch[];
  readonly now: Date;
}

export interface PersonalTrade {
  readonly tradeNo: string;
  readonly address: string | null;
  readonly memo: string | null;
  readonly payoutAddress: string | null;
  readonly orderPageUrl: string | null;
  readonly payee: Payee | null;
  readonly maskedPayee: Payee | null;
}

export interface PersonalData {
  readonly address: string | null;
  readonly memo: string | null;
  readonly customerId: string | null;
  readonly customerEmail: string | null;
  readonly trades: readonly PersonalTrade[];
  readonly unreadable: readonly string[];
}
