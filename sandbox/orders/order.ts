import type { BuyQuote, SellQuote } from '../catalog/quoting.js';

/** The cause of a status: creation, a person on the pay page, time, force, or a scenario. */
export type Cause = 'created' | 'person' | 'pace' | 'forced' | 'scenario';

interface StatusChange {
  readonly status: string;
  /** ISO 8601 on the sandbox's clock. */
  readonly at: string;
  readonly cause: Cause;
}

interface AnyOrder {
  readonly orderNo: string;
  /** '' if the merchant gave none. Not unique: a repeated create makes another order. */
  readonly merchantOrderNo: string;
  readonly appId: string;
  /** The unguessable part of its page's URL. */
  readonly pageId: string;
  /** A status of the contract, or any forced one. */
  status: string;
  readonly history: StatusChange[];
  /** Times in milliseconds since 1970; null: not yet. */
  readonly createdAt: number;
  paidAt: number | null;
  /** '' until the chain transfer. */
  txHash: string;
  readonly email: string;
  /** True: queries do not find it. Missing in older state files. */
  vanished?: boolean;
  /** Record fields forced by a test or scenario. */
  overrides: Record<string, unknown>;
  scenario?: string;
  /** Index of the next step; null: a person or a test has taken over. */
  step?: number | null;
  readonly omits?: readonly string[];
  /** The status last returned by a query. */
  told?: string;
}

/** The fields of a create; '' for a missing one. */
export interface BuyRequest {
  readonly amount: string;
  readonly fiat: string;
  readonly crypto: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly payWayCode: string;
  readonly alpha2: string;
  readonly redirectUrl: string;
  readonly failRedirectUrl: string;
  readonly callbackUrl: string;
  readonly merchantName: string;
}

export interface BuyOrder extends AnyOrder {
  readonly side: 'BUY';
  readonly request: BuyRequest;
  readonly quote: BuyQuote;
  readonly payType: string;
  readonly tokenAddress: string;
  readonly merchantUid: string;
  sentAt: number | null;
}

export interface SellOrder extends AnyOrder {
  readonly side: 'SELL';
  readonly request: {
    readonly crypto: string;
    readonly network: string;
    readonly fiat: string;
    readonly cryptoAmount: string;
    /** The deposit address. */
    readonly address: string;
  };
  readonly quote: SellQuote;
  confirmedAt: number | null;
  paidOutAt: number | null;
}

export type Order = BuyOrder | SellOrder;
