import { testPairs } from '../support/pairs/all-pairs.js';

/** Each act with itself and with an erasure; the long test runs all pairs. */
testPairs((first, second) => first === second || [first, second].some((name) => name.endsWith('erasure')));
