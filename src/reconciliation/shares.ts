/**
 * Which part of a round each class gets before the rest is shared out: a waiting customer comes first, and even what
 * closed long ago is asked about in the end.
 */
const SHARES = [
  { watchClass: 'waiting', weight: 0.4 },
  { watchClass: 'paid', weight: 0.25 },
  { watchClass: 'young', weight: 0.2 },
  { watchClass: 'old', weight: 0.1 },
  { watchClass: 'closed', weight: 0.05 },
] as const;

export const CLASSES: readonly string[] = SHARES.map(({ watchClass }) => watchClass);

export interface Share {
  readonly watchClass: string;
  readonly most: number;
}

/**
 * How many of `limit` each class may take at most, in the order in which they are served. A limit too small for all of
 * them is drawn by lot, by weight; `chance` gives numbers from 0 to 1.
 */
export function sharesOf(limit: number, chance: () => number): Share[] {
  const shares = SHARES.map((share) => ({ ...share, most: Math.max(1, Math.floor(limit * share.weight)) }));
  // At least one each: of as many as there are classes the first takes two, and the last would always get none.
  if (limit > SHARES.length) return shares;
  const drawn = shares.map((share) => ({ share, lot: chance() ** (1 / share.weight) }));
  return drawn.sort((a, b) => b.lot - a.lot).map(({ share }) => share);
}

/**
 * How many of the customers who wait are taken newest first: half of what their class may have. Only where a round serves
 * them at all; the odd one goes to the newest or the oldest by lot.
 */
export function newestOf(shares: readonly Share[], limit: number, chance: () => number): number {
  const place = shares.findIndex(({ watchClass }) => watchClass === 'waiting');
  const before = shares.slice(0, place).reduce((sum, { most }) => sum + most, 0);
  const most = Math.max(0, Math.min(shares[place]?.most ?? 0, limit - before));
  return Math.floor(most / 2 + (most % 2) * chance());
}
