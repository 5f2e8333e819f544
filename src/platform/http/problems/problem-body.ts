import { mayHearTheProvider } from '../../shared/caller.js';
import type { Caller } from '../../shared/caller.js';
import type { Problem } from '../../shared/problem.js';

/** A stable name for each code; it is not an address. */
export function problemType(code: string): string {
  return `urn:ramp-checkout:problem:${code}`;
}

/**
 * The body of an answer that tells of a problem (RFC 9457). Further members never take the place of the standard ones.
 * What the provider said is for staff and servers; `caller` null: nobody knows who asks.
 */
export function problemBody(problem: Problem, traceId: string, caller: Caller | null): Record<string, unknown> {
  const { errors, ramp, members } = problem.extras;
  const seesProvider = caller !== null && mayHearTheProvider(caller);
  const standard = {
    type: problemType(problem.code),
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    traceId,
    ...(errors === undefined ? {} : { errors }),
    ...(ramp === undefined || !seesProvider ? {} : { ramp }),
  };
  return { ...standard, ...members, ...standard };
}
