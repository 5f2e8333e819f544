import { CASES, notFoundSetting } from './kit/not-found-setting.js';

notFoundSetting(CASES.slice(0, 2));
