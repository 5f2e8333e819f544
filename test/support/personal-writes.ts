import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_DATA } from './kept-data.js';
import type { KeptColumns } from './kept-data.js';

const SRC = join(import.meta.dirname, '../../src');

function isErased({ isPersonal, erased }: KeptColumns): boolean {
  return isPersonal && erased !== 'keep';
}

/** What an erasure clears. */
const columnsOf = (table: string): string[] =>
  (KEPT_DATA[table] ?? []).filter(isErased).flatMap(({ columns }) => columns);

const WRITE = /\b(INSERT INTO|MERGE INTO|COPY|UPDATE) (\$\{\w+\}|[a-z_]+)/g;
const END_OF_ASSIGNMENTS = /\b(?:FROM|WHERE|RETURNING)\b|`/;

/**
 * Statements in `src` that may write a personal column, found by their text: `file: INSERT INTO trades`, `file: UPDATE
 * orders (metadata)`. Statements that only write NULL are left out.
 */
export function personalWrites(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => writesIn(readFileSync(join(SRC, file), 'utf8')).map((write) => `${file}: ${write}`));
}

export function writesIn(source: string): string[] {
  const starts = [...source.matchAll(WRITE)];
  return starts.flatMap(({ index, 0: start, 1: verb = '', 2: table = '' }) => {
    const isAnyTable = table.startsWith('$');
    if (!isAnyTable && columnsOf(table).length === 0) return [];
    if (verb !== 'UPDATE' || isAnyTable) return [start];
    const [assignments = ''] = source.slice(index + start.length).split(END_OF_ASSIGNMENTS);
    if (assignments.includes('${')) return [`${start} (any)`];
    const written = columnsOf(table).filter((column) =>
      new RegExp(`\\b${column}\\s*=(?!\\s*NULL\\b)`).test(assignments),
    );
    return written.length === 0 ? [] : [`${start} (${written.join(', ')})`];
  });
}
