import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { api } from '../../net/api.js';
import { keepSecret, secretOf } from '../../net/secrets.js';
import { offeredSecret } from '../offered-secret.js';
import { OrderWatch } from './order-watch.js';
import { NOTHING_SEEN, seenAfter } from './seen.js';
import type { Seen } from './seen.js';

export interface LiveOrder {
  readonly seen: Seen;
  readonly lookAgain: () => void;
  /** An answer that came in another way. */
  readonly adopt: (order: Order) => void;
}

/** Follows an order while the page is there, and at once when its visitor, or the network, comes back. */
export function useOrder(merchantOrderNo: string): LiveOrder {
  const [seen, tell] = useReducer(seenAfter, NOTHING_SEEN);
  const watch = useMemo(
    () =>
      new OrderWatch(api, merchantOrderNo, () => offeredSecret(location.hash) ?? secretOf(merchantOrderNo), {
        onOrder: (order) => {
          keepOffered(merchantOrderNo);
          tell({ kind: 'order', order, at: Date.now() });
        },
        onConnection: (connection) => tell({ kind: 'connection', connection, at: Date.now() }),
        onRefusal: (error) => tell({ kind: 'refusal', error }),
      }),
    [merchantOrderNo],
  );
  useEffect(() => {
    const lookAgain = (): void => watch.lookAgain();
    const wake = (): void => watch.wake();
    const wakeIfSeen = (): void => {
      if (document.visibilityState === 'visible') watch.wake();
    };
    // A page that comes out of the browser's cache has slept.
    const wakeIfKept = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) watch.wake();
    };
    lookAgain();
    addEventListener('online', wake);
    // Whether the service is out of reach too shows when it is asked.
    addEventListener('offline', lookAgain);
    addEventListener('pageshow', wakeIfKept);
    document.addEventListener('visibilitychange', wakeIfSeen);
    return () => {
      watch.stop();
      removeEventListener('online', wake);
      removeEventListener('offline', lookAgain);
      removeEventListener('pageshow', wakeIfKept);
      document.removeEventListener('visibilitychange', wakeIfSeen);
    };
  }, [watch]);
  return {
    seen,
    lookAgain: () => watch.lookAgain(),
    adopt: (order) => {
      tell({ kind: 'order', order, at: Date.now() });
      watch.lookAgain();
    },
  };
}

/** What has opened the order is kept, and stands in no address any longer; what has not closes nothing that was open. */
function keepOffered(merchantOrderNo: string): void {
  const secret = offeredSecret(location.hash);
  if (secret === null) return;
  keepSecret(merchantOrderNo, secret);
  history.replaceState(history.state, '', location.pathname + location.search);
}
