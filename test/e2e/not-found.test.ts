import { afterEach, expect, it } from 'vitest';
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
  await rows.holdPolls(number);
  await rows.query(`UPDATE ${table} SET ${change} WHERE trade_no IN (${OF_ORDER})`, [number]);
  await sealAgain(rows, { numbers: [number], ring: SERVICE_RING });
}

/** An order whose creates were all lost before the provider acted, long ago. */
async function lostOrder(): Promise<string> {
  const { body, number } = newCheckout();
  const tradeNos = [number, `${number}-r2`, `${number}-r3`];
  await sandbox.fault(
    ...tradeNos.map((tradeNo) => ({ endpoint: 'create' as const, act: 'reset-before', merchantOrderNo: tradeNo })),
  );
  expect((await service.checkout(body)).status).toBe(503);
  await rows.untilStatus(number, 'EXPIRED');
  await arrange('trades', number, 'stamp = stamp - 3600000');
  return number;
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

async function shownDoubt(): Promise<number> {
  return total(readMetrics(await service.metrics()).samples, 'ramp_checkout_not_found_doubted', {});
}

it('while a control query gets the same answer, a new number is not sent; response, log and history say why', async () => {
  await start('refusal-with-number', '1006', { RAMP_ASK_BEFORE_SEND: 'true', RECONCILE_FIRST_DELAY_MS: '600000' });
  for (let n = 0; n < 2; n++) {
    const { merchantOrderNo } = await service.order(checkoutBody());
    await answered(merchantOrderNo, 1);
  }
  expect(await shownDoubt()).toBe(0);
  const unknown = { returnCode: '1006', returnMsg: 'unknown order', times: 0 };
  await sandbox.fault({ endpoint: 'query', act: 'answer', ...unknown });
  // The verdict of before serves for some seconds.
  const { body, answer } = await until('it is doubted', async () => {
    const asked = checkoutBody();
    const told = await service.checkout(asked);
    return told.status === 503 && { body: asked, answer: told };
  });
  const refused = expectProblem(answer, 503, 'ramp_unavailable');
  expect(refused['detail']).toMatch(/does not find orders that it has/);
  expect(await shownDoubt()).toBe(1);
  await service.program.says(/"event":"not_found_doubted"/);
  await service.program.says(
    /"event":"trade_not_sent"[^\n]*not_found_doubted|not_found_doubted[^\n]*"event":"trade_not_sent"/,
  );
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
