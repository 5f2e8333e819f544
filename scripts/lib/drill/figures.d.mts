import type { Everything, ProviderOrder } from './compare.mjs';
import type { Told } from './links.mjs';

/** See figures.mjs. */
export interface Finding {
  number: string;
  why: string;
}
export interface Struck {
  what: string;
  how: 'SIGKILL' | 'immediate';
  atMs: number;
  waiting: number;
  inFlight: number | null;
  leases: number | null;
}
export interface Facts {
  told: ReadonlyMap<string, readonly Told[]>;
  provider: ProviderOrder[];
  stored: Everything;
  report: { orders: number; buckets: Record<string, number>; balanced: boolean };
  history: { orders: number; faults: { merchantOrderNo: string; entry: number | null; reason: string }[] };
  struck: Struck[];
}
export interface Figures {
  counts: Record<string, number>;
  mustBeNone: Record<string, Finding[]>;
}
export function figuresOf(facts: Facts): Figures;
