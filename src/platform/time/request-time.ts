import { Problem, PROBLEM_TEXTS } from '../problems/problem.js';
import { within } from './promises.js';
import type { Time } from './time.js';
import { WorkContext } from './work-context.js';

/** At its deadline a checkout still reads the order for its 202. */
const GRACE_MS = 500;
const RETRY_AFTER_S = 3;

interface RequestTime {
  readonly time: Time;
  readonly limitMs: number;
  /** By the monotonic clock. */
  deadline: number;
  /** The response was sent because of the deadline: the request's work must start no further statement. */
  isOver: boolean;
  /** A response that has begun may continue, as a stream or an export does. */
  readonly hasBegun: () => boolean;
}

const storage = new WorkContext<RequestTime | null>('requestTime');

export function withRequestTime(time: Time, limitMs: number, hasBegun: () => boolean, work: () => void): void {
  storage.run({ time, limitMs, deadline: time.monotonic() + limitMs, isOver: false, hasBegun }, work);
}

export function withoutRequestTime<T>(work: () => T): T {
  return storage.run(null, work);
}

/** The request's deadline, by the monotonic clock; `limitMs` from now outside of requests. */
export function requestDeadline(time: Time, limitMs: number): number {
  return storage.getStore()?.deadline ?? time.monotonic() + limitMs;
}

/** Restarts the deadline, for a request that made progress or legitimately takes longer. */
export function renewRequestTime(limitMs?: number): void {
  const request = storage.getStore();
  if (request != null) request.deadline = request.time.monotonic() + (limitMs ?? request.limitMs);
}

/** Throws if the request of this work was already answered for lack of time. */
export function requireRequestTime(): void {
  if (requestOver()()) throw tooLate();
}

/** Tells, from any context, whether the request of this work was already answered for lack of time. */
export function requestOver(): () => boolean {
  const request = storage.getStore();
  return () => request?.isOver === true;
}

/** Throws `unavailable` shortly after the deadline; the work continues, see {@link requireRequestTime}. */
export async function inRequestTime<T>(work: Promise<T>): Promise<T> {
  const request = storage.getStore();
  if (request == null) return work;
  const { time } = request;
  const late = Symbol('late');
  for (;;) {
    const done = await within(time, Math.max(0, request.deadline + GRACE_MS - time.monotonic()), work, late);
    if (done !== late) return done;
    if (request.hasBegun()) return work;
    if (time.monotonic() < request.deadline + GRACE_MS) continue;
    request.isOver = true;
    throw tooLate();
  }
}

const tooLate = (): Problem =>
  new Problem('unavailable', PROBLEM_TEXTS.requestTookTooLong, { retryAfter: RETRY_AFTER_S });
