import { table, timeOf } from '../lib/text.js';
import { plainText } from '../../platform/text/text.js';
import { keyStatus } from '../../access/api-keys/key-status.js';
import type { ApiKeyRow, NewKey, SeenKey } from '../../access/api-keys/api-key.types.js';

const COLUMNS = ['id', 'name', 'role', 'scope', 'prefix', 'status', 'created', 'expires', 'last used', 'from'] as const;

const SEES = { own: 'It sees the orders that it makes itself.', all: 'It sees all orders.' } as const;

/** The only output with the key's text. */
export function newKeyLines({ key, row }: NewKey): string {
  return [
    `${titleOf(row)}:`,
    '',
    `  ${key.reveal()}`,
    '',
    'It is shown this once and never again. It is sent as the header X-Api-Key.',
    `Its id is ${row.id}; ${row.expiresAt === null ? 'it does not expire' : `it expires at ${timeOf(row.expiresAt)}`}.`,
    ...(row.scope === null ? [] : [SEES[row.scope]]),
    ...(row.addresses === null ? [] : [`It counts from ${row.addresses.join(', ')} alone.`]),
    '',
  ].join('\n');
}

export function replacedLine({ row, now }: SeenKey): string {
  const isOver = keyStatus(row, now) === 'expired';
  return `The key that it replaces ${isOver ? 'is no longer good' : `is good until ${timeOf(row.expiresAt)}`}.\n`;
}

export function revokedLine({ row }: SeenKey): string {
  return `${titleOf(row)} was revoked at ${timeOf(row.revokedAt)}. It is refused everywhere within seconds.\n`;
}

export function keyTable(keys: readonly SeenKey[]): string {
  return keys.length === 0 ? 'There are no keys.\n' : table(COLUMNS, keys.map(cellsOf));
}

function cellsOf({ row, now }: SeenKey): string[] {
  const { id, name, role, scope, prefix, createdAt, expiresAt, lastUsedAt, addresses } = row;
  const times = [createdAt, expiresAt, lastUsedAt].map(timeOf);
  return [
    id,
    plainText(name),
    role,
    scope ?? '-',
    prefix,
    keyStatus(row, now),
    ...times,
    addresses?.join(',') ?? 'anywhere',
  ];
}

function titleOf({ name, role }: ApiKeyRow): string {
  return `The key ${plainText(name)} (${role})`;
}
