/**
 * One line, without control characters: text from others, such as the provider's messages, must not move the cursor.
 */
export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((cells) => `${lineOf(cells).trimEnd()}\n`).join('');
}

export function timeOf(time: Date | null): string {
  return time === null ? 'never' : time.toISOString().replace(/\.\d+Z$/, 'Z');
}

export function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
