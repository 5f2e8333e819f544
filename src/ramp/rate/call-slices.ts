/** The right of one replica to start so many calls a second, until its lease ends. */
export interface Slice {
  /** null: given up, and resting until its last call is a second old. */
  readonly replica: string | null;
  readonly calls: number;
  /** Calls a second that the replica could use. */
  readonly wants: number;
  /** What the replica takes for the whole rate. */
  readonly limit: number;
  /** When the lease ends, or ended; milliseconds of the database's clock. */
  readonly until: number;
}

/** The slices as they were read. */
export interface SeenSlices {
  readonly version: string;
  /** The database's clock, in milliseconds. */
  readonly now: number;
  /** As stored: another version of this program may have written it. */
  readonly stored: unknown;
}

/** Where replicas keep who holds which part of the provider's rate. Both methods reject as the database does. */
export abstract class CallSlices {
  abstract read(): Promise<SeenSlices>;

  /** Writes them if the version is still the one that was read; false: somebody was quicker, and nothing is changed. */
  abstract replace(version: string, slices: readonly Slice[]): Promise<boolean>;
}

/** The slices in what was stored; null when it is not what this program writes. */
export function readSlices(stored: unknown): Slice[] | null {
  if (!Array.isArray(stored)) return null;
  const slices = stored.map(readSlice);
  return slices.every((slice) => slice !== null) ? slices : null;
}

function readSlice(stored: unknown): Slice | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { replica, calls, wants, limit, until } = stored as Record<string, unknown>;
  if (replica !== null && typeof replica !== 'string') return null;
  if (!isCount(calls) || !isCount(wants) || !isCount(limit)) return null;
  return typeof until === 'number' ? { replica, calls, wants, limit, until } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
