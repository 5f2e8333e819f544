import type { Queue } from '../orders/model/watch-class.types.js';

/** Waiting customers come early, and even long closed trades get a share. Callbacks come before, see `callbackShare`. */
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

/** The part of `limit` that callbacks may use first. */
export const callbackShare = (limit: number, chance: () => number): number => half(limit, chance);

/** In serving order. Below one per queue, the order is drawn by weighted lot. `chance` returns numbers from 0 to 1. */
export function sharesOf(limit: number, chance: () => number): Share[] {
  const shares = SHARES.map((share) => ({ ...share, most: Math.max(1, Math.floor(limit * share.weight)) }));
  // Each queue gets at least one, which can exceed the limit; at exactly one per queue the last would get none.
  if (limit > SHARES.length) return shares;
  const drawn = shares.map((share) => ({ share, lot: chance() ** (1 / share.weight) }));
  return drawn.sort((a, b) => b.lot - a.lot).map(({ share }) => share);
}

/** How many of a queue are taken newest first: half of what the round leaves for it. */
export function newestFirstShare(queue: Queue, shares: readonly Share[], limit: number, chance: () => number): number {
  const place = shares.findIndex((share) => share.queue === queue);
  const before = shares.slice(0, place).reduce((sum, { most }) => sum + most, 0);
  return half(Math.max(0, Math.min(shares[place]?.most ?? 0, limit - before)), chance);
}

/** An odd one is decided at random. */
const half = (whole: number, chance: () => number): number => Math.floor(whole / 2 + (whole % 2) * chance());
