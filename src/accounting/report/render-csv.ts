import type { Figure } from './figures.js';

const HEADER = ['section', 'item', 'figure', 'unit', 'value'] as const;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The figures as CSV (RFC 4180: CRLF, quotes doubled), one to a record, under a header. */
export function renderCsv(figures: readonly Figure[]): string {
  const records = [[...HEADER], ...figures.map((figure) => HEADER.map((name) => figure[name]))];
  return records.map((record) => `${record.map(csvField).join(',')}\r\n`).join('');
}

/**
 * One field. A spreadsheet runs what begins with `= + - @` (or a tab or line end before it) as a formula, and some texts
 * come from outside: an apostrophe makes them text. A negative number stays a number.
 */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
