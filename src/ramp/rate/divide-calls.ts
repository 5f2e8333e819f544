import type { Slice } from './call-slices.js';
import { fairParts } from './fair-parts.js';

/** For so long a slice is its holder's, counted from before the row was read. */
export const LEASE_MS = 5000;

/** After its lease a slice rests: its last call may have started just before the end. */
const REST_MS = 1000;

/** For so long a call that cannot be divided evenly stays with one replica. */
const TURN_MS = 5000;

/** A replica that comes to renew, to take and to give up. */
export interface Visit {
  readonly replica: string;
  readonly wants: number;
  readonly limit: number;
  /** The database's clock, in milliseconds. */
  readonly now: number;
}

export interface Division {
  /** What the row says that the visitor held when it came. */
  readonly before: number;
  /** What it may hold from now on. */
  readonly mine: number;
  /** What it is entitled to: more than `mine` while others have not given it up yet. */
  readonly entitled: number;
  /** Everybody else, without slices that are free again. */
  readonly others: readonly Slice[];
  /** Milliseconds until something that rests now is free; infinite when nothing rests. */
  readonly freeInMs: number;
}

/**
 * Who holds what after this visit. Whatever the wishes, all slices together stay within the smallest rate that a living
 * replica names, unless they were beyond it before; then nobody gets more.
 */
export function divideCalls(slices: readonly Slice[], visit: Visit): Division {
  const others = slices.filter(({ replica, until }) => replica !== visit.replica && until + REST_MS > visit.now);
  const before = callsOf(slices.filter(({ replica }) => replica === visit.replica));
  const living = others.flatMap((slice) =>
    slice.replica !== null && slice.until > visit.now ? [{ ...slice, replica: slice.replica }] : [],
  );
  const limit = Math.min(visit.limit, ...living.map((slice) => slice.limit));
  const entitled = fairParts(limit, [visit, ...living], Math.floor(visit.now / TURN_MS)).get(visit.replica) ?? 0;
  const free = Math.max(0, limit - callsOf(others) - before);
  const resting = others.filter(({ replica, until }) => replica === null || until <= visit.now);
  return {
    before,
    entitled,
    mine: Math.min(entitled, before + free),
    others: others.map((slice) => ({ ...slice, until: Math.min(slice.until, visit.now + LEASE_MS) })),
    freeInMs: Math.min(...resting.map(({ until }) => until + REST_MS - visit.now)),
  };
}

/** The row after the visit. `lastUsed`: when the last call started with what was given up, by the database's clock. */
export function slicesAfter({ before, mine, others }: Division, visit: Visit, lastUsed: number): Slice[] {
  const { replica, wants, limit, now } = visit;
  return [
    ...others,
    { replica, calls: mine, wants, limit, until: now + LEASE_MS },
    ...givenUp(before - mine, visit, lastUsed),
  ];
}

/** The row after the visitor has left for good. */
export function slicesWithout({ before, others }: Division, visit: Visit, lastUsed: number): Slice[] {
  return [...others, ...givenUp(before, visit, lastUsed)];
}

function givenUp(calls: number, { now }: Visit, lastUsed: number): Slice[] {
  return calls > 0 && lastUsed + REST_MS > now ? [{ replica: null, calls, wants: 0, limit: 0, until: lastUsed }] : [];
}

function callsOf(slices: readonly Slice[]): number {
  return slices.reduce((total, { calls }) => total + calls, 0);
}
