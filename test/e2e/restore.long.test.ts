import { afterEach, expect, it } from 'vitest';
import { copyOf, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { Relay } from '../support/relay.js';
import { pressButton, Sandbox } from '../support/sandbox-client.js';
import { Rows } from '../support/service-rows.js';
import { checkoutBody, orderOf, Service, until } from '../support/service.js';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Shop {
  readonly sandbox: Sandbox;
  readonly database: TestDatabase;
  readonly start: (database: TestDatabase, env?: Record<string, string>, port?: number) => Promise<Service>;
  /** A copy of the database, which has no connections. */
  readonly backUp: () => Promise<TestDatabase>;
}

async function openShop(): Promise<Shop> {
  const sandbox = await Sandbox.start();
  endings.push(() => sandbox.stop());
  const database = await freshDatabase();
  endings.push(() => database.drop());
  return {
    sandbox,
    database,
    start: async ({ url }, env = {}, port) => {
      const at = port === undefined ? {} : { port };
      const service = await Service.start({ databaseUrl: url, rampUrl: sandbox.url, env, ...at });
      endings.push(() => service.stop());
      return service;
    },
    backUp: async () => {
      const backup = await copyOf(database);
      endings.push(() => backup.drop());
      return backup;
    },
  };
}

const numberOf = (body: Readonly<Record<string, unknown>>): string => String(body['merchantOrderNo']);

it.each<[string, Record<string, string>, boolean]>([
  ['as its operator has set', { RAMP_ASK_BEFORE_SEND: 'true' }, false],
  ['by itself', {}, true],
  ['by itself, though not found is not configured', { RAMP_NOT_FOUND: '' }, true],
])(
  'after a restore, what was made since is found and not made again, and what nobody repeats is shown: %s',
  async (_, env, isUsed) => {
    const { sandbox, database, start, backUp } = await openShop();
    // A database that no service has used yet has no history that a copy could differ from.
    if (isUsed) await (await start(database)).order(checkoutBody()).then(() => endings.pop()?.());
    const backup = await backUp();
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

/** A shop restored to before the retry of an order. `then` runs with the page that the retry gave. */
async function restoredBeforeRetry(then: (payUrl: string) => Promise<unknown>, env: Record<string, string> = {}) {
  const { sandbox, database, start, backUp } = await openShop();
  const first = await start(database);
  const { merchantOrderNo: number, payUrl } = await first.order(checkoutBody());
  const retry = (service: Service) => service.post(`/v1/orders/${number}/retry`, {});
  await pressButton(payUrl, 'cancel');
  await until('it is cancelled', async () => (await first.read(number)).status === 'CANCELLED');
  await first.stop();
  const backup = await backUp();
  const second = await start(database);
  const made = await retry(second);
  expect(made.status, made.text).toBe(201);
  await second.stop();
  await then(orderOf(made).payUrl!);

  const restored = await start(backup, env);
  await restored.order(checkoutBody());
  const rows = Rows.of(backup.url);
  endings.push(() => rows.close());
  const [epoch] = await rows.query(
    `UPDATE database_epoch SET doubted_at = checkout_now() - interval '5 hours' RETURNING doubted_at`,
  );
  expect(epoch).toBeDefined();
  const answerOfRetry = () =>
    until('an answer', async () => {
      const answer = await retry(restored);
      return answer.status !== 503 && answer;
    });
  return {
    sandbox,
    number,
    made: { ...orderOf(made), payUrl: orderOf(made).payUrl! },
    restored,
    retry: () => retry(restored),
    answerOfRetry,
  };
}

it('a retry long after a restore finds the trade that the restore has lost, and does not make it again', async () => {
  const { sandbox, number, made, answerOfRetry } = await restoredBeforeRetry(() => Promise.resolve());
  const repeated = await answerOfRetry();
  expect(repeated, repeated.text).toMatchObject({ status: 201, body: { status: 'AWAITING_PAYMENT' } });
  const [, lost] = made.trades;
  const [, found] = orderOf(repeated).trades;
  expect([found!.tradeNo, found!.orderNo]).toEqual([`${number}-r2`, lost!.orderNo]);
  expect(await sandbox.creates(number)).toHaveLength(2);
});

it('a retry after a look-up without an answer repeats it: the page may have been returned before the restore', async () => {
  const quiet = { RECONCILE_FIRST_DELAY_MS: '600000', RAMP_TIMEOUT_MS: '1000' };
  // No call tells of the payment.
  const pay = (payUrl: string) => pressButton(payUrl, 'pay');
  const { sandbox, number, restored, retry, answerOfRetry } = await restoredBeforeRetry(pay, quiet);
  const unsent = async () => (await restored.read(number)).trades.some(({ status }) => status === 'EXPIRED');
  await sandbox.fault({ endpoint: 'query', act: 'status', code: 500, times: 0, merchantOrderNo: `${number}-r2` });
  await until('the look-up had no answer', async () => (await retry()).status === 503 && unsent());
  expect((await retry()).status).toBe(503);
  await sandbox.control('DELETE', '/faults');
  const repeated = await answerOfRetry();
  expect(repeated, repeated.text).toMatchObject({ status: 409, body: { code: 'order_not_retryable' } });
  expect((await restored.read(number)).status).not.toMatch(/CREATING|AWAITING_PAYMENT|EXPIRED/);
  expect(await sandbox.creates(number)).toHaveLength(2);
});

it('after a restore, a customer may pay on the lost page of a number that an outage had left unsent', async () => {
  const { sandbox, database, start, backUp } = await openShop();
  const relay = await Relay.start(sandbox.url);
  const body = checkoutBody();
  const number = numberOf(body);
  const first = await start(database, { RAMP_BASE_URL: relay.url });
  await first.order(checkoutBody());
  await relay.stop();
  expect(await first.checkout(body)).toMatchObject({ status: 503, body: { code: 'ramp_unavailable' } });
  await first.stop();
  const backup = await backUp();
  const second = await start(database);
  const { payUrl } = await second.order(body);
  await second.stop();

  const restored = await start(backup, { RECONCILE_FIRST_DELAY_MS: '600000' });
  await restored.order(checkoutBody());
  expect(await restored.insist(body)).toMatchObject({ body: { status: 'AWAITING_PAYMENT', payUrl: null } });
  await pressButton(payUrl, 'pay');
  const retried = await restored.post(`/v1/orders/${number}/retry`, {});
  expect(retried, retried.text).toMatchObject({ status: 409, body: { code: 'order_not_retryable' } });
  expect(await sandbox.creates(number)).toHaveLength(1);
});

/** A shop after a failover: the provider has an order, paid by now, whose answer and page are lost with all commits since. */
async function failedOver(env: Record<string, string>) {
  const { sandbox, database, start, backUp } = await openShop();
  // Killed long before its time-out, which would make the next trade.
  const first = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url, process: true });
  endings.push(() => first.stop());
  await first.order(checkoutBody());
  const body = checkoutBody();
  const number = numberOf(body);
  await sandbox.fault({ endpoint: 'create', act: 'delay-after', ms: 20_000, merchantOrderNo: number });
  const lost = first.checkout(body).catch(() => null);
  const { payUrl } = await until('the provider has it', async () => (await sandbox.orders(number))[0]);
  await first.program.kill();
  await lost;
  await pressButton(payUrl, 'pay');
  const backup = await backUp();
  // So that nothing else asks.
  const quick = { RAMP_TIMEOUT_MS: '1500', CHECKOUT_DEADLINE_MS: '8000' };
  const begin = () => start(backup, { ...quick, RECONCILE_FIRST_DELAY_MS: '600000', ...env });
  const rows = Rows.of(backup.url);
  endings.push(() => rows.close());
  const ended = 'SELECT 1 FROM orders WHERE merchant_order_no = $1 AND attempt_until IS NULL';
  const attemptEnded = () => until('the attempt has ended', async () => (await rows.query(ended, [number])).length > 0);
  return { sandbox, number, begin, attemptEnded };
}

it('after a failover, a trade that was in flight may have had its page: no other is made without asking', async () => {
  const { sandbox, number, begin, attemptEnded } = await failedOver({});
  const restored = await begin();
  await attemptEnded();
  expect(await sandbox.creates(number)).toHaveLength(1);
  expect((await restored.read(number)).status).not.toMatch(/CREATING|AWAITING_PAYMENT/);
});

it('after a failover, a retry asks about a trade that was in flight, if no query of its attempt was answered', async () => {
  const { sandbox, number, begin, attemptEnded } = await failedOver({ CHECKOUT_PATIENCE_MS: '30000' });
  await sandbox.fault({ endpoint: 'query', act: 'status', code: 500, times: 0 });
  const restored = await begin();
  await attemptEnded();
  const retry = () => restored.post(`/v1/orders/${number}/retry`, {});
  expect(await retry()).toMatchObject({ status: 503, body: { code: 'ramp_unavailable' } });
  await sandbox.control('DELETE', '/faults');
  const retried = await until('an answer', async () => {
    const answer = await retry();
    return answer.status !== 503 && answer;
  });
  expect(retried, retried.text).toMatchObject({ status: 409, body: { code: 'order_not_retryable' } });
  expect(await sandbox.creates(number)).toHaveLength(1);
});
