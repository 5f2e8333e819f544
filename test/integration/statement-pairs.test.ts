import { testPairs } from '../support/pairs/all-pairs.js';

/** Each act of one order with itself and with an erasure; the long test runs all pairs. */
testPairs(
  ['a cancelled order'],
  (first, second) => first === second || [first, second].some((name) => name.endsWith('erasure')),
);
