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
  /** Before it is sent, the visitor has to solve a challenge. `isAgain`: what was solved before was not accepted. */
  | {
      readonly kind: 'challenge';
      readonly attempt: Attempt;
      readonly isAgain: boolean;
      /** An answer to it was lost before. */
      readonly mayBeMade: boolean;
    }
  /** An attempt of before, which nobody knows the end of. */
  | { readonly kind: 'found'; readonly attempt: Attempt }
  | { readonly kind: 'sending'; readonly attempt: Attempt; readonly news: 'sent' | 'lost' | 'being_made' }
  | { readonly kind: 'unknown'; readonly attempt: Attempt }
  /** The order is made, and the browser was told to go on. */
  | { readonly kind: 'leaving'; readonly departure: Departure };

export interface Purchasing {
  readonly state: PurchaseState;
  readonly buy: (request: CheckoutRequest) => void;
  /** The visitor has solved the challenge. Its response is used once, and kept nowhere. */
  readonly solve: (response: string) => void;
  /** Sends an attempt again whose end is not known. */
  readonly goOn: (attempt: Attempt) => void;
  /** Gives an attempt up: an order that it may have made stays unpaid, and runs out by itself. */
  readonly forget: () => void;
  /** The visitor has seen the problem, and changes something. */
  readonly clearProblem: () => void;
}

const PATIENCE_MS = 45_000;
const EDITING: PurchaseState = { kind: 'editing', problem: null };

/** Makes an order out of one press, and goes on to pay it. */
export function usePurchase(): Purchasing {
  const [state, setState] = useState<PurchaseState>(firstState);
  const isRunning = useRef(false);
  useComeBack(state.kind === 'leaving' ? state.departure : null);

  const leaveFor = (order: Checkout): void => {
    keepOrder(order);
    keepAttempt(null);
    forgetDraft();
    const departure = departureOf(order);
    setState({ kind: 'leaving', departure });
    leave(departure);
  };

  const run = async (attempt: Attempt, isRepeat: boolean, response?: string): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    let mayBeMade = isRepeat;
    // Not a variable: what a callback assigns to one is not seen by the compiler.
    const known: { order: Checkout | null } = { order: null };
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
            known.order = order;
          }
          setState({ kind: 'sending', attempt, news: known.order === null ? 'lost' : 'being_made' });
        },
      });
      leaveFor(order);
    } catch (error) {
      const outcome = outcomeOf(error, mayBeMade);
      if (known.order !== null) {
        // It has a page of its own, where the rest is waited for.
        leaveFor(known.order);
      } else if (outcome.kind === 'unknown') {
        setState({ kind: 'unknown', attempt });
      } else if (outcome.kind === 'challenge' && facts.challenge !== null) {
        // Under the same key: an answer that was lost may have made the order.
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
    // Before it is sent: a reload meanwhile has to find it.
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
