export const NOT_STORED = 'answered but not stored';

/** How checkouts are sent, one window after the other to one process. @type {Record<string, Partial<import('./load.mjs').Load>>} */
export const WINDOWS = {
  '48 connections': { connections: 48 },
  '200 connections': { connections: 200 },
  // Each finds the service idle.
  'one, 50/s': { connections: 1, everyMs: 20 },
};

/** Of each window, with the number of decimals; from the first CPU on of one checkout. */
const WINDOW_ROWS = {
  'checkouts a second': 0,
  'p50 ms': 1,
  'p99 ms': 1,
  'CPU ms of the process': 3,
  'CPU ms of Postgres': 3,
  transactions: 2,
  'WAL KB': 1,
  'MB resident': 0,
};

/** Rows of the table with their number of decimals. @type {Readonly<Record<string, number>>} */
export const ROWS = {
  ...Object.fromEntries(
    Object.keys(WINDOWS).flatMap((window) =>
      Object.entries(WINDOW_ROWS).map(([row, digits]) => [`${window}: ${row}`, digits]),
    ),
  ),
  'MB resident, idle': 0,
  'checkouts to warm up': 0,
  failures: 0,
  [NOT_STORED]: 0,
};
