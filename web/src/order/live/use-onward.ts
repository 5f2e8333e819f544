import { useEffect } from 'preact/hooks';
import type { Order } from '#client/src/index.js';
import { actionsOf } from '../story/actions.js';

/**
 * `?pay=1` leads on to the payment page once the order is known. An embedded checkout pays this way, since only this
 * page can keep the order's secret for the customer's return. Links of strangers do not: their order may be for their
 * own wallet, and the customer has to see it first.
 */
export function useOnward(order: Order | null): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (order === null || !query.has('pay')) return;
    history.replaceState(history.state, '', location.pathname + location.hash);
    if (document.referrer !== `${location.origin}/`) return;
    for (const action of actionsOf(order)) if (action.kind === 'pay') location.assign(action.url);
  }, [order]);
}
