import { REQUESTS } from './requests.mjs';

export const WAITED = '% ready without a CPU';
export const NOT_STORED = 'answered but not stored';
/**
 * Tells how busy others keep the machine, because the bench itself leaves it idle then. A round in which it is more
 * than `NOISY_PERCENT` says little.
 */
export const NOISE = `one, 50/s: ${WAITED}`;
export const NOISY_PERCENT = 20;

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
  'CPU ms of its main thread': 3,
  'CPU ms of Postgres': 3,
  transactions: 2,
  'WAL KB': 1,
  'MB resident': 0,
  [WAITED]: 0,
};

/** Rows of the table with their number of decimals. @type {Readonly<Record<string, number>>} */
export const ROWS = {
  ...Object.fromEntries(
    Object.keys(WINDOWS).flatMap((window) =>
      Object.entries(WINDOW_ROWS).map(([row, digits]) => [`${window}: ${row}`, digits]),
    ),
  ),
  'MB resident, idle': 0,
  'CPU ms from start to ready': 0,
  'checkouts to warm up': 0,
  ...Object.fromEntries(Object.keys(REQUESTS).map((row) => [row, 2])),
  'CPU ms, quiet poll': 2,
  'statements a quiet poll': 3,
  'WAL KB a quiet poll': 1,
  'event streams held': 0,
  'KB resident a stream': 1,
  'CPU ms a second, 1,000 quiet streams': 0,
  'ms until a follower is told, p50': 0,
  'times as long beside a flood of guests': 1,
  'replayed, 48 connections: CPU ms of Postgres': 3,
  'replayed, 48 connections: WAL KB': 1,
  'replayed, one: CPU ms of Postgres': 3,
  'replayed, one: WAL KB': 1,
  failures: 0,
  [NOT_STORED]: 0,
};
