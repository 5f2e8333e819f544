/** What a fault does; the meaning of each stands in `reply-instead.ts` and `reply-after.ts`. */
export const ACTS_WITHOUT_ACTING = ['hang', 'reset-before', 'status', 'garbage', 'redirect', 'answer'] as const;
export const ACTS_AFTER_ACTING = [
  ...(['delay', 'delay-after', 'hang-after', 'reset-after', 'reset-during'] as const),
  ...(['status-after', 'cut', 'mutate', 'bare', 'wrong-content'] as const),
] as const;
export const FAULT_ENDPOINTS = ['create', 'query', 'quote', 'list', 'token', 'any'] as const;

export type FaultAct = (typeof ACTS_WITHOUT_ACTING)[number] | (typeof ACTS_AFTER_ACTING)[number];

/** One fault, with every parameter that any act may read. */
export interface Fault {
  readonly act: FaultAct;
  /** Milliseconds to wait before the act; with `delay-after` before the answer. */
  readonly ms: number;
  /** HTTP status of `status` and `status-after`. */
  readonly code: number;
  /** Body of `status` and `status-after`: text is sent as HTML, anything else as JSON. */
  readonly body: unknown;
  /** Of `answer`. */
  readonly returnCode: string;
  readonly returnMsg: string;
  readonly http: number;
  /** Of `mutate`: fields that go over those of the answer's data. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A call that a fault may strike. */
export interface FaultTarget {
  readonly endpoint: string;
  /** Also where the call names only the provider's number; null when there is none. */
  readonly merchantOrderNo: string | null;
  /** The number that the call is about: the merchant's, else the provider's, else ''. */
  readonly number: string;
}

/** Which calls a fault is meant for. */
export interface FaultAim {
  readonly endpoint: (typeof FAULT_ENDPOINTS)[number];
  /** null strikes whatever the number. */
  readonly merchantOrderNo: string | null;
}

export function aimedAt(aim: FaultAim, { endpoint, merchantOrderNo }: Omit<FaultTarget, 'number'>): boolean {
  const endpointFits = aim.endpoint === 'any' || aim.endpoint === endpoint;
  return endpointFits && (aim.merchantOrderNo === null || aim.merchantOrderNo === merchantOrderNo);
}

/** Decides which fault, if any, strikes a call. */
export interface FaultSource {
  next(target: FaultTarget): Fault | null;
}
