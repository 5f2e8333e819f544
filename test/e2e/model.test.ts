import { checkModel, SEED } from './model/check-model.js';

checkModel([SEED], 1);
