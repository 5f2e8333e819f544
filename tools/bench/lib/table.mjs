import { ROWS } from './rows.mjs';

/**
 * The figures of one subject in one round.
 * @typedef {object} Round
 * @property {number} round
 * @property {string} subject
 * @property {boolean} isOwn a build of this service
 * @property {Record<string, number>} figures by the name of a row
 */

/** @param {number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * @param {readonly Round[]} rounds
 * @returns {string} of each subject the medians; of each build its ratios to `usual`, and of the first one those to the
 * others: medians of the ratios within a round, least and most
 */
export function benchTable(rounds) {
  const subjects = [...new Map(rounds.map((round) => [round.subject, round.isOwn]))];
  const builds = subjects.filter(([, isOwn]) => isOwn).map(([name]) => name);
  const [first = '', ...others] = builds;
  const hasUsual = rounds.some(({ subject }) => subject === 'usual');
  const pairs = [...(hasUsual ? builds.map((name) => [name, 'usual']) : []), ...others.map((name) => [first, name])];
  const head = ['', ...subjects.map(([name]) => name), ...pairs.map(([one, other]) => `${one} ÷ ${other}`)];
  const rows = Object.entries(ROWS)
    .filter(([row]) => rounds.some(({ figures }) => row in figures))
    .map(([row, digits]) => [
      row,
      ...subjects.map(([name]) => shown(median(valuesOf(rounds, name, row).filter(Number.isFinite)), digits)),
      ...pairs.map(([one = '', other = '']) => ratio(valuesOf(rounds, one, row), valuesOf(rounds, other, row))),
    ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((line) => (line[column] ?? '').length)));
  const lines = [head, ...rows].map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** By round. @param {readonly Round[]} rounds @param {string} subject @param {string} row @returns {number[]} */
function valuesOf(rounds, subject, row) {
  const last = Math.max(...rounds.map(({ round }) => round));
  return Array.from({ length: last }, (_, i) => {
    const found = rounds.find((each) => each.round === i + 1 && each.subject === subject);
    return found?.figures[row] ?? Number.NaN;
  });
}

/** The subject does not do this. */
const NONE = '–';

/** @param {number} value @param {number} digits */
const shown = (value, digits) => (Number.isNaN(value) ? NONE : value.toFixed(digits));

/** @param {number[]} ours @param {number[]} theirs both by round */
function ratio(ours, theirs) {
  const ratios = ours.map((value, i) => value / (theirs[i] ?? Number.NaN)).filter(Number.isFinite);
  if (ratios.length === 0) return NONE;
  const [middle, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return `${shown(middle, 2)} (${shown(least, 2)}–${shown(most, 2)})`;
}
