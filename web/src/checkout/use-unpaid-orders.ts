import { useEffect, useState } from 'preact/hooks';
import type { BuyOrder } from '#client/src/index.js';
import { api } from '../net/api.js';
import { onRecentOrders, recentOrders } from '../net/recent-orders.js';
import { secretOf } from '../net/secrets.js';
import { awaitsPayment } from './rules/unpaid.js';

export interface UnpaidOrder {
  readonly order: BuyOrder;
  /** Another tab made it while this form was open. */
  readonly isNew: boolean;
}

/** The recent orders of this browser that await payment. Follows other tabs. */
export function useUnpaidOrders(): readonly UnpaidOrder[] {
  const [unpaid, setUnpaid] = useState<readonly UnpaidOrder[]>([]);
  useEffect(() => {
    const known = new Set(recentOrders().map(({ number }) => number));
    let reading = new AbortController();
    const look = async (): Promise<void> => {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      const found = await Promise.all(recentOrders().map(({ number }) => unpaidOrder(number, signal)));
      if (signal.aborted) return;
      const orders = found.filter((order) => order !== null);
      setUnpaid(orders.map((order) => ({ order, isNew: !known.has(order.merchantOrderNo) })));
    };
    // It may have been paid meanwhile, in another tab or in an app.
    const lookIfVisible = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    void look();
    const forget = onRecentOrders(() => void look());
    document.addEventListener('visibilitychange', lookIfVisible);
    return () => {
      reading.abort();
      forget();
      document.removeEventListener('visibilitychange', lookIfVisible);
    };
  }, []);
  return unpaid;
}

/** null: it does not await payment, or can't be read. A missing hint needs no error message. */
async function unpaidOrder(number: string, signal: AbortSignal): Promise<BuyOrder | null> {
  const clientSecret = secretOf(number);
  if (clientSecret === null) return null;
  try {
    const order = await api.order(number, { clientSecret, signal });
    return order.side === 'BUY' && awaitsPayment(order) ? order : null;
  } catch {
    return null;
  }
}
