/** True if a time is later than the service ever writes: Postgres' clock was set back, and nothing may wait for it. */
export const isAheadSql = (time: string, longestMs: number | string = 0): string =>
  `${time} > checkout_now() + ${longestMs} * interval '1 millisecond' + interval '2 s'`;

/** SQL: true if a lease has expired, or lasts longer than the longest lease, `longestMs`. */
export const isLeaseOverSql = (until: string, longestMs: number | string): string =>
  `(${until} IS NULL OR ${until} <= checkout_now() OR ${isAheadSql(until, longestMs)})`;
