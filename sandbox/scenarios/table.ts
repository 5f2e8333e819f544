import { CALLBACKS } from './callbacks.js';
import { LOST_REPLIES } from './lost-replies.js';
import { PAYMENTS } from './payments.js';
import { REFUSED_CREATES } from './refused-creates.js';
import { SALES } from './sales.js';
import type { Scenario } from './scenario.js';
import { WRONG_RECORDS } from './wrong-records.js';

export const SCENARIOS: readonly Scenario[] = [
  ...PAYMENTS,
  ...REFUSED_CREATES,
  ...LOST_REPLIES,
  ...CALLBACKS,
  ...WRONG_RECORDS,
  ...SALES,
];

const BY_WORD: ReadonlyMap<string, Scenario> = new Map(SCENARIOS.map((scenario) => [scenario.word, scenario]));

export function scenarioOf(word: string | null | undefined): Scenario | null {
  return BY_WORD.get(word ?? '') ?? null;
}

/**
 * The scenario of a text that ends in `..` and its word. Ordinary numbers have no two dots in a row, and the number
 * of a further attempt has a suffix, so it plays nothing.
 */
export function scenarioIn(text: string, side: Scenario['side']): Scenario | null {
  const word = /\.\.([a-z0-9-]+)$/.exec(text)?.[1];
  const scenario = scenarioOf(word);
  return scenario?.side === side ? scenario : null;
}
