import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { readMetrics, total } from '../support/promtool.js';
import { Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, Service, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { Rows } from '../support/service-rows.js';
import type { TradeRecord } from '../support/service-rows.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

let database: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let rows: Rows;

async function start(
  unknownOrder: string,
  notFound = 'null',
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  database = await freshDatabase();
  rows = Rows.of(database.url);
  sandbox = await Sandbox.start();
  await sandbox.control('POST', '/behaviour', { unknownOrder });
  await startService(notFound, more);
}

async function startService(notFound: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const env = { RAMP_NOT_FOUND: notFound, ...more };
  service = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url, env, process: true });
}

afterEach(async () => {
  await service.stop();
  await sandbox.stop();
  await rows.close();
  await database.drop();
});

const OF_ORDER = 'SELECT trade_no FROM trades WHERE merchant_order_no = $1';

/** Changes the order's trades while no poll is in flight, whose answer could overwrite the change. */
async function arrange(table: 'trades' | 'schedules', number: string, change: string): Promise<void> {
  await until('no poll is in flight', async () => {
    const open = await rows.query(
      `UPDATE schedules SET next_query_at = checkout_now() + interval '1 hour'
        WHERE trade_no IN (${OF_ORDER}) AND (lease_id IS NOT NULL OR next_query_at < checkout_now() + interval '30 minutes')
        RETURNING trade_no`,
      [number],
    );
    return open.length === 0;
  });
  await rows.query(`UPDATE ${table} SET ${change} WHERE trade_no IN (${OF_ORDER})`, [number]);
  await sealAgain(rows, { numbers: [number], ring: SERVICE_RING });
}

/** An order whose creates were all lost before the provider acted, long ago. */
async function lostOrder(): Promise<string> {
  const { number } = await lostCheckout();
  await rows.untilStatus(number, 'EXPIRED');
  await arrange('trades', number, 'stamp = stamp - 3600000');
  return number;
}

async function lostCheckout(): Promise<{ number: string; body: Record<string, unknown> }> {
  const { body, number } = newCheckout();
  const tradeNos = [number, `${number}-r2`, `${number}-r3`];
  await sandbox.fault(
    ...tradeNos.map((tradeNo) => ({ endpoint: 'create' as const, act: 'reset-before', merchantOrderNo: tradeNo })),
  );
  expect((await service.checkout(body)).status).toBe(503);
  return { number, body };
}

/** Polls each of the order's trades `times` more and waits for the answers. */
async function answered(number: string, times: number): Promise<readonly TradeRecord[]> {
  for (let time = 1; time <= times; time++) {
    const [since] = await rows.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    await rows.query(`UPDATE schedules SET next_query_at = checkout_now() WHERE trade_no IN (${OF_ORDER})`, [number]);
    await until(`answers about ${number}`, async () => {
      const [row] = await rows.query<{ all: boolean }>(
        'SELECT bool_and(last_asked_at > $2 AND lease_id IS NULL) AS all FROM trades JOIN schedules USING (trade_no) WHERE merchant_order_no = $1',
        [number, since!.now],
      );
      return row?.all;
    });
  }
  return rows.trades(number);
}

const minutesPass = (number: string): Promise<void> =>
  arrange('schedules', number, `not_found_at = not_found_at - interval '2 minutes'`);
const outcomes = (trades: readonly TradeRecord[]): string[] => trades.map(({ outcome }) => outcome);
const LOST = ['unknown', 'unknown', 'unknown'];

it.each([
  ['refuses unknown numbers and quotes them', 'refusal-with-number', 'BUY:1006'],
  ['gives no record', 'null-data', 'SELL:1006,null'],
])('a provider that %s: lost trades end as never created after two spaced answers', async (_, variant, set) => {
  await start(variant, set);
  const number = await lostOrder();
  expect(outcomes(await answered(number, 2))).toEqual(LOST);
  await minutesPass(number);
  expect(outcomes(await answered(number, 1))).toEqual(['never_created', 'never_created', 'never_created']);
  expect(await service.read(number)).toMatchObject({
    status: 'EXPIRED',
    failure: { code: 'not_created' },
    inReview: false,
  });
  const whole = await rows.whole(number);
  expect(whole.events.filter(({ kind }) => kind === 'never_created')).toHaveLength(3);
  expect(historyProblems(whole)).toEqual([]);
});

const ASKS_FIRST = { RAMP_ASK_BEFORE_SEND: 'true' };

/** An order that the provider deleted after the service had read it. */
async function vanishedOrder(): Promise<string> {
  const { merchantOrderNo } = await service.order(checkoutBody());
  await answered(merchantOrderNo, 1);
  await sandbox.vanish(merchantOrderNo);
  await answered(merchantOrderNo, 1);
  expect(await rows.mismatches(merchantOrderNo)).toMatchObject([{ kind: 'vanished', resolved_at: null }]);
  return merchantOrderNo;
}

