import { useEffect } from 'preact/hooks';
import type { Departure } from './rules/departure.js';

/**
 * Opens the pay page and makes the order's page the target of the back button; without a pay page opens the order's
 * page.
 */
export function leave({ payUrl, orderPage }: Departure): void {
  if (payUrl === null) {
    location.replace(orderPage);
    return;
  }
  history.replaceState(null, '', orderPage);
  location.assign(payUrl);
}

/** A visitor who returns to this page was on the pay page or in its app: opens the order's page. null: not leaving. */
export function useComeBack(departure: Departure | null): void {
  useEffect(() => {
    if (departure === null) return undefined;
    const goOn = (): void => {
      // With a pay page the address is the order page's already, and a secret after `#` would only move in this page.
      if (departure.payUrl === null) location.replace(departure.orderPage);
      else location.reload();
    };
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
  }, [departure]);
}
