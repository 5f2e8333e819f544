import { testPairs } from '../support/pairs/all-pairs.js';

testPairs(() => true);
