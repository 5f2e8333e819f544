import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEBHOOK_SECRET } from '#src/webhooks/endpoint-secrets.service.js';
import { ERASED_GROUPS, personalWrites, writesIn } from '../support/erasure/personal-writes.js';
import { Race } from '../support/erasure/race.js';
import { personalWritesOf } from '../support/erasure/writes.js';
import type { PersonalWrite } from '../support/erasure/writes.js';
import { findStored } from '../support/stored-persons.js';

Logger.overrideLogger(false);

/** Digests and random bytes, in which no text can be searched. */
/** They write the service's own texts, or times. */
const WITHOUT_PERSON = [
  'orders/storage/state-check.ts: INSERT INTO mismatches',
  'reconciliation/stalled-work.service.ts: UPDATE ${table}',
];
const WITHOUT_TEXT = ['guest_block', 'secret_salt', 'customer_email_digest', 'payee_email_digest'];
/** Erasure's own update of mismatches. */
const ERASES = 'orders/storage/change-parts.ts: UPDATE mismatches (any)';

const ENDPOINT = randomUUID();
let race: Race;
let writes: readonly PersonalWrite[];
beforeAll(async () => {
  race = await Race.open();
  const secret = (await race.opened.keys.ring()).seal(
    WEBHOOK_SECRET.purpose,
    WEBHOOK_SECRET.contextOf(ENDPOINT),
    Buffer.of(1),
  );
  await race.rows.query(
    `INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)
     VALUES ($1, 'https://shop.example/', '{*}', 0, $2, $3, checkout_now(), 'test')`,
    [ENDPOINT, secret.bytes, secret.keyId],
  );
  writes = personalWritesOf(race, ENDPOINT);
});
afterAll(() => race.close());

/** Names only; the writes themselves need the database. */
const WRITES = personalWritesOf({ opened: {} } as never, ENDPOINT);

const writeOf = (what: string): PersonalWrite => writes.find((write) => write.what === what)!;

async function prepared(ended: PersonalWrite['ended']): Promise<{ number: string; text: string }> {
  const id = randomUUID().slice(0, 13);
  const [number, text] = [`N-${id}`, `planted-${id}`];
  await ended?.(number, text);
  return { number, text };
}

describe.each(WRITES)('erasure: $what', ({ what, columns, makesOrder }) => {
  it('is written while the order is not erased', async () => {
    const write = writeOf(what);
    const { number, text } = await prepared(makesOrder ? undefined : write.ended);
    await write.write(number, text);
    const found = (await findStored(race.rows, [text])).map((place) => place.split(' in ')[1]);
    expect(found).toEqual(expect.arrayContaining([...columns]));
    await race.rows.query(`TRUNCATE orders, trades, order_events, callback_receipts CASCADE`);
  });

  it.each(['eraser', 'writer'] as const)('leaves no personal data if the %s commits first', async (first) => {
    const write = writeOf(what);
    const { number, text } = await prepared(write.ended);
    const isForgotten = await race.between(first, number, () => write.write(number, text));
    // The first try is refused if the write had the order open or in review.
    if (!isForgotten) expect(await race.forget(number)).toBe(true);
    await expectErased(number, text);
  });

  it('writes nothing to an erased order', async () => {
    const write = writeOf(what);
    const { number, text } = await prepared(write.ended);
    expect(await race.forget(number)).toBe(true);
    await write.write(number, text);
    await expectErased(number, text);
  });
});

async function expectErased(number: string, text: string): Promise<void> {
  const [order] = await race.rows.query<{ erased: boolean }>(
    'SELECT erased_at IS NOT NULL AS erased FROM orders WHERE merchant_order_no = $1',
    [number],
  );
  expect(order).toEqual({ erased: true });
  expect(await findStored(race.rows, [text])).toEqual([]);
  const withoutText = await race.rows.query(
    `SELECT 1 FROM orders JOIN trades USING (merchant_order_no)
      WHERE merchant_order_no = $1 AND num_nonnulls(${WITHOUT_TEXT.join(', ')}) > 0`,
    [number],
  );
  expect(withoutText).toEqual([]);
}

describe('erasure: the list of writes', () => {
  it('has every statement in src that writes a column which erasure clears', () => {
    const listed = new Set(WRITES.flatMap(({ statements }) => statements));
    expect([...listed, ERASES, ...WITHOUT_PERSON].sort()).toEqual([...new Set(personalWrites())].sort());
  });

  it('has a write for each kind of personal data', () => {
    const written = new Set(WRITES.flatMap((write) => write.columns.map((column) => column.replace(', opened', ''))));
    const missing = ERASED_GROUPS.map(({ table, columns }) => columns.map((column) => `${table}.${column}`)).filter(
      (group) =>
        !group.some((column) => written.has(column) || WITHOUT_TEXT.some((name) => column.endsWith(`.${name}`))),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['an insert', 'INSERT INTO webhook_attempts (delivery_id, n) SELECT', ['INSERT INTO webhook_attempts']],
    ['an insert into any table', 'INSERT INTO ${table} (', ['INSERT INTO ${table}']],
    ['an update', 'UPDATE trades SET status = 1, pay_url = $1 WHERE facts = $2', ['UPDATE trades (pay_url)']],
    ['an update of any column', 'UPDATE orders SET ${some} WHERE', ['UPDATE orders (any)']],
    ['an update of no personal column', 'UPDATE orders SET attempt_until = $2 WHERE memo = $1', []],
    ['an update that only erases', 'UPDATE trades SET pay_url = NULL WHERE', []],
    ['an update of a table without such columns', 'UPDATE schedules SET ${some}', []],
  ])('finds %s', (_what, source, found) => {
    expect(writesIn(source)).toEqual(found);
  });
});
