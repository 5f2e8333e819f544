/**
 * @typedef {object} Outcome
 * @property {string} name of a check
 * @property {boolean} ok
 * @property {number} ms
 *
 * @typedef {import('./vitest-reporter.mjs').TestTally} TestTally
 */

/** Last lines of an error: the program's output precedes the reason. */
const REASON_LINES = 12;
const REASON_WIDTH = 160;

/**
 * The final lines of `npm test`: skipped tests, unsteady tests, durations, and one line that counts every check and
 * test once. No other output has the form of that line.
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
 * @param {string} text output of a check
 * @returns {string} indented, to distinguish it from our own lines
 */
export function indented(text) {
  return text.replaceAll(/^(?=.)/gm, '    ');
}
