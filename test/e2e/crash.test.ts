import { describe } from 'vitest';
import { MATRICES } from './crash/matrices.js';
import { crashMatrix } from './crash/matrix.js';

// The other acts, and every point of each, are in crash.long.test.ts.
describe.each(MATRICES)('one crash: %s', (_name, { acts, ...matrix }) =>
  crashMatrix({ ...matrix, acts: acts.slice(0, 1) }, 'one'),
);
