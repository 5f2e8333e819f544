import type { ConformanceReport, ContractResult, Observation } from './report.js';

const MARKS = { pass: 'ok', fail: 'FAIL', unchecked: '-' } as const;

export function renderTable({ baseUrl, at, contract, observations }: ConformanceReport): string {
  const settings = [...new Set(observations.map(({ setting }) => setting).filter((setting) => setting !== null))];
  const sections = [
    `${baseUrl}, ${at}\n${tally(contract)}`,
    `Contract\n${rows(contract.map((result) => [markOf(result), result.name, result.detail]))}`,
    `Observed where the contract leaves it open\n${rows(observations.map((seen) => [seen.name, valueOf(seen), seen.detail]))}`,
    ...(settings.length === 0 ? [] : [`Settings\n${settings.map((setting) => `  ${setting}`).join('\n')}`]),
  ];
  return `${plainText(sections.join('\n\n'))}\n`;
}

function tally(contract: readonly ContractResult[]): string {
  const count = (ok: boolean | null): number => contract.filter((result) => result.ok === ok).length;
  return `${count(true)} points hold, ${count(false)} do not, ${count(null)} could not be checked`;
}

function markOf({ ok }: ContractResult): string {
  return ok === null ? MARKS.unchecked : ok ? MARKS.pass : MARKS.fail;
}

function valueOf({ value }: Observation): string {
  if (value === null) return '?';
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(',');
  return String(value);
}

/** Pads all columns but the last; a very long cell does not widen its column. */
function rows(cells: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(0, ...cells.map((row) => Math.min(row[column]?.length ?? 0, 48))));
  return cells
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** Replaces characters that control a terminal: parts of the text come from the provider. */
function plainText(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '?');
}
