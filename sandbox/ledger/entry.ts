export interface CallEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'call';
  /** create, query, quote, list, token or unknown. */
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
  /** The received text; '' if empty. */
  readonly rawBody: string;
  /** The parsed body; null: empty or unreadable. */
  readonly body: unknown;
  merchantOrderNo: string | null;
  /** The provider's number of the created or found order. */
  orderNo: string | null;
  fault: string | null;
  /** True if the endpoint acted, even if the answer was lost. */
  acted: boolean;
  /** `silence`: nothing was sent; `broken`: the connection was cut. */
  outcome: 'pending' | 'answered' | 'silence' | 'broken';
  httpStatus: number | null;
  returnCode: string | null;
  returnMsg: string | null;
}

/** One attempt to send a callback with its result, or a callback dropped by chaos. */
export interface CallbackEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'callback';
  readonly method: string;
  /** The callbackUrl of the create. */
  readonly url: string;
  /** json, form or query: the place of the fields in a POST. */
  readonly form: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  /** The status in the body; a forged callback has a false one. */
  readonly status: string;
  readonly timestamp: string;
  /** The fields in any form. */
  readonly body: Record<string, unknown>;
  /** 1 for the first; each retry has its own entry. */
  readonly attempt: number;
  /** Sent by a simulated attacker, with invented content and signatures. */
  readonly forged: boolean;
  /** The second of two that chaos sent at once. */
  readonly duplicate: boolean;
  /** Delay by chaos, in milliseconds. */
  readonly delayedMs: number;
  outcome: 'pending' | 'answered' | 'failed' | 'dropped';
  httpStatus: number | null;
  /** Start of the answer's body. */
  reply: string | null;
  error: string | null;
}

export type LedgerEntry = CallEntry | CallbackEntry;

/** null matches everything. */
export interface LedgerFilter {
  readonly kind: LedgerEntry['kind'] | null;
  readonly endpoint: string | null;
  readonly merchantOrderNo: string | null;
  /** Excludes entries up to this number. */
  readonly since: number;
  readonly limit: number;
}

/** Ignores the limit. Callbacks have no endpoint, so an endpoint filter excludes them. */
export function fitsFilter(entry: LedgerEntry, { kind, endpoint, merchantOrderNo, since }: LedgerFilter): boolean {
  if (entry.seq <= since || (kind !== null && entry.kind !== kind)) return false;
  if (endpoint !== null && (entry.kind !== 'call' || entry.endpoint !== endpoint)) return false;
  return merchantOrderNo === null || entry.merchantOrderNo === merchantOrderNo;
}
