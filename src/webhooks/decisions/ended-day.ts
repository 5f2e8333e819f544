import { DAY } from '../../platform/shared/durations.js';

/** What was begun before midnight is committed by then: no statement may take so long. */
const SETTLED_MS = 60_000;

/** The last day, by UTC, that has ended a minute ago or earlier. */
export function endedDay(now: Date): { readonly from: Date; readonly to: Date } {
  const end = Math.floor((now.getTime() - SETTLED_MS) / DAY) * DAY;
  return { from: new Date(end - DAY), to: new Date(end) };
}
