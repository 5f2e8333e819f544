import { useRef, useState } from 'preact/hooks';
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

/** The payment methods for a new payment of an order. */
export function useRetryChoice(order: Order, onNone: () => void): Choosing {
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
