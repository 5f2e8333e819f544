import type { BuyQuote, SellQuote } from '../catalog/quoting.js';

/** Why an order came to a status: by its creation, by a person on the pay page, by time, by force, or by its scenario. */
export type Cause = 'created' | 'person' | 'pace' | 'forced' | 'scenario';

interface StatusChange {
  readonly status: string;
  /** ISO 8601, by the sandbox's clock. */
  readonly at: string;
  readonly cause: Cause;
}

interface AnyOrder {
  readonly orderNo: string;
  /** '' when the merchant gave none. Not unique: a repeated create makes another order. */
  readonly merchantOrderNo: string;
  readonly appId: string;
  /** The part of its page's address that nobody can guess. */
  readonly pageId: string;
  /** A word of the contract, or any other that was forced. */
  status: string;
  readonly history: StatusChange[];
  /** Moments: milliseconds since 1970, null until they happen. */
  readonly createdAt: number;
  paidAt: number | null;
  /** '' until the chain transfer. */
  txHash: string;
  readonly email: string;
  /** Whether queries know nothing of it, although it exists. Not in state files from before this was possible. */
  vanished?: boolean;
  /** Record fields that a test or a scenario has forced; they go over the order's own. */
  overrides: Record<string, unknown>;
  /** The scenario that it plays. */
  readonly scenario?: string;
  /** The step of its scenario that comes next; null: a person or a test has taken over. */
  step?: number | null;
  /** Record fields that are left out. */
  readonly omits?: readonly string[];
  /** The status that a query has told last. */
  told?: string;
}

/** What a create asked for; '' stands for a field that was not sent. */
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
    /** Where the user has to send the crypto. */
    readonly address: string;
  };
  readonly quote: SellQuote;
  confirmedAt: number | null;
  paidOutAt: number | null;
}

export type Order = BuyOrder | SellOrder;
