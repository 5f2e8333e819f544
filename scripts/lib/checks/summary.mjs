/**
 * @typedef {object} Outcome
 * @property {string} name of a check
 * @property {boolean} ok
 * @property {number} ms
 *
 * @typedef {import('./vitest-reporter.mjs').TestTally} TestTally
 */

/** Of why a test failed at first: what a program wrote stands before what was wrong with it. */
const REASON_LINES = 12;
const REASON_WIDTH = 160;

/**
 * The last lines of `npm test`: the tests that were left out, those that are unsteady, what took how long, and one line that counts every check
 * and every test once. No other line of the output has the form of that one.
 * @param {Outcome[]} outcomes
 * @param {TestTally} tests
 * @returns {string}
 */
export function summary(outcomes, tests) {
  const passed = outcomes.filter(({ ok }) => ok).length + tests.passed;
  const failed = outcomes.filter(({ ok }) => !ok).length + tests.failed;
  return [
    ...skippedLines(tests),
    ...unsteadyLines(tests),
    ...tableLines(outcomes),
    '',
    `${passed} passed, ${failed} failed`,
    '',
  ].join('\n');
}

/** @param {TestTally} tests */
function skippedLines({ skipped }) {
  if (skipped.length === 0) return [];
  const lines = skipped.map(({ name, reason }) => `  ${name}: ${reason || 'no reason given'}`);
  return [`Skipped tests (${skipped.length}):`, ...lines, ''];
}

/** @param {TestTally} tests */
function unsteadyLines({ unsteady }) {
  if (unsteady.length === 0) return [];
  const lines = unsteady.flatMap(({ name, reason }) => {
    const end = reason.trimEnd().split('\n').slice(-REASON_LINES);
    return [`  ${name}`, ...end.map((line) => `    | ${line.slice(0, REASON_WIDTH)}`)];
  });
  return [`Passed only when run again (${unsteady.length}):`, ...lines, ''];
}

/** @param {Outcome[]} outcomes */
function tableLines(outcomes) {
  const width = Math.max(0, ...outcomes.map(({ name }) => name.length));
  return outcomes.map(
    ({ name, ok, ms }) =>
      `  ${name.padEnd(width)}  ${ok ? 'ok    ' : 'FAILED'}  ${(ms / 1000).toFixed(1).padStart(6)} s`,
  );
}

/**
 * @param {string} text what a check wrote
 * @returns {string} set off from our own lines
 */
export function indented(text) {
  return text.replaceAll(/^(?=.)/gm, '    ');
}
