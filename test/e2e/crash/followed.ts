import { expect } from 'vitest';
import { expectNothingLeased, expectPaidToTheEnd, expectPayable, expectSafe } from '../../support/crash-checks.js';
import type { CrashWorld } from '../../support/crashes.js';
import { expectProblem, newNumber, orderOf, until } from '../../support/service.js';
import type { Answer, Service } from '../../support/service.js';
import { historyProblems, openReceipt } from '../../support/service-history.js';
import { newSubject } from './matrix.js';
import type { Left, Matrix, RequestAct, Subject } from './matrix.js';

/** The schedule alone would ask after an hour: nothing is due but what a test makes due. */
const NO_POLLS = { RECONCILE_FIRST_DELAY_MS: '3600000' };
const POLL = ['claim', 'query', 'record', 'run'];

const manyOf = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

/** The same retry, whenever it is sent: what follows the first trade. */
const retry = (to: Service, { number }: Subject): Promise<Answer> =>
  to.post(`/v1/orders/${number}/retry`, { after: number, payWayCode: '10002' });

async function cancelledOrder({ sandbox, rows }: CrashWorld, maker: Service): Promise<Subject> {
  const subject = newSubject();
  await maker.order(subject.body);
  await sandbox.force(subject.number, 'CANCEL', {}, false);
  await rows.untilStatus(subject.number, 'CANCELLED');
  return subject;
}

export const RETRIES: Matrix = {
  maker: {},
  acts: [
    {
      name: 'a retry of a cancelled order',
      effects: ['list', 'take drive', 'lease', 'query', 'record', 'record', 'create', 'record'],
      status: 201,
      prepare: cancelledOrder,
      send: retry,
      after: async (left) => {
        const { world, service, number, count } = left;
        await expectSafe(world, number, 2);
        const again = await retry(service, left);
        expect(again.status, again.text).toBe(count('record') > 1 ? 200 : 201);
        const order = orderOf(again);
        const payUrl = await expectPayable(world, order);
        expect(order['payWayCode']).toBe('10002');
        await expectPaidToTheEnd(world, number, payUrl);
        await expectSafe(world, number, 2);
      },
    },
    {
      name: 'a retry whose older trade turns out to be paid',
      effects: ['list', 'take drive', 'lease', 'query', 'record', 'leave drive'],
      first: 4,
      status: 409,
      prepare: cancelledOrder,
      send: async (to, subject, { sandbox }) => {
        await sandbox.force(subject.number, 'PAY_SUCCESS', {}, false);
        return retry(to, subject);
      },
      after: async (left) => {
        const { world, service, number } = left;
        await expectSafe(world, number, 2);
        expectProblem(await retry(service, left), 409, 'order_not_retryable');
        expect((await world.rows.untilStatus(number, 'PAID')).in_review).toBe(false);
        expect(await world.sandbox.creates(number)).toHaveLength(1);
        await expectNothingLeased(world, number);
        await expectSafe(world, number, 2);
      },
    },
  ],
};

/** Orders whose only create is on its way, made by a service that was then killed. */
async function leftBehind(world: CrashWorld, _maker: unknown, count: number): Promise<readonly Subject[]> {
  const maker = await world.service(null, { ROLES: 'api', ...NO_POLLS });
  const subjects = Array.from({ length: count }, () => newSubject());
  const gone = subjects.map(async ({ number, body }) => {
    await world.sandbox.fault({ endpoint: 'create', act: 'hang-after', merchantOrderNo: number });
    const checkout = maker.checkout(body).catch(() => null);
    await until('the create is on its way', async () => (await world.sandbox.creates(number)).length === 1);
    return () => checkout;
  });
  const answers = await Promise.all(gone);
  await maker.program.kill();
  for (const answer of answers) expect(await answer()).toBeNull();
  return subjects;
}

export const RESUMED: Matrix = {
  env: NO_POLLS,
  // The dead postponed the polls of their trades: make them due again.
  beforeRestart: ({ rows }) =>
    rows.query('UPDATE schedules SET next_query_at = checkout_now() WHERE next_query_at IS NOT NULL'),
  acts: [
    {
      name: 'a worker that goes on with a trade whose driver has died between the request and its answer',
      effects: ['claim drives', 'record', 'record', 'create', 'record'],
      leave: leftBehind,
      makeDue: ({ number }, { rows }) =>
        rows.query('UPDATE orders SET attempt_until = checkout_now() WHERE merchant_order_no = $1', [number]),
      isDone: ({ number }, { rows }) =>
        until('the trade is made', async () => (await rows.trades(number)).at(-1)!.pay_url),
      after: async ({ world, service, number, body }) => {
        await until('a worker has made a trade', async () => (await world.rows.trades(number)).at(-1)?.pay_url);
        await expectSafe(world, number);
        const repeat = await service.checkout(body);
        expect(repeat.status, repeat.text).toBe(200);
        await expectPaidToTheEnd(world, number, await expectPayable(world, orderOf(repeat)));
        await expectSafe(world, number);
      },
    },
  ],
};

