import { useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { api } from '../../net/api.js';
import { secretOf } from '../../net/secrets.js';
import { webAddress } from '../../net/web-address.js';
import type { RetryMethod } from '../retry-choice.js';
import type { LiveOrder } from './use-order.js';

export interface Retry {
  readonly busy: boolean;
  /** Error of the last retry; null: none, or it succeeded. */
  readonly error: unknown;
  /** null: by the order's own method, of which no price is known. */
  readonly start: (order: Order, method: RetryMethod | null) => void;
}

/** Creates a new trade of the order and opens its payment page. Repeated presses create one trade. */
export function useRetry({ adopt, lookAgain }: LiveOrder): Retry {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const start = async ({ merchantOrderNo, trades }: Order, method: RetryMethod | null): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      // `after` names the newest trade shown here, so that presses in two tabs, or a repeat, are one retry.
      const after = trades.at(-1)?.tradeNo;
      const access = { clientSecret: secretOf(merchantOrderNo) };
      const shown = method?.cryptoQuantity ?? null;
      const quote = shown !== null && /^[\d.]*[1-9][\d.]*$/.test(shown) ? { cryptoQuantity: shown } : null;
      const order = await api.retry(merchantOrderNo, { after, payWayCode: method?.payWayCode ?? null, quote }, access);
      adopt(order);
      const payUrl = webAddress(order.payUrl);
      if (payUrl !== null) location.assign(payUrl);
    } catch (problem) {
      setError(problem);
      lookAgain();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, start: (order, method) => void start(order, method) };
}
