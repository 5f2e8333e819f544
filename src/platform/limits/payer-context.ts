import { withoutRequestTime } from '../time/request-time.js';
import { newTraceId, withTraceId } from '../telemetry/trace-context.js';
import type { Chance } from '../chance.js';
import { WorkContext } from '../time/work-context.js';

/** The account that calls to the provider count against. */
export interface Payer {
  readonly id: string;
  /** A guest: the calls of all others go first. */
  readonly isGuest: boolean;
}

const storage = new WorkContext<Payer | null>('payer');

export function currentPayer(): Payer | null {
  return storage.getStore() ?? null;
}

/** Work shared by many callers must not count against the first one: give it a payer of its own. */
export function withPayer<T>(payer: Payer | null, work: () => T): T {
  return storage.run(payer, work);
}

/** For shared work that outlives its request: with its own trace id, no payer, and no deadline. */
export function outsideOfRequests<T>(chance: Chance, work: () => T): T {
  return withTraceId(newTraceId(chance), () => withPayer(null, () => withoutRequestTime(work)));
}
