import { useRef, useState } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { api } from '../../net/api.js';
import { secretOf } from '../../net/secrets.js';
import { webAddress } from '../../net/web-address.js';
import type { LiveOrder } from './use-order.js';

export interface Retry {
  readonly busy: boolean;
  /** Of the last one; null: it worked, or there was none. */
  readonly error: unknown;
  readonly start: (order: Order) => void;
}

/** Makes a new trade of the order, and goes on to its payment page. However often it is pressed, one trade is made. */
export function useRetry({ adopt, lookAgain }: LiveOrder): Retry {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const start = async ({ merchantOrderNo, trades }: Order): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      // Names the newest trade that was seen here: pressed in two tabs, or sent twice, it is the same retry.
      const after = trades.at(-1)?.merchantOrderNo;
      const access = { clientSecret: secretOf(merchantOrderNo) };
      const order = await api.retry(merchantOrderNo, after === undefined ? {} : { after }, access);
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
  return { busy, error, start: (order) => void start(order) };
}
