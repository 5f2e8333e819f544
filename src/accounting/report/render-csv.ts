import type { Figure } from './figures.js';

const HEADER = ['section', 'item', 'figure', 'unit', 'value'] as const;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** CSV by RFC 4180, one figure per record, with a header. */
export function renderCsv(figures: readonly Figure[]): string {
  const records = [[...HEADER], ...figures.map((figure) => HEADER.map((name) => figure[name]))];
  return records.map((record) => `${record.map(csvField).join(',')}\r\n`).join('');
}

/**
 * One field. Spreadsheets run text that begins with `= + - @`, a tab or a line end as a formula, and some texts are
 * untrusted: an apostrophe makes them plain text. Negative numbers stay numbers.
 */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
