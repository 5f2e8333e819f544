import type { NotAsked } from '../wire/exchange.js';
import type { Planned } from '../wire/planned.js';
import type { Subject } from './subject.js';

/** Numbers that nobody has ever used. */
export interface UnusedNumbers {
  readonly unknown: readonly [string, string];
  readonly appId: string;
  /** Of the orders that are made with `--create`. */
  readonly create: (purpose: string) => string;
}

/** Existing orders that the merchant lets us look at. */
export interface KnownOrders {
  readonly orderNo: string | null;
  readonly merchantOrderNo: string | null;
  readonly sellOrderNo: string | null;
}

/** What may be made with `--create`. */
export interface CreateOrder {
  readonly address: string;
  readonly memo: string | null;
  readonly callbackUrl: string | null;
  readonly hasToken: boolean;
}

/** What is known when it is a probe's turn. */
export interface Situation {
  /** What quotes and creates are about; null: the crypto list could not be read. */
  readonly subject: Subject | null;
  /** As given, else of the first method that the quotes name. */
  readonly payWayCode: string | null;
  readonly numbers: UnusedNumbers;
  readonly known: KnownOrders;
  /** null: without `--create` nothing is made. */
  readonly create: CreateOrder | null;
  /** The number that the provider gave to the order that was made; null: none was. */
  readonly createdOrderNo: string | null;
}

export interface Probe {
  /** Also when the provider accepts no signature of ours. */
  readonly unsigned?: true;
  readonly plan: (situation: Situation) => Planned | NotAsked;
}
