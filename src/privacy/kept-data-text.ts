import { KEPT_DATA } from './kept-data.js';
import type { KeptColumns } from './kept-data.js';

const ERASED: Readonly<Record<KeptColumns['erased'], string>> = {
  keep: 'stays',
  null: 'emptied',
  part: 'in part',
  'delete row': 'deleted',
};

export function keptDataText(): string {
  const rows = Object.entries(KEPT_DATA).flatMap(([table, groups]) => groups.map((kept) => rowOf(table, kept)));
  const head = [
    '| where | what | how | why | how long | when its customer is forgotten |',
    '|---|---|---|---|---|---|',
  ];
  return [...head, ...rows].map((row) => `${row}\n`).join('');
}

function rowOf(table: string, { columns, is, isPersonal, form, why, kept, erased, because }: KeptColumns): string {
  const cells = [
    `\`${table}\`: ${columns.map((column) => `\`${column}\``).join(', ')}`,
    is,
    form ?? (isPersonal ? 'in clear' : ''),
    why,
    kept ?? 'with its order',
    `${ERASED[erased]}${because === undefined ? '' : `: ${because}`}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
