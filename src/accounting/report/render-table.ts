import { plainText } from '../../platform/text/text.js';
import { figuresOf } from './figures.js';
import type { Figure } from './figures.js';
import type { Report } from './report.types.js';

export function renderTable(report: Report, color: boolean): string {
  const sections = new Map<string, Figure[]>();
  for (const figure of figuresOf(report)) {
    sections.set(figure.section, [...(sections.get(figure.section) ?? []), figure]);
  }
  const parts = [...sections].map(([title, figures]) => `${title}\n${linesOf(figures)}`);
  if (!report.balanced) parts.push(red(unbalanced(report), color));
  return `${parts.join('\n\n')}\n`;
}

function linesOf(figures: readonly Figure[]): string {
  const cells = figures.map(({ item, figure, value, unit }) => [item, figure, value, unit].map(plainText));
  const width = (column: number): number => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), width(2)] as const;
  let before = '';
  return cells
    .map(([item = '', figure = '', value = '', unit = '']) => {
      const name = item === before ? '' : item;
      before = item;
      const text = [name.padEnd(widths[0]), figure.padEnd(widths[1]), value.padStart(widths[2]), unit].join('  ');
      return `  ${text.trimEnd()}`;
    })
    .join('\n');
}

function unbalanced({ orders, buckets }: Report): string {
  const inBuckets = Object.values(buckets).reduce((sum, count) => sum + count, 0);
  return `NOT BALANCED: ${orders} orders were counted, and the buckets hold ${inBuckets}. Run npm run verify-history.`;
}

const red = (text: string, color: boolean): string => (color ? `\u001b[31m${text}\u001b[0m` : text);
