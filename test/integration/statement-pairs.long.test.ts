import { testPairs } from '../support/pairs/all-pairs.js';
import { SCENE_NAMES } from '../support/pairs/pairs.js';

testPairs(SCENE_NAMES, () => true);
