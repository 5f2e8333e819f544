import { useRef, useState } from 'preact/hooks';
import type { Order, Quote } from '#client/src/index.js';
import { api } from '../../net/api.js';
import { mayLeave, secretOf } from '../../net/secrets.js';
import { webAddress } from '../../net/web-address.js';
import { isQuantity, TOLERANCE_PERCENT } from '../../prices/rules/price-change.js';
import type { LiveOrder } from './use-order.js';

export interface Retry {
  readonly busy: boolean;
  /** Error of the last retry; null: none, or it succeeded. */
  readonly error: unknown;
  /** At the price of the quote. null: by the order's own method, which has no price now, at the order's. */
  readonly start: (order: Order, quote: Quote | null) => void;
}

/** Creates a new trade of the order and opens its payment page. Repeated presses create one trade. */
export function useRetry({ adopt, lookAgain }: LiveOrder): Retry {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const start = async (order: Order, shown: Quote | null): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    const { merchantOrderNo, trades } = order;
    try {
      // `after` names the newest trade shown here, so that presses in two tabs, or a repeat, are one retry.
      const after = trades.at(-1)?.tradeNo;
      const access = { clientSecret: secretOf(merchantOrderNo) };
      const cryptoQuantity = order.side === 'BUY' ? (shown ?? order).cryptoQuantity : null;
      const quote = isQuantity(cryptoQuantity) ? { cryptoQuantity, tolerancePercent: TOLERANCE_PERCENT } : null;
      const wish = { after, payWayCode: shown?.payWayCode ?? null, quote };
      const retried = await api.retry(merchantOrderNo, wish, access);
      adopt(retried);
      const payUrl = webAddress(retried.payUrl);
      if (payUrl !== null && mayLeave(merchantOrderNo)) location.assign(payUrl);
    } catch (problem) {
      setError(problem);
      lookAgain();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, start: (order, quote) => void start(order, quote) };
}
