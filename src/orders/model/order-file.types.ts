import type { Payee } from '../../ramp/port/ramp.types.js';
import type { ObservedMismatch, OrderEvent, OrderRow, TradeRow } from './order.types.js';

/** An entry of the history as it is stored. */
export type FiledEvent = OrderEvent & {
  /** Its time has whole milliseconds, as every sealed time has. */
  readonly isWholeTime: boolean;
};

export interface FiledMismatch extends ObservedMismatch {
  readonly id: string;
  readonly openedAt: Date;
  /** null: it is open. */
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly note: string | null;
}

/** Everything that is believed of an order and why, as one look saw it, at `now` by Postgres' clock. */
export interface OrderFile {
  readonly order: OrderRow;
  /** Oldest first. */
  readonly trades: readonly TradeRow[];
  /** All of them, in the order of their numbers. */
  readonly events: readonly FiledEvent[];
  /** Open and resolved ones, in the order in which they were opened. */
  readonly mismatches: readonly FiledMismatch[];
  readonly now: Date;
}

/** What a trade holds of persons. */
export interface PersonalTrade {
  readonly tradeNo: string;
  readonly address: string | null;
  readonly memo: string | null;
  readonly payoutAddress: string | null;
  readonly orderPageUrl: string | null;
  readonly payee: Payee | null;
  /** The payee as it may be shown to whoever knows it. */
  readonly maskedPayee: Payee | null;
}

/** What an order holds of persons, opened. */
export interface PersonalData {
  readonly address: string | null;
  readonly memo: string | null;
  readonly customerId: string | null;
  readonly customerEmail: string | null;
  readonly trades: readonly PersonalTrade[];
  /** Names of what is kept and cannot be opened, because its key is gone or its bytes were altered. */
  readonly unreadable: readonly string[];
}
