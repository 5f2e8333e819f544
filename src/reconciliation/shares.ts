import type { Queue } from '../orders/model/watch-class.types.js';

/**
 * Weights of the queues. Waiting customers come early, and even long closed trades get a share. Callbacks are served
 * before, see `calledOf`.
 */
const SHARES = [
  { queue: 'followed', weight: 0.3 },
  { queue: 'paid', weight: 0.25 },
  { queue: 'young', weight: 0.2 },
  { queue: 'waiting', weight: 0.12 },
  { queue: 'old', weight: 0.08 },
  { queue: 'closed', weight: 0.05 },
] as const;

export const QUEUES: readonly Queue[] = ['callback', ...SHARES.map(({ queue }) => queue)];

export interface Share {
  readonly queue: Queue;
  readonly most: number;
}

/** Half of `limit`, the part that callbacks may use first. An odd one is decided at random. */
export function calledOf(limit: number, chance: () => number): number {
  return half(limit, chance);
}

/**
 * The most that each queue may take, in serving order. If the limit is too small for all queues, they are drawn by
 * weighted lot. `chance` returns numbers from 0 to 1.
 */
export function sharesOf(limit: number, chance: () => number): Share[] {
  const shares = SHARES.map((share) => ({ ...share, most: Math.max(1, Math.floor(limit * share.weight)) }));
  // Each queue gets at least one, so the shares can exceed the limit; at exactly one per queue the last would always
  // get none.
  if (limit > SHARES.length) return shares;
  const drawn = shares.map((share) => ({ share, lot: chance() ** (1 / share.weight) }));
  return drawn.sort((a, b) => b.lot - a.lot).map(({ share }) => share);
}

/**
 * How many of a queue are taken newest first: half of what the round leaves for it. An odd one is decided at random.
 */
export function newestOf(queue: Queue, shares: readonly Share[], limit: number, chance: () => number): number {
  const place = shares.findIndex((share) => share.queue === queue);
  const before = shares.slice(0, place).reduce((sum, { most }) => sum + most, 0);
  return half(Math.max(0, Math.min(shares[place]?.most ?? 0, limit - before)), chance);
}

const half = (whole: number, chance: () => number): number => Math.floor(whole / 2 + (whole % 2) * chance());
