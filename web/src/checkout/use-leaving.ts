import { useEffect } from 'preact/hooks';
import type { Departure } from './rules/departure.js';

/** To the pay page, with the order's page as the one to come back to; else to the order's page, which says what there is to say. */
export function leave({ payUrl, orderPage }: Departure): void {
  if (payUrl === null) {
    location.replace(orderPage);
    return;
  }
  history.replaceState(null, '', orderPage);
  location.assign(payUrl);
}

/**
 * Somebody who sees this page again after it was left has been at the pay page, or in the app that it opened: on to the
 * order's page. null: not leaving.
 */
export function useComeBack(departure: Departure | null): void {
  const orderPage = departure?.orderPage ?? null;
  useEffect(() => {
    if (orderPage === null) return undefined;
    const goOn = (): void => location.replace(orderPage);
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) goOn();
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') goOn();
    };
    addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [orderPage]);
}
