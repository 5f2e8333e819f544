import { CHECKOUTS, MOVED_PRICES, REFUSALS, WITH_TOKENS } from './checkouts.js';
import { CALLBACKS, RESUMED, RETRIES, SALES } from './followed.js';
import type { Matrix } from './matrix.js';

export const MATRICES: readonly { readonly name: string; readonly matrix: Matrix }[] = [
  { name: 'checkouts', matrix: CHECKOUTS },
  { name: 'checkouts with tokens', matrix: WITH_TOKENS },
  { name: 'prices that moved', matrix: MOVED_PRICES },
  { name: 'refusals', matrix: REFUSALS },
  { name: 'retries', matrix: RETRIES },
  { name: 'resumed trades', matrix: RESUMED },
  { name: 'callbacks and polls', matrix: CALLBACKS },
  { name: 'sales', matrix: SALES },
];
