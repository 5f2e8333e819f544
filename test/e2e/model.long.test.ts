import { checkModel, SEED } from './model/check-model.js';

checkModel([SEED, SEED + 1, SEED + 2], 8);
