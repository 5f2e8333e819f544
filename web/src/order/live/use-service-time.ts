import { useEffect, useState } from 'preact/hooks';
import { measureClockOffset } from './clock-offset.js';

/**
 * The time by the service's clock in milliseconds since 1970, renewed each `tickMs`; null: unknown. Measures the clock
 * anew for each `purpose`; null: the time is not needed.
 */
export function useServiceTime(purpose: string | null, tickMs: number): number | null {
  const [offset, setOffset] = useState<number | null>(null);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (purpose === null) return undefined;
    let isGone = false;
    void measureClockOffset().then((measured) => {
      if (!isGone) setOffset(measured);
    });
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [purpose, tickMs]);
  return offset === null ? null : now + offset;
}
