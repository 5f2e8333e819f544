/** A call to the merchant API as it was seen, and what became of it. */
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
  /** The very text that was received; '' for none. */
  readonly rawBody: string;
  /** The same, parsed; null when there was none or it was unreadable. */
  readonly body: unknown;
  merchantOrderNo: string | null;
  /** The provider's number of the order that was made or found. */
  orderNo: string | null;
  /** The act of the fault that struck, if any. */
  fault: string | null;
  /** Whether the endpoint did its work, whatever was answered. */
  acted: boolean;
  /** `silence`: nothing was ever sent; `broken`: the connection was cut. */
  outcome: 'pending' | 'answered' | 'silence' | 'broken';
  httpStatus: number | null;
  returnCode: string | null;
  returnMsg: string | null;
}

/** One attempt to send a callback to a merchant, and what came back; or a callback that chaos has dropped. */
export interface CallbackEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'callback';
  readonly method: string;
  /** As the create gave it. */
  readonly url: string;
  /** json, form or query: where a POST carried the body. */
  readonly form: string;
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  /** What the body says; of a forged one, the invented status. */
  readonly status: string;
  readonly timestamp: string;
  /** Its fields, whatever the form. */
  readonly body: Record<string, unknown>;
  /** 1 for the first; a retry is an entry of its own. */
  readonly attempt: number;
  /** Nobody at the provider sent this: content and signatures are invented. */
  readonly forged: boolean;
  /** The second of two that chaos sent at the same time. */
  readonly duplicate: boolean;
  /** How long chaos held it back, in milliseconds. */
  readonly delayedMs: number;
  outcome: 'pending' | 'answered' | 'failed' | 'dropped';
  httpStatus: number | null;
  /** Beginning of the answer's body. */
  reply: string | null;
  error: string | null;
}

export type LedgerEntry = CallEntry | CallbackEntry;

/** What is left open (null) fits everything. */
export interface LedgerFilter {
  readonly kind: LedgerEntry['kind'] | null;
  readonly endpoint: string | null;
  readonly merchantOrderNo: string | null;
  /** Leaves out entries up to this number. */
  readonly since: number;
  /** At most so many. */
  readonly limit: number;
}

/** Whatever the filter's limit. An endpoint is something that only calls have. */
export function fitsFilter(entry: LedgerEntry, { kind, endpoint, merchantOrderNo, since }: LedgerFilter): boolean {
  if (entry.seq <= since || (kind !== null && entry.kind !== kind)) return false;
  if (endpoint !== null && (entry.kind !== 'call' || entry.endpoint !== endpoint)) return false;
  return merchantOrderNo === null || entry.merchantOrderNo === merchantOrderNo;
}
