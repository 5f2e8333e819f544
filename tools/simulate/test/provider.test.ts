import { expect, it } from 'vitest';
import { readSettings } from '#src/platform/config/environment.js';
import { DAY, SECOND } from '#src/platform/time/time.js';
import { NO_OPTIONAL_TERMS } from '#src/platform/terms/order-terms.js';
import { Secret } from '#src/platform/callers/secret.js';
import type { Call } from '#src/ramp/calls/provider-call.js';
import { queryCall } from '#src/ramp/calls/ramp-http.gateway.js';
import { signedCall } from '#src/ramp/calls/signed-call.js';
import { interpretAnswer } from '#src/ramp/wire/answer.js';
import { createRequest } from '#src/ramp/wire/requests.js';
import { isConfiguredNotFound, readCreatedTrade } from '#src/ramp/wire/trade-records.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import type { Side } from '#src/ramp/port/trade-facts.js';
import { Dice } from '#tools/simulate/kernel/dice.js';
import { FAULTS, Faults } from '#tools/simulate/kernel/faults.js';
import type { Fault } from '#tools/simulate/kernel/faults.js';
import { Scheduler } from '#tools/simulate/kernel/scheduler.js';
import { Trace } from '#tools/simulate/kernel/trace.js';
import type { World } from '#tools/simulate/kernel/world.js';
import { Provider } from '#tools/simulate/provider/provider.js';
import { PROVIDER_SETTINGS } from '#tools/simulate/provider/signed-request.js';
import { SimulatedTransport } from '#tools/simulate/provider/transport.js';

const OPEN = { DATABASE_URL: 'postgres://localhost/none', AUTH: 'none', HOST: '127.0.0.1' };
const { ramp } = readSettings({ ...OPEN, ...PROVIDER_SETTINGS });

const trade = {
  ...NO_OPTIONAL_TERMS,
  tradeNo: 'A-1',
  stamp: 0,
  fiat: 'EUR',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  country: 'DE',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  payWayCode: '10001',
  callbackUrl: 'https://shop.example/callbacks/ramp/token',
};

/** A provider with these faults; each strikes whenever it can, unless `intensity` says otherwise. */
function start(faults: readonly Fault[] = [], intensity = 1 / Math.min(...faults.map((fault) => FAULTS[fault]))) {
  const dice = new Dice('seed');
  const scheduler = new Scheduler(Date.UTC(2026, 0, 1));
  const trace = new Trace(false);
  const world: World = {
    scheduler,
    dice,
    faults: new Faults(dice.fork('faults'), faults, intensity),
    told: [],
    logged: [],
    shown: [],
    retried: new Map(),
    follow: () => Promise.resolve(null),
    note: (who, what) => trace.add(scheduler.now, who, what),
    request: () => Promise.resolve(null),
  };
  const callbacks: string[] = [];
  const provider = new Provider(world, 5, (_url, _headers, body) => (callbacks.push(body), Promise.resolve(200)));
  const sender = { owner: { isDead: false, pausedUntil: 0, pending: 0 }, who: 'a', timeoutMs: 5 * SECOND };
  const transport = new SimulatedTransport(world, provider, sender);

  /** What the service's own signing and readers make of the call. */
  async function ask<T>(call: Call<T>, { stamp = scheduler.now, secret = ramp.appSecret } = {}) {
    const key = { appId: ramp.appId, secret };
    const signing = { baseUrl: ramp.baseUrl, signature: ramp.signature, key };
    const sent = transport.send(signedCall(call.request, stamp, PROVIDER_SETTINGS.RAMP_ACCESS_TOKEN, signing));
    await scheduler.runUntil(scheduler.now + 10 * SECOND);
    const result = await sent;
    if (result.kind !== 'reply') return result;
    const answer = openAnswer(result.status, result.date, result.body);
    const side = (call.request.fields['side'] ?? 'BUY') as Side;
    if (isConfiguredNotFound(answer, side, ramp)) return { kind: 'not_found' };
    const isQuery = call.request.endpoint === 'query';
    return interpretAnswer(answer, { data: call.read, bareRecords: isQuery, codes: ramp }).meaning;
  }
  const create = (change: Partial<typeof trade> = {}, how = {}) =>
    ask({ request: createRequest({ ...trade, ...change }), read: (data) => readCreatedTrade(data, false) }, how);
  const query = (tradeNo: string, side: Side = 'BUY') => ask(queryCall({ side, tradeNo, orderNo: null }, ramp));
  const days = (count: number) => scheduler.runUntil(scheduler.now + count * DAY);
  return { world, provider, callbacks, trace, ask, create, query, days };
}

it.each([
  ['amount_out_of_range', { amount: '1.00' }, {}],
  ['crypto_not_configured', { crypto: 'DOGE' }, {}],
  ['address_invalid', { address: '0x12' }, {}],
  ['timestamp_expired', {}, { stamp: Date.UTC(2025, 0, 1) }],
  ['signature', {}, { secret: new Secret('of another application') }],
])('refuses: %s', async (reason, change, how) => {
  const { provider, create } = start();
  expect(await create(change, how)).toMatchObject({ kind: 'refused', reason });
  expect(provider.trades.size).toBe(0);
});

// Of a create and of a query; `created`: at the provider.
it.each([
  ['call_refused', { kind: 'not_sent' }, { kind: 'not_sent' }, 0],
  ['request_lost', { kind: 'lost' }, { kind: 'lost' }, 0],
  ['answer_lost', { kind: 'lost' }, { kind: 'lost' }, 1],
  ['answer_late', { kind: 'lost', reason: 'timeout' }, { kind: 'lost', reason: 'timeout' }, 1],
  ['answer_5xx', { kind: 'unknown' }, { kind: 'unknown' }, null],
  ['answer_429', { kind: 'refused', reason: 'rate_limited' }, { kind: 'refused', reason: 'rate_limited' }, 0],
  ['answer_garbage', { kind: 'protocol' }, { kind: 'protocol' }, 1],
  ['create_refused', { kind: 'refused' }, { kind: 'not_found' }, 0],
  ['answer_not_found', { kind: 'answered' }, { kind: 'not_found' }, 1],
] as const)('fault %s', async (fault, create, query, created) => {
  const run = start([fault]);
  expect(await run.create()).toMatchObject(create);
  expect(await run.query('A-1')).toMatchObject(query);
  await run.days(1);
  if (created !== null) expect(run.provider.trades.size).toBe(created);
});

it('faults of a record: each is read as what it is, and ends with them, unless it lasts', async () => {
  const lie = start(['wrong_record']);
  await lie.create();
  await lie.days(0.25);
  const [made] = lie.provider.under('A-1');
  expect(made?.lie).not.toBeNull();
  lie.world.faults.isOver = true;
  expect(made?.lie?.isLasting ?? true).toBe(true);

  const other = start(['answer_of_another_order']);
  await other.create();
  await other.create({ tradeNo: 'A-2' });
  expect(await other.query('A-1')).toMatchObject({ value: { orderNo: other.provider.under('A-2')[0]?.orderNo } });

  const forgotten = start(['provider_forgets']);
  await forgotten.create();
  await forgotten.days(11);
  expect(await forgotten.query('A-1')).toEqual({ kind: 'not_found' });
});
