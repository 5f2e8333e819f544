import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Environment variable with the file that this reporter writes; set by check.mjs. */
export const TALLY_FILE = 'RAMP_CHECKOUT_TEST_TALLY';

/**
 * Results of the tests for the last line of `npm test`. Vitest's JSON report lacks the reasons of skipped tests.
 * @typedef {object} TestTally
 * @property {number} passed
 * @property {number} failed
 * @property {{ name: string, reason: string }[]} unsteady failed once and passed when run again
 * @property {{ name: string, reason: string }[]} skipped
 */

/** @param {import('vitest').TestError | undefined} error */
function reasonOf({ message = '', diff = '' } = /** @type {import('vitest').TestError} */ ({})) {
  return stripVTControlCharacters(`${message}\n${diff}`);
}

export default class TallyReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env[TALLY_FILE];
    if (!file) return;
    /** @type {TestTally} */
    const tally = { passed: 0, failed: 0, unsteady: [], skipped: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (test.diagnostic()?.flaky) tally.unsteady.push({ name, reason: reasonOf(result.errors?.[0]) });
        if (result.state === 'passed') tally.passed += 1;
        else if (result.state === 'failed') tally.failed += 1;
        else {
          const reason = ('note' in result && result.note) || '';
          tally.skipped.push({ name, reason });
        }
      }
    }
    writeFileSync(file, JSON.stringify(tally));
  }
}
