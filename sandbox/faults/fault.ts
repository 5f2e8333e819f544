/** Kinds of faults; `reply-instead.ts` and `reply-after.ts` define them. */
export const ACTS_WITHOUT_ACTING = ['hang', 'reset-before', 'status', 'garbage', 'redirect', 'answer'] as const;
export const ACTS_AFTER_ACTING = [
  'delay',
  'delay-after',
  'hang-after',
  'reset-after',
  'reset-during',
  'status-after',
  'cut',
  'mutate',
  'bare',
  'wrong-content',
] as const;
export const FAULT_ENDPOINTS = ['create', 'query', 'quote', 'list', 'token', 'any'] as const;

export type FaultAct = (typeof ACTS_WITHOUT_ACTING)[number] | (typeof ACTS_AFTER_ACTING)[number];

export interface Fault {
  readonly act: FaultAct;
  /** Milliseconds to wait before the act; with `delay-after` before the answer. */
  readonly ms: number;
  /** HTTP status of `status` and `status-after`. */
  readonly code: number;
  /** Body of `status` and `status-after`: text is sent as HTML, other values as JSON. */
  readonly body: unknown;
  /** For `answer`. */
  readonly returnCode: string;
  readonly returnMsg: string;
  readonly http: number;
  /** For `mutate`: fields that override the answer's data. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FaultTarget {
  readonly endpoint: string;
  /** Also set if the call names only the provider's number; null: none. */
  readonly merchantOrderNo: string | null;
  /** The merchant's number, else the provider's, else ''. */
  readonly number: string;
}

export interface FaultAim {
  readonly endpoint: (typeof FAULT_ENDPOINTS)[number];
  /** null: any number. */
  readonly merchantOrderNo: string | null;
}

export function aimedAt(aim: FaultAim, { endpoint, merchantOrderNo }: Omit<FaultTarget, 'number'>): boolean {
  const endpointFits = aim.endpoint === 'any' || aim.endpoint === endpoint;
  return endpointFits && (aim.merchantOrderNo === null || aim.merchantOrderNo === merchantOrderNo);
}

export interface FaultSource {
  next(target: FaultTarget): Fault | null;
}
