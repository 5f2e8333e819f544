import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import type { KeyRing, SealedColumn } from '#src/platform/crypto/key-ring.js';
import { PLANTED } from './scenes.js';

/** What must be empty once the customer is erased: texts cannot be found in it. */
const WITHOUT_TEXT = ['guest_block', 'secret_salt', 'customer_email_digest', 'payee_email_digest'];
const PLANTED_BYTES = Buffer.from(PLANTED).toString('hex');

type Row = Readonly<Record<string, string | null>>;

/** What is left of a person in the lines of a database whose only order is erased; empty: nothing. */
export function leftOfPerson(lines: readonly string[], ring: KeyRing): string[] {
  return lines.flatMap((line) => {
    const at = line.indexOf(' ');
    const [table, json] = [line.slice(0, at), line.slice(at)];
    const row = JSON.parse(json) as Row;
    const texts = [
      json,
      ...SEALED_COLUMNS.filter((column) => column.table === table).map((one) => opened(one, row, ring)),
    ];
    const isLeft = texts.some((text) => text.includes(PLANTED) || text.includes(PLANTED_BYTES));
    return isLeft || WITHOUT_TEXT.some((column) => (row[column] ?? null) !== null)
      ? [`a person is left in ${line}`]
      : [];
  });
}

function opened(
  { column, keyIdColumn, primaryKey, purpose, contextOf }: SealedColumn,
  row: Row,
  ring: KeyRing,
): string {
  const [bytes, keyId, key] = [row[column], row[keyIdColumn], row[primaryKey]];
  if (bytes == null || keyId == null || key == null) return '';
  const text = ring
    .open(purpose, contextOf(key), { keyId, bytes: Buffer.from(bytes.slice(2), 'hex') })
    .toString('utf8');
  // A callback's body is stored in base64.
  return text + Buffer.from(/"body":"([^"]*)"/.exec(text)?.[1] ?? '', 'base64').toString('utf8');
}
