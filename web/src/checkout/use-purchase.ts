import { useEffect, useRef, useState } from 'preact/hooks';
import type { Checkout, CheckoutRequest, Problem } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { forgetDraft } from '../net/draft.js';
import { keepRecentOrder } from '../net/recent-orders.js';
import { isKept, keepSecret } from '../net/secrets.js';
import { keepAttempt, keptAttempt, keyOfPress, openFormKey, renewFormKey } from './memory.js';
import { orderAddress } from './order-address.js';
import { goesOnByItself } from './rules/attempt.js';
import type { Attempt } from './rules/attempt.js';
import { departureOf } from './rules/departure.js';
import type { Departure } from './rules/departure.js';
import type { SendingFacts } from './rules/sending.js';
import { firstFacts, sendAttempt } from './send-attempt.js';
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
  | {
      readonly kind: 'sending';
      readonly attempt: Attempt;
      readonly known: SendingFacts;
      /** The visitor wants to go back, and the running request decides whether that is possible. */
      readonly isGoingBack: boolean;
    }
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
  /** Back to the form, unless the running request makes the order. */
  readonly goBack: () => void;
  /** Drops an attempt. If it created an order, that order expires unpaid. */
  readonly forget: () => void;
  /** Removes the problem when the visitor changes something. */
  readonly clearProblem: () => void;
}

const EDITING: PurchaseState = { kind: 'editing', problem: null };

/** Creates an order by one press, then hands it to `onOrder`, or opens its pay page. */
export function usePurchase(onOrder: ((order: Checkout) => void) | undefined): Purchasing {
  const [state, setState] = useState<PurchaseState>(firstState);
  /** Stops the running attempt; null: none runs. */
  const running = useRef<AbortController | null>(null);
  useComeBack(state.kind === 'leaving' ? state.departure : null);

  const leaveFor = (order: Checkout, { request }: Attempt, isWanted: boolean): void => {
    keepOrder(order, request);
    dropAttempt();
    forgetDraft();
    if (onOrder !== undefined) {
      onOrder(order);
      return;
    }
    // A visitor who wanted to go back is not taken to the payment. Without storage only the private link opens the order
    // after the payment, so it comes first.
    const isOnward = isWanted && isKept(order.merchantOrderNo);
    const departure = departureOf(isOnward ? order.payUrl : null, orderAddress(order.merchantOrderNo));
    setState({ kind: 'leaving', departure });
    leave(departure);
  };

  const run = async (attempt: Attempt, mayBeMade: boolean, response?: string): Promise<void> => {
    if (running.current !== null) return;
    const stop = new AbortController();
    running.current = stop;
    const result = await sendAttempt(attempt, {
      ...{ mayBeMade, response, stop: stop.signal },
      onNews: (known) => setState({ kind: 'sending', attempt, known, isGoingBack: stop.signal.aborted }),
      onOrder: (order) => {
        keepOrder(order, attempt.request);
        // The order is reached from here even if this tab is closed now: the next press is another purchase.
        renewFormKey();
      },
    });
    running.current = null;
    const isGoingBack = stop.signal.aborted;
    if (result.kind === 'made') {
      leaveFor(result.order, attempt, !isGoingBack);
    } else if (result.kind === 'unknown') {
      setState({ kind: 'unknown', attempt });
    } else if (result.kind === 'challenge' && facts.challenge !== null && !isGoingBack) {
      // Keep the key: if an answer was lost, the order may exist.
      setState({ kind: 'challenge', attempt, isAgain: response !== undefined, mayBeMade: result.mayBeMade });
    } else {
      dropAttempt();
      setState({ kind: 'editing', problem: isGoingBack ? null : result.problem });
    }
  };

  useEffect(() => {
    openFormKey();
    if (state.kind === 'sending') void run(state.attempt, true);
  }, []);

  return {
    state,
    buy: (request) => {
      const attempt: Attempt = { key: keyOfPress(request), request, at: Date.now() };
      if (facts.challenge === null) void run(attempt, false);
      else setState({ kind: 'challenge', attempt, isAgain: false, mayBeMade: false });
    },
    solve: (response) => {
      if (state.kind === 'challenge') void run(state.attempt, state.mayBeMade, response);
    },
    goOn: (attempt) => void run(attempt, true),
    goBack: () => {
      running.current?.abort();
      setState((now) => (now.kind === 'sending' ? { ...now, isGoingBack: true } : now));
    },
    forget: () => {
      dropAttempt();
      setState(EDITING);
    },
    clearProblem: () => setState((now) => (now.kind === 'editing' && now.problem !== null ? EDITING : now)),
  };
}

/** Ends the attempt. */
function dropAttempt(): void {
  keepAttempt(null);
  renewFormKey();
}

function firstState(): PurchaseState {
  const attempt = keptAttempt();
  if (attempt === null) return EDITING;
  if (!goesOnByItself(attempt, Date.now())) return { kind: 'found', attempt };
  return { kind: 'sending', attempt, known: firstFacts(true), isGoingBack: false };
}

function keepOrder(
  { merchantOrderNo, clientSecret }: Checkout,
  { link, merchantOrderNo: number }: CheckoutRequest,
): void {
  if (clientSecret !== null) keepSecret(merchantOrderNo, clientSecret);
  // After the secret, since other tabs read the order as soon as they hear of it.
  keepRecentOrder({ number: merchantOrderNo, at: Date.now(), link: link ?? null, isNumberFixed: number != null });
}
