import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkoutBody, expectProblem, newNumber, until, wrongFields } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({ PAY_WAY_NAMES: '10001=Visa,10009@es=Transferencia' }, { document: true });
let other: Service;
beforeAll(async () => {
  other = await world.replica({}, { lasts: true });
});

type Terms = Readonly<Record<string, string>>;
const UNTIL = '2099-01-31T12:00:00.000Z';

/** By the first replica; ended after the test. */
async function pause(terms: Terms, more: Terms = { until: UNTIL }) {
  const { service } = world;
  const answer = await service.post('/v1/admin/pauses', { ...terms, ...more, reason: 'It fails.' });
  expect(answer.status, answer.text).toBe(201);
  if (more['until'] !== undefined) await readAnew();
  const end = () => service.request('DELETE', `/v1/admin/pauses/${String(answer.body['id'])}`);
  onTestFinished(async () => {
    await end();
    await readAnew();
  });
  return { pause: answer.body, end };
}

/** Each replica reads the pauses for its list. */
async function readAnew(): Promise<void> {
  for (const replica of [world.service, other]) await inForce(replica);
}

const inForce = async (service: Service) => (await service.get('/v1/admin/pauses')).body['items'];
const buy = (payWayCode: string): Record<string, unknown> => checkoutBody({ payWayCode });

it('two replicas under load: no paused trade is sent two seconds later, no other is refused, then it sells again', async () => {
  const { sandbox } = world;
  const answers: { method: string; at: number; answer: Answer }[] = [];
  let goesOn = true;
  onTestFinished(() => void (goesOn = false));
  const customers = ['10001', '10002'].flatMap((method) =>
    [world.service, other].flatMap((replica) =>
      [1, 2].map(async () => {
        while (goesOn) {
          const at = Date.now();
          answers.push({ method, at, answer: await replica.checkout(buy(method)) });
          await sleep(10);
        }
      }),
    ),
  );
  await sleep(2000);
  const begunFrom = Date.now();
  const { end } = await pause({ payWayCode: '10001' }, {});
  const pausedAt = Date.now();
  await sleep(4000);
  const endedFrom = Date.now();
  expect((await end()).status).toBe(204);
  const endedAt = Date.now();
  await sleep(3000);
  goesOn = false;
  await Promise.all(customers);

  const sent = (await sandbox.calls('create')).filter(({ body }) => body?.['payWayCode'] === '10001');
  const during = sent.filter(({ at }) => Date.parse(at) > pausedAt + 2000 && Date.parse(at) < endedFrom);
  expect(during).toEqual([]);
  const codes = (method: string, from: number, to: number) => [
    ...new Set(
      answers.filter((one) => one.method === method && one.at > from && one.at < to).map(({ answer }) => answer.status),
    ),
  ];
  // A checkout that was on its way may be refused too.
  expect(codes('10001', 0, begunFrom - 1000)).toEqual([201]);
  expect(codes('10001', pausedAt + 2000, endedFrom - 100)).toEqual([422]);
  expect(codes('10001', endedAt + 2000, Infinity)).toEqual([201]);
  expect(codes('10002', 0, Infinity)).toEqual([201]);
  const refused = answers.filter(({ answer }) => answer.status === 422);
  for (const { answer } of refused) expect(expectProblem(answer, 422, 'paused')['until']).toBeNull();
});

