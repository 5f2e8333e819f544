import { useEffect, useState } from 'preact/hooks';
import { isFresh } from './rules/price-age.js';

const TICK_MS = 1000;

/** Have these prices become too old to buy at? By the wall clock, since timers stop while a machine sleeps. */
export function useIsOld(pricedAt: number | null): boolean {
  const [old, setOld] = useState<number | null>(null);
  useEffect(() => {
    if (pricedAt === null) return undefined;
    const look = (): void => {
      if (!isFresh(pricedAt, Date.now())) setOld(pricedAt);
    };
    look();
    const timer = setInterval(look, TICK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [pricedAt]);
  return old !== null && old === pricedAt;
}
