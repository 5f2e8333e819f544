import { expect, it } from 'vitest';
import { ACTS } from '../../support/pairs/acts.js';
import { personalWrites, writesIn } from '../../support/personal-writes.js';

/** They write the service's own texts, or times; or they erase. */
const WITHOUT_PERSON = [
  'orders/storage/state-check.ts: INSERT INTO mismatches',
  'reconciliation/stalled-work.service.ts: UPDATE ${table}',
  'orders/storage/change-parts.ts: UPDATE mismatches (any)',
];

/** The acts that write personal data by a statement, each of which meets an erasure in the pairs of statements. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  'orders/storage/change.repository.ts: INSERT INTO ${table}': ['checkout', 'registration of a sale'],
  'orders/storage/change-parts.ts: INSERT INTO ${table}': ['late payment', 'retry', 'late reply'],
  'orders/storage/change-parts.ts: UPDATE trades (any)': ['late payment', "answer about a sale's payee"],
  'orders/storage/change-parts.ts: UPDATE mismatches (note)': ['mismatch resolved'],
  'orders/storage/change-sql.ts: UPDATE orders (any)': ['retry', "server's note"],
  'orders/storage/change-parts.ts: UPDATE trades (last_seen)': ['quiet answer'],
  'callbacks/callback-receipts.service.ts: INSERT INTO callback_receipts': ['callback'],
  'webhooks/storage/delivery.repository.ts: INSERT INTO webhook_attempts': ['delivery succeeded'],
  'operator/notes/notes.service.ts: INSERT INTO order_notes': ["staff's note"],
  'cli/key/re-encrypt.ts: UPDATE ${table}': ['re-encryption'],
};

it('erasure: meets every statement in src that writes what it clears', () => {
  expect([...Object.keys(WRITERS), ...WITHOUT_PERSON].sort()).toEqual([...new Set(personalWrites())].sort());
});

it.each(Object.values(WRITERS).flat())('erasure: meets %s', (name) => {
  const erasures = ['erasure', 'forced erasure'].flatMap((one) => ACTS[one]!.in);
  expect(ACTS[name]!.in.some((scene) => erasures.includes(scene))).toBe(true);
});

it.each([
  ['an insert', 'INSERT INTO webhook_attempts (delivery_id, n) SELECT', ['INSERT INTO webhook_attempts']],
  ['an insert into any table', 'INSERT INTO ${table} (', ['INSERT INTO ${table}']],
  ['an update', 'UPDATE trades SET status = 1, pay_url = $1 WHERE facts = $2', ['UPDATE trades (pay_url)']],
  ['an update of any column', 'UPDATE orders SET ${some} WHERE', ['UPDATE orders (any)']],
  ['an update of no personal column', 'UPDATE orders SET attempt_until = $2 WHERE memo = $1', []],
  ['an update that only erases', 'UPDATE trades SET pay_url = NULL WHERE', []],
  ['an update of a table without such columns', 'UPDATE schedules SET ${some}', []],
])('erasure: the list of writes finds %s', (_what, source, found) => {
  expect(writesIn(source)).toEqual(found);
});
