import { useEffect, useRef, useState } from 'preact/hooks';
import { newIdempotencyKey } from '#client/src/index.js';
import type { Checkout, CheckoutRequest, Problem } from '#client/src/index.js';
import { api } from '../net/api.js';
import { facts } from '../page-facts.js';
import { keepSecret } from '../net/secrets.js';
import { forgetDraft, keepAttempt, keepLastOrder, keptAttempt, keyOfLink } from './memory.js';
import { goesOnByItself, outcomeOf } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import { departureOf } from './rules/departure.js';
import type { Departure } from './rules/departure.js';
import { leave, useComeBack } from './use-leaving.js';

export type PurchaseState =
  | { readonly kind: 'editing'; readonly problem: Problem | null }
  /** A challenge has to be solved first. `isAgain`: the previous response was refused. */
  | {
      readonly kind: 'challenge';
      readonly attempt: Attempt;
      readonly isAgain: boolean;
      /** An answer was lost before, so the order may exist. */
      readonly mayBeMade: boolean;
    }
  /** A stored attempt with an unknown outcome. */
  | { readonly kind: 'found'; readonly attempt: Attempt }
  | { readonly kind: 'sending'; readonly attempt: Attempt; readonly news: 'sent' | 'lost' | 'being_made' }
  | { readonly kind: 'unknown'; readonly attempt: Attempt }
  /** The order was created, and the browser is opening the next page. */
  | { readonly kind: 'leaving'; readonly departure: Departure };

export interface Purchasing {
  readonly state: PurchaseState;
  readonly buy: (request: CheckoutRequest) => void;
  /** The response works once and is not stored. */
  readonly solve: (response: string) => void;
  /** Repeats an attempt with an unknown outcome. */
  readonly goOn: (attempt: Attempt) => void;
  /** Drops an attempt. If it created an order, that order expires unpaid. */
  readonly forget: () => void;
  /** Removes the problem when the visitor changes something. */
  readonly clearProblem: () => void;
}

const PATIENCE_MS = 45_000;
const EDITING: PurchaseState = { kind: 'editing', problem: null };

/** Creates an order by one press, then hands it to `onOrder`, or opens its pay page. */
export function usePurchase(onOrder: ((order: Checkout) => void) | undefined): Purchasing {
  const [state, setState] = useState<PurchaseState>(firstState);
  const isRunning = useRef(false);
  useComeBack(state.kind === 'leaving' ? state.departure : null);

  const leaveFor = (order: Checkout): void => {
    keepOrder(order);
    keepAttempt(null);
    forgetDraft();
    if (onOrder !== undefined) {
      onOrder(order);
      return;
    }
    const departure = departureOf(order);
    setState({ kind: 'leaving', departure });
    leave(departure);
  };

  const run = async (attempt: Attempt, isRepeat: boolean, response?: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    let mayBeMade = isRepeat;
    // An object, since TypeScript ignores assignments of callbacks to a variable.
    const pending: { order: Checkout | null } = { order: null };
    setState({ kind: 'sending', attempt, news: isRepeat ? 'lost' : 'sent' });
    try {
      const order = await api.checkout(attempt.request, {
        idempotencyKey: attempt.key,
        challengeResponse: response,
        patienceMs: PATIENCE_MS,
        onPending: (order) => {
          mayBeMade = true;
          if (order !== null) {
            keepOrder(order);
            pending.order = order;
          }
          setState({ kind: 'sending', attempt, news: pending.order === null ? 'lost' : 'being_made' });
        },
      });
      leaveFor(order);
    } catch (error) {
      const outcome = outcomeOf(error, mayBeMade);
      if (pending.order !== null) {
        // The order's own page shows the rest.
        leaveFor(pending.order);
      } else if (outcome.kind === 'unknown') {
        setState({ kind: 'unknown', attempt });
      } else if (outcome.kind === 'challenge' && facts.challenge !== null) {
        // Keep the key: if an answer was lost, the order may exist.
        setState({ kind: 'challenge', attempt, isAgain: response !== undefined, mayBeMade });
      } else {
        keepAttempt(null);
        setState({ kind: 'editing', problem: outcome.problem });
      }
    } finally {
      isRunning.current = false;
    }
  };

  const send = (attempt: Attempt, isRepeat: boolean, response?: string): void => {
    // Store it first, so that a reload finds it.
    if (!isRunning.current) keepAttempt(attempt);
    void run(attempt, isRepeat, response);
  };

  useEffect(() => {
    if (state.kind === 'sending') void run(state.attempt, true);
  }, []);

  return {
    state,
    buy: (request) => {
      const { link, merchantOrderNo } = request;
      const key = link != null && merchantOrderNo != null ? keyOfLink(link) : newIdempotencyKey();
      const attempt: Attempt = { key, request, at: Date.now() };
      if (facts.challenge === null) send(attempt, false);
      else setState({ kind: 'challenge', attempt, isAgain: false, mayBeMade: false });
    },
    solve: (response) => {
      if (state.kind === 'challenge') send(state.attempt, state.mayBeMade, response);
    },
    goOn: (attempt) => void run(attempt, true),
    forget: () => {
      keepAttempt(null);
      setState(EDITING);
    },
    clearProblem: () => setState((now) => (now.kind === 'editing' && now.problem !== null ? EDITING : now)),
  };
}

function firstState(): PurchaseState {
  const attempt = keptAttempt();
  if (attempt === null) return EDITING;
  return goesOnByItself(attempt, Date.now()) ? { kind: 'sending', attempt, news: 'lost' } : { kind: 'found', attempt };
}

function keepOrder({ merchantOrderNo, clientSecret }: Checkout): void {
  if (clientSecret !== null) keepSecret(merchantOrderNo, clientSecret);
  keepLastOrder(merchantOrderNo);
}
