import type { Checkout, Problem } from '#client/src/index.js';
import { api } from '../net/api.js';
import { keepAttempt } from './memory.js';
import { goesOnByItself, outcomeOf } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import { afterFailure, PATIENCE_MS } from './rules/sending.js';
import type { SendingFacts } from './rules/sending.js';

interface Sending {
  readonly mayBeMade: boolean;
  /** The response of a challenge. */
  readonly response: string | undefined;
  /** The visitor wants to go back: no further request is sent. */
  readonly stop: AbortSignal;
  readonly onNews: (facts: SendingFacts) => void;
  /** The order exists, though it can't be paid yet. */
  readonly onOrder: (order: Checkout) => void;
}

export type Result =
  | { readonly kind: 'made'; readonly order: Checkout }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'challenge'; readonly problem: Problem; readonly mayBeMade: boolean }
  /** null: it ended before anything was sent. */
  | { readonly kind: 'refused'; readonly problem: Problem | null };

export function firstFacts(mayBeMade: boolean): SendingFacts {
  return { since: Date.now(), isSent: false, mayBeMade, isMade: false, trouble: null };
}

/** Sends the attempt until its outcome is known or patience runs out. Offline, it waits for the connection. */
export async function sendAttempt(attempt: Attempt, { mayBeMade, response, stop, ...on }: Sending): Promise<Result> {
  let facts = firstFacts(mayBeMade);
  // An object, since TypeScript ignores assignments of callbacks to a variable.
  const pending: { order: Checkout | null } = { order: null };
  const learn = (part: Partial<SendingFacts>): void => {
    facts = { ...facts, ...part };
    on.onNews(facts);
  };
  for (;;) {
    learn({});
    if (!navigator.onLine) {
      await backOnline(stop);
      // An order of a press long ago would be a surprise.
      const isOver = stop.aborted || !goesOnByItself(attempt, Date.now());
      if (isOver) return facts.mayBeMade ? { kind: 'unknown' } : { kind: 'refused', problem: null };
    }
    // Store it first, so that a reload finds it.
    keepAttempt(attempt);
    learn({ isSent: true, since: Date.now() });
    try {
      const order = await api.checkout(attempt.request, {
        idempotencyKey: attempt.key,
        challengeResponse: response,
        patienceMs: PATIENCE_MS,
        stop,
        onFailedAttempt: (failed) => learn(afterFailure(failed)),
        onPending: (known) => {
          if (known === null) return;
          pending.order = known;
          on.onOrder(known);
          learn({ isMade: true });
        },
      });
      return { kind: 'made', order };
    } catch (error) {
      // The order's own page shows the rest.
      if (pending.order !== null) return { kind: 'made', order: pending.order };
      const outcome = outcomeOf(error, facts.mayBeMade);
      if (outcome.kind === 'challenge') return { ...outcome, mayBeMade: facts.mayBeMade };
      if (outcome.kind === 'refused' || navigator.onLine) return outcome;
      learn({ mayBeMade: true });
    }
  }
}

/** Waits for the connection, or for `stop`. */
function backOnline(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      removeEventListener('online', end);
      resolve();
    };
    addEventListener('online', end);
    stop.addEventListener('abort', end, { once: true });
  });
}
