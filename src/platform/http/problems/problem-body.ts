import { mayHearTheProvider } from '../../callers/caller.js';
import type { Caller } from '../../callers/caller.js';
import type { Problem } from '../../problems/problem.js';

/** A stable URN per code; it cannot be fetched. */
export function problemType(code: string): string {
  return `urn:ramp-checkout:problem:${code}`;
}

/**
 * The body of a problem response (RFC 9457). Extra members never replace the standard ones. The provider's words are
 * for staff and servers only; `caller` null: unidentified.
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
