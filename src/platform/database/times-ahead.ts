/**
 * SQL: is this time later than any that is written now, at most `longestMs` (SQL) from now? When Postgres' clock is set back,
 * stored times are ahead of it, and nothing may wait for them. Clocks may differ by 2 s.
 */
export const isAheadSql = (time: string, longestMs: number | string = 0): string =>
  `${time} > checkout_now() + ${longestMs} * interval '1 millisecond' + interval '2 s'`;

/** SQL: is the lease over, or longer than any lease, which last `longestMs` at most? */
export const isLeaseOverSql = (until: string, longestMs: number | string): string =>
  `(${until} IS NULL OR ${until} <= checkout_now() OR ${isAheadSql(until, longestMs)})`;
