import { describe, expect, it } from 'vitest';
import { asServiceRole, emptyDatabase } from '../support/database.js';
import { builtProgram, startProgram } from '../support/programs.js';
import { checkoutBody, orderOf, Service, SERVICE_KEY } from '../support/service.js';
import { serviceKey } from '../support/service-keys.js';
import { useWorld } from '../support/service-world.js';

const NEWER = serviceKey('a newer one');
const BOTH = `2:${NEWER},1:${SERVICE_KEY}`;

const EMAIL = 'bob@customer.example';

const world = useWorld();

async function program(name: 'key' | 'migrate', args: readonly string[], env: Readonly<Record<string, string>>) {
  const running = startProgram(name, builtProgram(`src/cli/${name}/main.js`), env, args);
  return { code: await running.ended, output: running.output() };
}

const keyProgram = (databaseUrl: string, SERVICE_KEY: string, ...args: string[]) =>
  program('key', args, { DATABASE_URL: asServiceRole(databaseUrl), SERVICE_KEY });

async function startWith(databaseUrl: string, SERVICE_KEY: string, more: Readonly<Record<string, string>> = {}) {
  const options = { databaseUrl, rampUrl: world.sandbox.url, env: { SERVICE_KEY, ...more } };
  const service = await Service.start(options);
  const stop = (): Promise<void> => service.stop();
  return { service, stop };
}

describe('a start with other service keys than the database was written with', () => {
  it.each([
    ['the old one is missing', `2:${NEWER}`, /SERVICE_KEY lacks the key 1, .*--retire 1/],
    ['the old one has a new id', `2:${SERVICE_KEY}`, /SERVICE_KEY lacks the key 1, /],
    ['a new one has the old id', NEWER, /SERVICE_KEY has another key 1 /],
  ])('is refused with a message, by the service and by npm run key: %s', async (_, keys, words) => {
    const refused = await startWith(world.databaseUrl, keys).catch((error: unknown) => String(error));
    expect(refused).toMatch(words);
    expect(refused).not.toContain(NEWER);
    const made = await keyProgram(world.databaseUrl, keys, 'create', '--role', 'checkout', '--name', 'shop');
    expect(made).toMatchObject({ code: 2, output: expect.stringMatching(words) as string });
  });

  it('is refused if the service had generated its own', async () => {
    const { service, databaseUrl } = await world.another({ SERVICE_KEY: '' });
    await service.order(checkoutBody());
    await expect(startWith(databaseUrl, SERVICE_KEY, { AUTH: 'required' })).rejects.toThrow(/lacks the key made/);
  });
});

it('a rotation: nothing is lost, data moves to the new key, and the old one is retired', async () => {
  const { service: first, databaseUrl, rows } = await world.another({});
  const order = await first.order(checkoutBody({ customer: { email: EMAIL } }));
  const found = async (by: Service): Promise<unknown> => (await by.get(`/v1/admin/orders?text=${EMAIL}`)).body['items'];
  const itself = [expect.objectContaining({ merchantOrderNo: order.merchantOrderNo })];
  const [create] = await world.sandbox.creates(order.merchantOrderNo);
  expect(
    (await fetch(String(create!.body!['callbackUrl']), { method: 'POST', body: '{"status":"PENDING"}' })).status,
  ).toBe(200);
  const kept = async (ring: string): Promise<string> => (await keyProgram(databaseUrl, ring, 'service-keys')).output;
  expect(await kept(SERVICE_KEY)).toMatch(
    /^1 +newest .*\d callback receipts, \d e-mail addresses, \d entries of the history, \d seals of orders$/m,
  );

  const rotated = await startWith(databaseUrl, BOTH);
  expect(await found(rotated.service)).toEqual(itself);
  const { clientSecret } = orderOf(await rotated.service.checkout(checkoutBody()));
  expect(clientSecret).toMatch(/^cs_2_/);
  expect(await kept(BOTH)).toMatch(/^1 +listed .*\d callback receipts/m);

  const moved = await keyProgram(databaseUrl, BOTH, 'service-keys', '--re-encrypt', '--retire', '1');
  expect(moved.output).toMatch(/^Put under the key 2: \d callback receipts\.$/m);
  expect(moved.output).toMatch(/^1 +listed +\S+ +\S+Z +\d entries of the history$/m);
  expect(moved.output).toMatch(/^2 +newest .*\d callback receipts/m);
  await rotated.stop();

  const after = await startWith(databaseUrl, `2:${NEWER}`);
  expect(await found(after.service)).toEqual(itself);
  const opened = await after.service.get(`/v1/admin/orders/${order.merchantOrderNo}`);
  expect(opened.text).toContain('"claimedStatus":"PENDING"');
  expect(await rows.query(`SELECT DISTINCT key_id FROM callback_receipts`)).toEqual([{ key_id: '2' }]);
  await after.stop();
  const audited = await rows.query('SELECT action, target FROM audit_log ORDER BY id');
  expect(audited).toEqual([
    { action: 'order.search', target: null },
    { action: 'servicekey.reencrypt', target: '2' },
    { action: 'servicekey.retire', target: '1' },
    { action: 'order.search', target: null },
    { action: 'order.read', target: order.merchantOrderNo },
  ]);
});

it('migrate grants the rights of the service to the role of DATABASE_URL', async () => {
  const database = await emptyDatabase();
  try {
    const env = { DATABASE_URL: asServiceRole(database.url), DATABASE_MIGRATE_URL: database.url };
    const role = new URL(env.DATABASE_URL).username;
    const migrated = await program('migrate', [], env);
    expect(migrated).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Granted the rights of the service to ${role}.\n`) as string,
    });
    const { service, stop } = await startWith(database.url, SERVICE_KEY);
    expect((await service.checkout(checkoutBody())).status).toBe(201);
    await stop();
    const printed = await program('migrate', ['--grants', 'shop'], {});
    expect(printed).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^REVOKE .* FROM "shop";\nGRANT /) as string,
    });
  } finally {
    await database.drop();
  }
});
