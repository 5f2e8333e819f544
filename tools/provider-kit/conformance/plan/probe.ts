import type { NotAsked } from '../wire/exchange.js';
import type { Planned } from '../wire/planned.js';
import type { Subject } from './subject.js';

export interface UnusedNumbers {
  readonly unknown: readonly [string, string];
  readonly appId: string;
  readonly create: (purpose: string) => string;
}

/** Existing orders that the merchant names for the run. */
export interface KnownOrders {
  readonly orderNo: string | null;
  readonly merchantOrderNo: string | null;
  readonly sellOrderNo: string | null;
}

export interface CreateOrder {
  readonly address: string;
  readonly memo: string | null;
  readonly callbackUrl: string | null;
  readonly hasToken: boolean;
}

/** The results so far, which a probe may use. */
export interface Situation {
  /** The subject of quotes and creates; null: the crypto list was unreadable. */
  readonly subject: Subject | null;
  /** The configured one, else the first method that the quotes name. */
  readonly payWayCode: string | null;
  readonly numbers: UnusedNumbers;
  readonly known: KnownOrders;
  /** null: without `--create` no order is created. */
  readonly create: CreateOrder | null;
  /** The provider's number of the created order; null: none was created. */
  readonly createdOrderNo: string | null;
}

export interface Probe {
  /** Runs even if the provider accepts no signature of ours. */
  readonly unsigned?: true;
  readonly plan: (situation: Situation) => Planned | NotAsked;
}
