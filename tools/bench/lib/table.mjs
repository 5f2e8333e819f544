import { REQUESTS } from './requests.mjs';

/**
 * The figures of one subject in one round.
 * @typedef {object} Round
 * @property {string} subject
 * @property {Record<string, number>} figures by the name of a row
 */

/** Rows of the table with their number of decimals. @type {Readonly<Record<string, number>>} */
export const ROWS = {
  'checkouts a second': 1,
  'p50 ms': 1,
  'p99 ms': 1,
  'CPU ms of the process a checkout': 2,
  'CPU ms of Postgres a checkout': 2,
  'transactions a checkout': 2,
  'WAL KB a checkout': 1,
  'MB resident, idle': 0,
  'MB resident, under load': 0,
  'CPU s from start to ready': 2,
  ...Object.fromEntries(Object.keys(REQUESTS).map((row) => [row, 2])),
  'ms added at 50/s, p50': 1,
  'ms added at 50/s, p99': 1,
  'CPU ms, quiet poll': 2,
  'statements a quiet poll': 3,
  'WAL KB a quiet poll': 1,
  'share of the rate that polls use': 2,
  'event streams held': 0,
  'KB resident a stream': 1,
  'CPU ms a second, 1,000 quiet streams': 0,
  'ms until a follower is told, p50': 0,
  'times as long beside a flood of guests': 1,
  failures: 0,
};

/** @param {number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @param {readonly Round[]} rounds @param {string} subject @param {string} row */
function summary(rounds, subject, row) {
  const values = rounds.filter((round) => round.subject === subject).map(({ figures }) => figures[row] ?? Number.NaN);
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** @param {readonly Round[]} rounds @param {readonly string[]} subjects @returns {string} medians, their spread, and ratios to `usual` */
export function benchTable(rounds, subjects) {
  const ratio = subjects.includes('usual') && subjects.includes('service');
  const head = ['', ...subjects, ...(ratio ? ['service ÷ usual'] : [])];
  const rows = Object.entries(ROWS).map(([row, digits]) => {
    const cells = subjects.map((subject) => {
      const { median: middle, least, most } = summary(rounds, subject, row);
      // The rival does not do this.
      if (Number.isNaN(middle)) return '–';
      return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
    });
    const [ours, theirs] = ['service', 'usual'].map((subject) => summary(rounds, subject, row).median);
    const times = ratio && theirs ? [((ours ?? Number.NaN) / theirs).toFixed(2)] : ratio ? [''] : [];
    return [row, ...cells, ...times];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((line) => (line[column] ?? '').length)));
  const lines = [head, ...rows].map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