describe('pauses: each door', () => {
  /** An order whose payment failed. */
  async function failed(): Promise<string> {
    const number = newNumber();
    await world.service.order({ ...buy('10001'), merchantOrderNo: number });
    await world.sandbox.force(number, 'PAY_FAIL');
    await until('the failure', async () => (await world.service.read(number)).status === 'PAYMENT_FAILED');
    return number;
  }

  /** A number of which the provider has refused the trade. */
  async function refused(): Promise<string> {
    const number = newNumber();
    const fault = { endpoint: 'create', act: 'answer', returnCode: '3106', returnMsg: 'at risk', times: 1 };
    await world.sandbox.control('POST', '/faults', { ...fault, merchantOrderNo: number });
    const answer = await world.service.checkout({ ...buy('10001'), merchantOrderNo: number });
    expectProblem(answer, 422, 'address_at_risk');
    return number;
  }

  const QUOTE = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };
  const SALE = { ...QUOTE, side: 'SELL' };
  const METHOD = { payWayCode: '10001' };

  it.each<[string, Terms, () => string | Promise<string>, (replica: Service, number: string) => Promise<Answer>]>([
    ['a checkout', METHOD, newNumber, (at, no) => at.checkout({ ...buy('10001'), merchantOrderNo: no })],
    ['a repeat after a refusal', METHOD, refused, (at, no) => at.checkout({ ...buy('10001'), merchantOrderNo: no })],
    ['a retry', METHOD, failed, (at, no) => at.post(`/v1/orders/${no}/retry`, {})],
    ['a link', METHOD, () => '', (at) => at.post('/v1/checkout-links', METHOD)],
    ['a quote', METHOD, () => '', (at) => at.post('/v1/quotes', { ...QUOTE, ...METHOD })],
    ['quotes of a country', { country: 'US' }, () => '', (at) => at.post('/v1/quotes', { ...QUOTE, type: 'ALL' })],
    ['a sale', { side: 'SELL' }, newNumber, (at, no) => at.post('/v1/sell-orders', { merchantOrderNo: no })],
    ['a quote of a sale', { side: 'SELL', crypto: 'USDT' }, () => '', (at) => at.post('/v1/quotes', SALE)],
    ['anything', {}, newNumber, (at, no) => at.checkout({ ...buy('10002'), merchantOrderNo: no })],
  ])('%s is refused at both replicas, and nothing is sent', async (_, terms, prepare, act) => {
    const number = await prepare();
    await pause(terms);
    const mark = await world.sandbox.mark();
    for (const replica of [world.service, other]) {
      expect(expectProblem(await act(replica, number), 422, 'paused')['until']).toBe(UNTIL);
    }
    const calls = await world.sandbox.calls('create', mark);
    expect(calls.filter(({ body }) => body?.['payWayCode'] === '10001' || terms['side'] === undefined)).toEqual([]);
  });

  it.each<[string, (number: string) => Promise<string>]>([
    [
      'a repeat returns the order',
      async (no) => String((await world.service.checkout({ ...buy('10001'), merchantOrderNo: no })).status),
    ],
    [
      'a sale that the provider has is registered',
      async () => String((await world.service.post('/v1/sell-orders', { orderNo: '4711' })).status),
    ],
  ])('what exists goes on: %s', async (what, act) => {
    const number = newNumber();
    await world.service.order({ ...buy('10001'), merchantOrderNo: number });
    await pause({});
    expect(await act(number)).toBe(what.startsWith('a repeat') ? '200' : '201');
    await world.sandbox.force(number, 'FINISHED');
    await until('the end', async () => (await world.service.read(number)).status === 'COMPLETED');
  });

  it('quotes name a paused method, and the list a paused coin', async () => {
    const codesOf = async () => {
      const { items, failures } = (await world.service.post('/v1/quotes', { ...QUOTE, type: 'ALL' })).body;
      const [sold, unsold] = [items, failures] as { payWayCode: string; code?: string }[][];
      return { sold: sold!.map(({ payWayCode }) => payWayCode), unsold };
    };
    expect((await codesOf()).sold).toContain('10001');
    await pause(METHOD);
    await pause({ side: 'BUY', crypto: 'USDT', network: 'TRX', fiat: 'USD' });
    const { sold, unsold } = await codesOf();
    expect(sold).not.toContain('10001');
    expect(sold).not.toEqual([]);
    expect(unsold).toContainEqual(expect.objectContaining({ payWayCode: '10001', code: 'paused' }));
    const { items } = (await world.service.get('/v1/cryptos?fiat=USD&side=BUY')).body;
    const paused = (items as Record<string, unknown>[]).filter(({ buyPaused }) => buyPaused !== null);
    expect(paused).toMatchObject([
      { crypto: 'USDT', network: 'TRX', buyEnabled: false, buyPaused: { until: UNTIL }, sellPaused: null },
    ]);
    const inEuro = (await world.service.get('/v1/cryptos?fiat=EUR')).body['items'] as Record<string, unknown>[];
    expect(inEuro.filter(({ buyPaused }) => buyPaused !== null)).toEqual([]);
  });
});

describe('pauses: of staff', () => {
  it('are listed at each replica with who and why, are in the audit log, and end once', async () => {
    const { pause: made, end } = await pause({ crypto: 'USDC', side: 'SELL' });
    expect(made).toMatchObject({ side: 'SELL', crypto: 'USDC', fiat: null, reason: 'It fails.', until: UNTIL });
    expect(await inForce(other)).toEqual([made]);
    expect((await end()).status).toBe(204);
    expect(await inForce(other)).toEqual([]);
    expectProblem(await end(), 404, 'not_found');
    const audit = (await world.service.get('/v1/admin/audit')).body['items'] as Record<string, unknown>[];
    const acts = audit.filter(({ target }) => target === made['id']).map(({ action, reason }) => [action, reason]);
    expect(acts).toEqual([
      ['pause.end', null],
      ['pause.begin', 'It fails.'],
    ]);
  });

  it('the same pause again is one pause, with the newest reason and end', async () => {
    await pause({ fiat: 'EUR' });
    const { pause: newest } = await pause({ fiat: 'EUR' }, {});
    expect(await inForce(other)).toEqual([newest]);
    expect(newest['until']).toBeNull();
  });

  it('may be of a method that only a setting names', async () => {
    await pause({ payWayCode: '10009' });
  });

  it.each<[string, Terms, string]>([
    ['a coin that is not in the list', { crypto: 'NOPE' }, 'crypto'],
    ['a network that is not in the list', { network: 'NOPE' }, 'network'],
    ['a coin that is not on that network', { crypto: 'BTC', network: 'ETH' }, 'network'],
    ['a method that neither orders nor settings know', { payWayCode: '1001' }, 'payWayCode'],
    ['sales by a payment method', { side: 'SELL', payWayCode: '10001' }, 'payWayCode'],
    ['an unknown currency', { fiat: 'XXA' }, 'fiat'],
    ['an unknown country', { country: 'XA' }, 'country'],
    ['a time that is over', { until: '2020-01-01T00:00:00Z' }, 'until'],
  ])('one that matches nothing is refused: %s', async (_, terms, field) => {
    const answer = await world.service.post('/v1/admin/pauses', { ...terms, reason: 'It fails.' });
    expect(wrongFields(answer)).toEqual([field]);
    expect(await inForce(world.service)).toEqual([]);
  });
});
