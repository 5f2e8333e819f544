import { describe } from 'vitest';
import { MATRICES } from './crash/matrices.js';
import { crashMatrix } from './crash/matrix.js';

describe.each(MATRICES)('one crash of each act: %s', (_name, matrix) => crashMatrix(matrix, 'one'));
