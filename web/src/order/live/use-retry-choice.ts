import { useEffect, useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { api } from '../../net/api.js';
import { retryChoice } from '../retry-choice.js';
import type { RetryChoice } from '../retry-choice.js';

interface Choosing {
  readonly isAsking: boolean;
  /** null: not asked for, or there is none. */
  readonly choice: RetryChoice | null;
  /** Asks for the methods; without a choice calls `onNone`. */
  readonly ask: () => void;
}

const RENEW_MS = 30_000;

/** The payment methods for a new payment of an order. Their prices are renewed, at once after a failure. */
export function useRetryChoice(order: Order, failure: unknown, onNone: () => void): Choosing {
  const [isAsking, setAsking] = useState(false);
  const [choice, setChoice] = useState<RetryChoice | null>(null);
  // A ref, since a second press may come before the next render.
  const isRunning = useRef(false);
  const ask = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setAsking(true);
    const found = await choiceOf(order);
    isRunning.current = false;
    setAsking(false);
    setChoice(found);
    if (found === null) onNone();
  };
  const isShown = choice !== null;
  useEffect(() => {
    if (!isShown) return undefined;
    const renew = (): void => {
      if (document.visibilityState !== 'visible') return;
      void choiceOf(order).then((found) => setChoice((before) => found ?? before));
    };
    if (failure !== null) renew();
    const timer = setInterval(renew, RENEW_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [isShown, failure]);
  return { isAsking, choice, ask: () => void ask() };
}

/** null also if there are no prices: the order's own method needs none. */
async function choiceOf(order: Order): Promise<RetryChoice | null> {
  if (order.side !== 'BUY') return null;
  const { crypto, network, fiat, amount, country } = order;
  try {
    const quotes = await api.quotes({ side: 'BUY', type: 'ALL', crypto, network, fiat, amount, country });
    return retryChoice(quotes, order);
  } catch {
    return null;
  }
}
