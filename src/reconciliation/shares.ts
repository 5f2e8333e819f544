import type { Queue } from '../orders/model/watch-class.types.js';

/**
 * Which part of a round each queue gets before the rest is shared out: who waits comes early, and even what closed long ago
 * is asked about in the end. Callbacks have gone before, see `calledOf`.
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

/** How many of `limit` may be callbacks before anybody else is served: half; the odd one goes to them by lot. */
export function calledOf(limit: number, chance: () => number): number {
  return half(limit, chance);
}

/**
 * How many of `limit` each queue may take at most, in the order in which they are served. A limit too small for all of
 * them is drawn by lot, by weight; `chance` gives numbers from 0 to 1.
 */
export function sharesOf(limit: number, chance: () => number): Share[] {
  const shares = SHARES.map((share) => ({ ...share, most: Math.max(1, Math.floor(limit * share.weight)) }));
  // At least one each: of as many as there are queues the first takes two, and the last would always get none.
  if (limit > SHARES.length) return shares;
  const drawn = shares.map((share) => ({ share, lot: chance() ** (1 / share.weight) }));
  return drawn.sort((a, b) => b.lot - a.lot).map(({ share }) => share);
}

/**
 * How many of a queue are taken newest first: half of what it may have. Only where a round serves it at all; the odd one
 * goes to the newest or the oldest by lot.
 */
export function newestOf(queue: Queue, shares: readonly Share[], limit: number, chance: () => number): number {
  const place = shares.findIndex((share) => share.queue === queue);
  const before = shares.slice(0, place).reduce((sum, { most }) => sum + most, 0);
  return half(Math.max(0, Math.min(shares[place]?.most ?? 0, limit - before)), chance);
}

const half = (whole: number, chance: () => number): number => Math.floor(whole / 2 + (whole % 2) * chance());
