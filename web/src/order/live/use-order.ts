import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { api } from '../../net/api.js';
import { isKept, keepSecret, secretOf } from '../../net/secrets.js';
import { offeredSecret } from '../private-link.js';
import { OrderWatch } from './order-watch.js';
import { isNotOurs, NOTHING_SEEN, seenAfter } from './seen.js';
import type { Seen } from './seen.js';

export interface LiveOrder {
  readonly seen: Seen;
  readonly lookAgain: () => void;
  /** Takes the answer of a retry. */
  readonly adopt: (order: Order) => void;
}

/** Follows an order while the page is open, and refreshes when the visitor or the network returns. */
export function useOrder(merchantOrderNo: string): LiveOrder {
  const [seen, tell] = useReducer(seenAfter, NOTHING_SEEN);
  const watch = useMemo(() => {
    const secret = (): string | null => offeredSecret(location.hash) ?? secretOf(merchantOrderNo);
    const watching: OrderWatch = new OrderWatch(api, merchantOrderNo, secret, {
      onOrder: (order) => {
        keepOffered(merchantOrderNo);
        tell({ kind: 'watched', order, at: Date.now() });
        // A tab opened in the background does not become hidden.
        if (document.visibilityState === 'hidden') watching.rest();
      },
      onConnection: (connection) => tell({ kind: 'connection', connection, at: Date.now() }),
      onRefusal: (error) => {
        if (isNotOurs(error) && dropOffered(merchantOrderNo)) watching.lookAgain();
        else tell({ kind: 'refusal', error });
      },
    });
    return watching;
  }, [merchantOrderNo]);
  useEffect(() => {
    const lookAgain = (): void => watch.lookAgain();
    const wake = (): void => watch.wake();
    const followIfSeen = (): void => {
      if (document.visibilityState === 'visible') watch.wake();
      else watch.rest();
    };
    // A page from the back/forward cache was suspended.
    const wakeIfKept = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) watch.wake();
    };
    lookAgain();
    addEventListener('online', wake);
    // A request shows whether the service is out of reach too.
    addEventListener('offline', lookAgain);
    addEventListener('pageshow', wakeIfKept);
    document.addEventListener('visibilitychange', followIfSeen);
    // A link pasted into the address bar of this page does not load it again.
    addEventListener('hashchange', lookAgain);
    return () => {
      watch.stop();
      removeEventListener('online', wake);
      removeEventListener('offline', lookAgain);
      removeEventListener('pageshow', wakeIfKept);
      document.removeEventListener('visibilitychange', followIfSeen);
      removeEventListener('hashchange', lookAgain);
    };
  }, [watch]);
  return {
    seen,
    lookAgain: () => watch.lookAgain(),
    adopt: (order) => {
      tell({ kind: 'retried', order, at: Date.now() });
      watch.lookAgain();
    },
  };
}

/**
 * Stores a secret that has opened the order and removes it from the URL, or leaves it there if the browser stores
 * nothing: a reload needs it. A wrong secret does not replace a stored one.
 */
function keepOffered(merchantOrderNo: string): void {
  const secret = offeredSecret(location.hash);
  if (secret === null) return;
  keepSecret(merchantOrderNo, secret);
  if (isKept(merchantOrderNo)) removeOffered();
}

/** Removes a secret that does not open the order from the URL. False: this browser has no other one. */
function dropOffered(merchantOrderNo: string): boolean {
  const [offered, stored] = [offeredSecret(location.hash), secretOf(merchantOrderNo)];
  if (offered === null || stored === null || stored === offered) return false;
  removeOffered();
  return true;
}

function removeOffered(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
