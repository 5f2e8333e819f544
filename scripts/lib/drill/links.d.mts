/** See links.mjs. */
export interface Told {
  by: 'checkout' | 'retry' | 'read';
  status: number;
  payUrl: string | null;
  n: number;
  askedAt: number;
  answeredAt: number;
}
export function doubleLinks(told: ReadonlyMap<string, readonly Told[]>): { number: string; why: string }[];
