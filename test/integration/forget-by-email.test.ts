import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetServiceOf } from '#src/cli/forget/forget-service.js';
import { reEncrypt, resealOrders as sealOrders } from '#src/cli/key/re-encrypt.js';
import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import { createDataSource } from '#src/data-source.js';
import { CustomerEmailService } from '#src/orders/secrets/customer-email.service.js';
import { payeeTools } from '#src/orders/secrets/payee-seal.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { Secret } from '#src/platform/callers/secret.js';
import { asServiceRole, freshDatabase } from '../support/database.js';
import { fillWithOrders } from '../support/many-orders.js';
import { sealAgain } from '../support/sealed-orders.js';
import { serviceKey } from '../support/service-keys.js';
import { Rows } from '../support/service-rows.js';

Logger.overrideLogger(false);

const MANY = 100_000;
/** Enough for index pages and a few pages per order. */
const FEW_BLOCKS = 400;
const EMAIL = 'jane@planted.example';
const BOUGHT = ['L-0000001', 'L-0050001', 'L-0099999'];
const SOLD = ['L-0000080', 'L-0000160'];

const OLD = { id: 'old', key: new Secret(serviceKey('old')) };
const NEW = { id: 'new', key: new Secret(serviceKey('new')) };
const ringOf = (...keys: readonly (typeof OLD)[]): KeyRing =>
  new KeyRing(keys.map(({ id, key }) => ({ id, bytes: Buffer.from(key.reveal(), 'base64') })));

/** Counts the blocks that its statements read. */
class CountingDatabase extends Database {
  blocks = 0;

  override async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    if (/^\s*(SELECT|WITH)/.test(sql)) {
      const [row] = await super.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        parameters,
      );
      const plan = row!['QUERY PLAN'][0].Plan;
      this.blocks += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    }
    return super.query<Row>(sql, parameters);
  }
}

let rows: Rows;
let source: ReturnType<typeof createDataSource>;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const testDatabase = await freshDatabase();
  closing.push(() => testDatabase.drop());
  // Triggers are off, so that a hundred thousand rows take seconds.
  rows = Rows.of(`${testDatabase.url}?options=${encodeURIComponent('-c session_replication_role=replica')}`);
  closing.push(() => rows.close());
  source = createDataSource(asServiceRole(testDatabase.url));
  closing.push(() => source.destroy());
  await fillWithOrders(rows, MANY);
  await rows.query(
    `UPDATE orders SET customer_email = '\\x00', customer_email_key_id = 'old',
            customer_email_digest = sha256(merchant_order_no::bytea)
      WHERE merchant_order_no LIKE '%7'`,
  );
  await rows.query(
    `UPDATE trades SET payee_sealed = '\\x00', payee_key_id = 'old', payee_email_digest = sha256(trade_no::bytea)
      WHERE side = 'SELL'`,
  );
  const ring = ringOf(OLD);
  const emails = new CustomerEmailService({ ring: () => Promise.resolve(ring) } as never);
  for (const number of BOUGHT) {
    const sealed = await emails.seal(number, ' Jane@Planted.example');
    await rows.query(
      `UPDATE orders SET customer_email = $2, customer_email_digest = $3, customer_email_key_id = $4
        WHERE merchant_order_no = $1`,
      [number, sealed.customerEmail, sealed.customerEmailDigest, sealed.customerEmailKeyId],
    );
  }
  const { seal } = payeeTools(ring, String, () => undefined);
  for (const number of SOLD) {
    const payee = { name: 'Jane', account: null, card: null, email: 'JANE@planted.example', signature: null };
    const sealed = seal(number, payee);
    await rows.query('UPDATE trades SET payee_sealed = $2, payee_email_digest = $3 WHERE trade_no = $1', [
      number,
      sealed.payeeSealed,
      sealed.payeeEmailDigest,
    ]);
  }
  await sealAgain(rows, { numbers: [...BOUGHT, ...SOLD], ring });
  await rows.query('VACUUM ANALYZE orders, trades');
}, 180_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function lookedUp(email: string, ...serviceKeys: readonly (typeof OLD)[]) {
  const database = new CountingDatabase(new PooledStatements(source));
  const forgetting = forgetServiceOf(database, { serviceKeys, keptByLawMs: 0 } as never);
  const actor = { id: 'key:x', name: 'x', address: null };
  const { orders } = await forgetting.forget(actor, { kind: 'email', value: email }, { dryRun: true, force: true });
  return { orders, blocks: database.blocks };
}

it('erasure by e-mail: reads only the orders of that customer and payee', async () => {
  const { orders, blocks } = await lookedUp(EMAIL, OLD);
  console.log(`${blocks} blocks for ${orders} of ${MANY} orders`);
  expect(orders).toBe(BOUGHT.length + SOLD.length);
  expect(blocks).toBeLessThan(FEW_BLOCKS);
});

it('erasure by e-mail: finds an address in any case and with spaces around it', async () => {
  expect(await lookedUp('  JANE@planted.EXAMPLE ', OLD)).toMatchObject({ orders: BOUGHT.length + SOLD.length });
  expect(await lookedUp('jane@planted.exampl', OLD)).toMatchObject({ orders: 0 });
});

it('erasure by e-mail: finds orders during a key rotation, and afterwards without the old key', async () => {
  const all = { orders: BOUGHT.length + SOLD.length };
  expect(await lookedUp(EMAIL, NEW, OLD)).toMatchObject(all);
  await rows.query(`UPDATE orders SET customer_email = NULL, customer_email_key_id = NULL, customer_email_digest = NULL
                     WHERE customer_email = '\\x00'`);
  await rows.query(`UPDATE trades SET payee_sealed = NULL, payee_key_id = NULL, payee_email_digest = NULL
                     WHERE payee_sealed = '\\x00'`);
  const database = new Database(new PooledStatements(source));
  for (const column of SEALED_COLUMNS) await reEncrypt(database, ringOf(NEW, OLD), column);
  await sealOrders(database, ringOf(NEW, OLD));
  await rows.query(`UPDATE service_keys SET retired_at = now() WHERE id = 'old'`);
  expect(await lookedUp(EMAIL, NEW)).toMatchObject(all);
});
