import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import { OrderActs } from '../support/order-acts.js';
import { openOrderWriter } from '../support/order-writer.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import type { DatabasePair } from '../support/postgres-pair.js';
import { runToEnd } from '../support/run-to-end.js';
import { SERVICE_KEY } from '../support/service.js';

let pair: DatabasePair;
beforeAll(async () => {
  pair = await startDatabasePair('shop');
  await migrateDatabase(pair.url, () => undefined);
  const writer = openOrderWriter(pair.url, { SERVICE_KEY });
  const acts = new OrderActs(writer);
  await acts.refused('SOUND-1');
  await acts.refused('ALTERED-1');
  await writer.database.query(`UPDATE orders SET customer_id = 'mallory' WHERE merchant_order_no = 'ALTERED-1'`);
  await writer.close();
  await pair.caughtUp();
});
afterAll(() => pair.release());

it.each([
  ['report', ['--json'], 0, /"orders": ?2,/],
  // An altered order is left out, though its review cannot be opened there.
  ['export', ['--format', 'jsonl'], 0, /^\{"merchantOrderNo":"SOUND-1".*\}\n$/],
  ['verify-history', [], 1, /ALTERED-1/],
])('%s reads from a standby', async (name, args, code, shown) => {
  const ran = await runToEnd(`src/cli/accounts/${name}.js`, args, { DATABASE_URL: pair.standbyUrl, SERVICE_KEY });
  expect(ran).toMatchObject({ code, out: expect.stringMatching(shown) as string });
});
