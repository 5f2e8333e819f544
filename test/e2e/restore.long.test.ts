import { afterEach, expect, it } from 'vitest';
import { copyOf, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { pressButton, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../support/service.js';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const numberOf = (body: Readonly<Record<string, unknown>>): string => String(body['merchantOrderNo']);

it.each<[string, Record<string, string>, boolean]>([
  ['as its operator has set', { RAMP_ASK_BEFORE_SEND: 'true' }, false],
  ['by itself', {}, true],
  ['by itself, though not found is not configured', { RAMP_NOT_FOUND: '' }, true],
])(
  'after a restore, what was made since is found and not made again, and what nobody repeats is shown: %s',
  async (_, env, isUsed) => {
    const sandbox = await Sandbox.start();
    endings.push(() => sandbox.stop());
    const database = await freshDatabase();
    endings.push(() => database.drop());
    const start = async ({ url }: TestDatabase, env = {}, port?: number): Promise<Service> => {
      const service = await Service.start({
        databaseUrl: url,
        rampUrl: sandbox.url,
        env,
        ...(port === undefined ? {} : { port }),
      });
      endings.push(() => service.stop());
      return service;
    };

    // A database that no service has used yet has no history that a copy could differ from.
    if (isUsed) await (await start(database)).order(checkoutBody()).then(() => endings.pop()?.());
    const backup = await copyOf(database);
    endings.push(() => backup.drop());
    const before = await start(database);
    const [open, paid, away, lost] = [checkoutBody(), checkoutBody(), checkoutBody(), checkoutBody()];
    const made = await before.order(open);
    await pressButton((await before.order(paid)).payUrl, 'pay');
    const page = (await before.order(lost)).payUrl;
    await before.order(away);
    await before.stop();

    const restored = await start(backup, env, before.port);
    const found = await restored.insist(open);
    expect(found).toMatchObject({ status: 201, body: { status: 'AWAITING_PAYMENT', payUrl: null, inReview: false } });
    expect(found.body['orderNo']).toBe(made['orderNo']);
    expect(found.body['clientSecret']).toEqual(expect.any(String));
    // Paid before the restore; the provider completes it.
    expect(await restored.insist(paid)).toMatchObject({ status: 201, body: { payUrl: null, inReview: false } });
    await until('it is completed', async () => (await restored.read(numberOf(paid))).status === 'COMPLETED');
    expect((await restored.insist(open)).status).toBe(200);

    // No answer about it: it is not sent, and the number stays usable.
    await sandbox.fault({ endpoint: 'query', act: 'status', code: 500, times: 0 });
    expect(await restored.checkout(away)).toMatchObject({ status: 503, body: { code: 'ramp_unavailable' } });
    await sandbox.control('DELETE', '/faults');
    expect(await restored.insist(away)).toMatchObject({ status: 201, body: { payUrl: null } });

    for (const body of [open, paid, away]) expect(await sandbox.creates(numberOf(body))).toHaveLength(1);
    const { merchantOrderNo: fresh, payUrl } = await restored.order(checkoutBody());
    expect(payUrl).not.toBeNull();
    expect(await sandbox.creates(fresh)).toHaveLength(1);

    // A callback reports the one that is not repeated.
    await pressButton(page, 'pay');
    await until('the orphan is shown', async () => {
      const { body } = await restored.get('/v1/admin/callbacks?orphan=true');
      return (body['items'] as { tradeNo: string }[]).some(({ tradeNo }) => tradeNo === numberOf(lost));
    });
  },
);
