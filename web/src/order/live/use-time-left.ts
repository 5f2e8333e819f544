import { useEffect, useState } from 'preact/hooks';
import { measureClockOffset } from './clock-offset.js';

const TICK_MS = 1000;
/** Clocks are compared to about two seconds: asked earlier, the service might still say yes. */
const GRACE_S = 3;

/**
 * Whole seconds until `until` (RFC 3339) by the service's clock; null: that is not known, or it is over. `onOver` is called
 * once when it has passed, since only the service knows what is then.
 */
export function useTimeLeft(until: string | null, onOver: () => void): number | null {
  const [offset, setOffset] = useState<number | null>(null);
  const [now, setNow] = useState(Date.now);
  const left = until === null || offset === null ? null : Math.ceil((Date.parse(until) - (now + offset)) / 1000);
  const isOver = left !== null && left <= -GRACE_S;

  useEffect(() => {
    if (until === null) return undefined;
    let isGone = false;
    void measureClockOffset().then((measured) => {
      if (!isGone) setOffset(measured);
    });
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [until]);
  useEffect(() => {
    if (isOver) onOver();
    // Once for each end of time, whatever the caller's function is by then.
  }, [isOver, until]);
  return left === null || left <= 0 ? null : left;
}
