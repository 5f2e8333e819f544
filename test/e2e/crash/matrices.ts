import { CHECKOUTS, MOVED_PRICES, REFUSALS, WITH_TOKENS } from './checkouts.js';
import { CALLBACKS, RESUMED, RETRIES, SALES } from './followed.js';
import type { Matrix } from './matrix.js';

export const MATRICES: readonly (readonly [name: string, matrix: Matrix])[] = [
  ['checkouts', CHECKOUTS],
  ['checkouts with tokens', WITH_TOKENS],
  ['prices that moved', MOVED_PRICES],
  ['refusals', REFUSALS],
  ['retries', RETRIES],
  ['resumed trades', RESUMED],
  ['callbacks and polls', CALLBACKS],
  ['sales', SALES],
];
