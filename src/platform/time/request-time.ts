import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem, PROBLEM_TEXTS } from '../problems/problem.js';
import { within } from './promises.js';

/** At its deadline a checkout still reads the order for its 202. */
const GRACE_MS = 500;
const RETRY_AFTER_S = 3;

interface RequestTime {
  readonly limitMs: number;
  /** By `performance.now()`. */
  deadline: number;
  /** The response was sent because of the deadline: the request's work must start no further statement. */
  isOver: boolean;
  /** A response that has begun may continue, as a stream or an export does. */
  readonly hasBegun: () => boolean;
}

const storage = new AsyncLocalStorage<RequestTime | null>();

export function withRequestTime(limitMs: number, hasBegun: () => boolean, work: () => void): void {
  storage.run({ limitMs, deadline: performance.now() + limitMs, isOver: false, hasBegun }, work);
}

export function withoutRequestTime<T>(work: () => T): T {
  return storage.run(null, work);
}

/** The request's deadline, by `performance.now()`; `limitMs` from now outside of requests. */
export function requestDeadline(limitMs: number): number {
  return storage.getStore()?.deadline ?? performance.now() + limitMs;
}

/** Restarts the deadline, for a request that made progress or legitimately takes longer. */
export function renewRequestTime(limitMs?: number): void {
  const time = storage.getStore();
  if (time != null) time.deadline = performance.now() + (limitMs ?? time.limitMs);
}

/** Throws if the request of this work was already answered for lack of time. */
export function requireRequestTime(): void {
  if (storage.getStore()?.isOver === true) throw tooLate();
}

/** Throws `unavailable` shortly after the deadline; the work continues, see {@link requireRequestTime}. */
export async function inRequestTime<T>(work: Promise<T>): Promise<T> {
  const time = storage.getStore();
  if (time == null) return work;
  const late = Symbol('late');
  for (;;) {
    const done = await within(Math.max(0, time.deadline + GRACE_MS - performance.now()), work, late);
    if (done !== late) return done;
    if (time.hasBegun()) return work;
    if (performance.now() < time.deadline + GRACE_MS) continue;
    time.isOver = true;
    throw tooLate();
  }
}

const tooLate = (): Problem =>
  new Problem('unavailable', PROBLEM_TEXTS.requestTookTooLong, { retryAfter: RETRY_AFTER_S });
