import { CASES, notFoundSetting } from './kit/not-found-setting.js';

notFoundSetting(CASES);