/** An order that is paid at the provider, which has not told so yet. */
async function paidOrder({ sandbox }: CrashWorld, maker: Service): Promise<Subject> {
  const subject = newSubject();
  await maker.order(subject.body);
  await sandbox.force(subject.number, 'FINISHED', {}, false);
  return subject;
}

const callBack: RequestAct['send'] = async (to, { number }, { sandbox }) => {
  const [create] = await sandbox.creates(number);
  return to.post(new URL(String(create!.body!['callbackUrl'])).pathname, { from: 'the provider' });
};

async function expectCompleted({ world, number }: Left): Promise<void> {
  expect(await world.rows.untilStatus(number, 'COMPLETED')).toMatchObject({ in_review: false });
  expect(await world.rows.announced(number)).toEqual(['order.created', 'order.completed']);
  await expectNothingLeased(world, number);
  await expectSafe(world, number);
}

export const CALLBACKS: Matrix = {
  maker: { ROLES: 'api', ...NO_POLLS },
  env: NO_POLLS,
  restart: NO_POLLS,
  acts: [
    {
      name: 'a callback',
      effects: ['receipt', 'hint'],
      status: 200,
      prepare: paidOrder,
      // One that dies does not acknowledge: the provider calls again.
      send: callBack,
      after: async (left) => {
        const { world, service, number, did } = left;
        expect(await world.rows.receipts(number)).toHaveLength(did.includes('receipt') ? 1 : 0);
        if (did.includes('hint')) await world.rows.untilStatus(number, 'COMPLETED');
        else expect((await world.rows.order(number))!.status).toBe('AWAITING_PAYMENT');
        expect((await callBack(service, left, world)).status).toBe(200);
        await expectCompleted(left);
        const counted = (await world.rows.receipts(number)).map(({ times }) => times);
        expect(counted).toEqual([did.includes('receipt') ? 2 : 1]);
      },
    },
    {
      name: 'the poll that follows a callback',
      effects: POLL,
      leave: (world, maker, count) => manyOf(count, () => paidOrder(world, maker!)),
      makeDue: async (subject, world, maker) => {
        const answer = await callBack(maker!, subject, world);
        expect(answer.status, answer.text).toBe(200);
      },
      isDone: ({ number }, { rows }) => rows.untilStatus(number, 'COMPLETED'),
      after: async (left) => {
        const { world, number, did } = left;
        const [receipt] = await world.rows.receipts(number);
        expect(openReceipt(receipt!).body.toString()).toBe('{"from":"the provider"}');
        await expectCompleted(left);
        const asked = (await world.sandbox.queries(number)).length;
        expect(asked).toBeGreaterThanOrEqual(did.includes('query') && !did.includes('record') ? 2 : 1);
      },
    },
  ],
};

const register = (to: Service, { number }: Subject): Promise<Answer> =>
  to.post('/v1/sell-orders', { merchantOrderNo: number });

async function expectPaidOut({ world, service, number }: Left): Promise<void> {
  await world.sandbox.force(number, '4');
  await until('COMPLETED', async () => (await service.read(number)).status === 'COMPLETED', 30_000);
  await expectNothingLeased(world, number);
  expect(historyProblems(await world.rows.whole(number))).toEqual([]);
  expect(await world.rows.mismatches(number)).toEqual([]);
}

export const SALES: Matrix = {
  maker: { ROLES: 'api', ...NO_POLLS },
  env: NO_POLLS,
  acts: [
    {
      name: 'registering a sale, which is sent again',
      effects: ['reserve'],
      status: 201,
      send: register,
      after: async (left) => {
        const { world, service, number, did } = left;
        const isRegistered = did.includes('reserve');
        expect((await world.rows.order(number)) !== null).toBe(isRegistered);
        expect((await register(service, left)).status).toBe(isRegistered ? 200 : 201);
        expect(await world.rows.trades(number)).toHaveLength(1);
        await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: number });
        await expectPaidOut(left);
      },
    },
    {
      name: 'the question about a sale',
      effects: POLL,
      leave: ({ sandbox }, _maker, count) =>
        manyOf(count, async () => {
          const subject = { number: newNumber(), body: {} };
          await sandbox.control('POST', '/sell-orders', { merchantOrderNo: subject.number, status: '2' });
          return subject;
        }),
      makeDue: (subject, _world, maker) => register(maker!, subject),
      isDone: ({ number }, { rows }) => rows.untilStatus(number, 'CRYPTO_RECEIVED', 60_000),
      after: async (left) => {
        await expectPaidOut(left);
        expect(await left.world.rows.announced(left.number)).toEqual([
          ...['sell_order.created', 'sell_order.paid', 'sell_order.completed'],
        ]);
      },
    },
  ],
};