describe('not found: one vanished order never affects another order', () => {
  it.each([
    ['a checkout that asks about its number first', ASKS_FIRST],
    ['a checkout', {}],
  ])('%s is created', async (_, more) => {
    await start('refusal-with-number', '1006', more);
    await vanishedOrder();
    const answer = await service.checkout(checkoutBody());
    expect(answer.status, answer.text).toBe(201);
  });

  it('a checkout whose creates had no answer is repeated, and its lost trades end as never created', async () => {
    await start('refusal-with-number', '1006');
    await vanishedOrder();
    const { number, body } = await lostCheckout();
    await answered(number, 1);
    const repeat = await until('a page', async () => {
      const again = await service.checkout(body);
      expect([201, 503], again.text).toContain(again.status);
      return again.status === 201 && again;
    });
    expect(repeat.body['payUrl']).toBe((await sandbox.order(`${number}-r4`)).payUrl);

    const other = await lostOrder();
    await answered(other, 1);
    await minutesPass(other);
    expect(outcomes(await answered(other, 1))).toEqual(['never_created', 'never_created', 'never_created']);
    const { merchantOrderNo } = await service.order(checkoutBody());
    await sandbox.force(merchantOrderNo, 'CANCEL', {}, false);
    await answered(merchantOrderNo, 1);
    expect((await service.post(`/v1/orders/${merchantOrderNo}/retry`, {})).status).toBe(201);
  });
});

const findNothing = (): Promise<unknown> =>
  sandbox.fault({ endpoint: 'query', act: 'answer', returnCode: '1006', returnMsg: 'unknown order', times: 0 });

async function shownDoubt(): Promise<number> {
  return total(readMetrics(await service.metrics()).samples, 'ramp_checkout_not_found_doubted', {});
}

it('not found is doubted while a control query gets the same answer, and believed after two answers otherwise', async () => {
  await start('refusal-with-number', '1006', { ...ASKS_FIRST, RECONCILE_FIRST_DELAY_MS: '600000' });
  const number = await lostOrder();
  for (let n = 0; n < 2; n++) {
    const { merchantOrderNo } = await service.order(checkoutBody());
    await answered(merchantOrderNo, 1);
  }
  expect(outcomes(await answered(number, 1))).toEqual(LOST);
  expect(await shownDoubt()).toBe(0);
  await findNothing();

  await until('it is doubted', async () => {
    await answered(number, 1);
    return (await shownDoubt()) === 1;
  });
  const [row] = await rows.query<{ doubted: boolean }>(
    'SELECT bool_and(not_found_at IS NULL AND next_query_at IS NOT NULL) AS doubted FROM trades JOIN schedules USING (trade_no) WHERE merchant_order_no = $1',
    [number],
  );
  expect([outcomes(await rows.trades(number)), row]).toEqual([LOST, { doubted: true }]);

  // The number is not sent; response, log and history name the cause.
  const timesUnserved = (): number => service.program.output().split('"event":"provider_did_not_serve"').length;
  const unservedBefore = timesUnserved();
  const body = checkoutBody();
  const refused = expectProblem(await service.checkout(body), 503, 'ramp_unavailable');
  expect(refused['detail']).toMatch(/does not find orders that it has/);
  await service.program.says(/"event":"not_found_doubted"/);
  await service.program.says(
    /"event":"trade_not_sent"[^\n]*not_found_doubted|not_found_doubted[^\n]*"event":"trade_not_sent"/,
  );
  expect(timesUnserved()).toBe(unservedBefore);
  const { events } = await rows.whole(String(body['merchantOrderNo']));
  expect(events.at(-1)).toMatchObject({ kind: 'not_sent' });
  expect(JSON.stringify(events.at(-1))).toMatch(/does not know the number, nor numbers that it has/);
  expect(await sandbox.creates(String(body['merchantOrderNo']))).toEqual([]);

  await sandbox.control('DELETE', '/faults');
  const made = await until('the number can be used', async () => {
    const again = await service.checkout(body);
    return again.status === 201 && again;
  });
  expect(made.body['merchantOrderNo']).toBe(body['merchantOrderNo']);
  expect(await shownDoubt()).toBe(0);
  expect(outcomes(await answered(number, 1))).toEqual(LOST);
  await minutesPass(number);
  expect(outcomes(await answered(number, 1))).toEqual(['never_created', 'never_created', 'never_created']);
});

const UNSET = '"event":"not_found_unknown"';

async function shownKnown(): Promise<number[]> {
  const { samples } = readMetrics(await service.metrics());
  return ['BUY', 'SELL'].map((side) => total(samples, 'ramp_checkout_not_found_known', { side }));
}

it('without RAMP_NOT_FOUND no trade ends as never created, and the log says so once', async () => {
  await start('null-data', '');
  expect(service.program.output().split(UNSET)).toHaveLength(2);
  expect(await shownKnown()).toEqual([0, 0]);
  const { merchantOrderNo: known } = await service.order(checkoutBody());
  const number = await lostOrder();
  await sandbox.vanish(known);
  await answered(known, 2);
  await answered(number, 2);
  await minutesPass(number);
  expect(outcomes(await answered(number, 1))).toEqual(LOST);
  expect(await rows.mismatches(known)).toEqual([]);
});

it('an outage that answers every query alike opens no mismatch, even after a restart', async () => {
  await start('refusal', 'BUY:1006');
  const { merchantOrderNo: known } = await service.order(checkoutBody());
  const words = { returnCode: '9999', returnMsg: 'System error, please try again later' };
  await sandbox.fault({ endpoint: 'query', act: 'answer', ...words, times: 0 });
  await service.stop();
  await startService('BUY:1006');
  expect(service.program.output()).not.toContain(UNSET);
  expect(await shownKnown()).toEqual([1, 0]);
  await answered(known, 3);
  expect(await rows.mismatches(known)).toEqual([]);
  expect((await service.read(known)).inReview).toBe(false);
});
