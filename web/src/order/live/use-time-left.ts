import { useEffect } from 'preact/hooks';
import { useServiceTime } from './use-service-time.js';

const TICK_MS = 1000;
/** The clock offset is accurate to about two seconds: an earlier request might still find the link valid. */
const GRACE_S = 3;

/**
 * Whole seconds until `until` (RFC 3339) on the service's clock; null: unknown, or over. Calls `onOver` once
 * afterwards, since only the service knows the new state.
 */
export function useTimeLeft(until: string | null, onOver: () => void): number | null {
  const now = useServiceTime(until, TICK_MS);
  const left = until === null || now === null ? null : Math.ceil((Date.parse(until) - now) / 1000);
  const isOver = left !== null && left <= -GRACE_S;
  useEffect(() => {
    if (isOver) onOver();
    // Once per `until`; a new `onOver` function is no reason to repeat.
  }, [isOver, until]);
  return left === null || left <= 0 ? null : left;
}
