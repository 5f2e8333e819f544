import { DAY } from '../../platform/time/time.js';

/** Longer than any statement may take, so that transactions started before midnight are committed. */
const SETTLED_MS = 60_000;

/** The last UTC day that ended at least a minute ago. */
export function endedDay(now: Date): { readonly from: Date; readonly to: Date } {
  const end = Math.floor((now.getTime() - SETTLED_MS) / DAY) * DAY;
  return { from: new Date(end - DAY), to: new Date(end) };
}
