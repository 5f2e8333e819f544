import { expect } from 'vitest';
import { expectNothingLeased, expectPaidToTheEnd, expectPayable, expectSafe } from '../../support/crash-checks.js';
import type { CrashWorld } from '../../support/crashes.js';
import type { FaultOrder } from '../../support/sandbox-client.js';
import { expectProblem, orderOf, until } from '../../support/service.js';
import type { Answer, Service } from '../../support/service.js';
import { ISSUED_TOKENS, newCustomer } from '../../support/token-endpoint.js';
import { newSubject } from './matrix.js';
import type { Left, Matrix, RequestAct, Subject } from './matrix.js';

type Fault = Omit<FaultOrder, 'merchantOrderNo'>;

const LOST_REPLY: Fault = { endpoint: 'create', act: 'reset-after' };
const BAD_TOKEN: Fault = { endpoint: 'create', act: 'answer', returnCode: '1003', returnMsg: 'Invalid access token' };
const AT_RISK: Fault = { endpoint: 'create', act: 'answer', returnCode: '3106', returnMsg: 'risk' };

/** More than the provider ever gives, and less. */
const TOO_MUCH = { quote: { cryptoQuantity: '1000000' } };
const LITTLE = { quote: { cryptoQuantity: '1' } };

const checkout = (to: Service, { body }: Subject): Promise<Answer> => to.checkout(body);

/** The checkout whose first create meets this fault. */
const checkoutWith =
  (fault: Fault): RequestAct['send'] =>
  async (to, { number, body }, { sandbox }) => {
    await sandbox.fault({ ...fault, merchantOrderNo: number });
    return to.checkout(body);
  };

async function expectMadeAndPaid({ world, service, number, body, did }: Left): Promise<void> {
  const isReserved = did.includes('reserve');
  // The worker knows everything, the customer too, from the order alone.
  await until('the worker has made a trade', async () => {
    const current = (await world.rows.trades(number)).at(-1);
    return isReserved ? current?.pay_url : true;
  });
  await expectSafe(world, number);
  await expectRepeatPaid({ world, service, number, body }, isReserved ? 200 : 201);
}

/** The repeat has this status, and its customer can pay. `requests`: see expectSafe. */
async function expectRepeatPaid(
  { world, service, number, body }: Pick<Left, 'world' | 'service' | 'number' | 'body'>,
  status: number,
  requests = 1,
): Promise<Answer> {
  const repeat = await service.checkout(body);
  expect(repeat.status, repeat.text).toBe(status);
  await expectPaidToTheEnd(world, number, await expectPayable(world, orderOf(repeat)));
  await expectSafe(world, number, requests);
  return repeat;
}

const sentNumbers = async ({ sandbox }: CrashWorld, number: string): Promise<(string | null)[]> =>
  (await sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo);

const CHECKOUT = { send: checkout, status: 201, after: expectMadeAndPaid };

export const CHECKOUTS: Matrix = {
  acts: [
    { ...CHECKOUT, name: 'a checkout that succeeds at once', effects: ['list', 'reserve', 'create', 'record'] },
    {
      ...CHECKOUT,
      name: 'a checkout with a price that holds',
      effects: ['list', 'reserve', 'quote', 'record', 'create', 'record'],
      first: 2,
      body: () => LITTLE,
    },
    {
      ...CHECKOUT,
      name: 'a checkout with a price that holds, whose first create loses its reply: it is looked at again',
      effects: [
        ...['list', 'reserve', 'quote', 'record', 'create', 'record'],
        ...['record', 'quote', 'record', 'create', 'record'],
      ],
      first: 6,
      body: () => LITTLE,
      send: checkoutWith(LOST_REPLY),
    },
    {
      ...CHECKOUT,
      name: 'a checkout whose first create loses its reply: a second trade supersedes it',
      effects: ['list', 'reserve', 'create', 'record', 'record', 'create', 'record'],
      first: 3,
      send: checkoutWith(LOST_REPLY),
    },
    {
      ...CHECKOUT,
      name: 'a checkout whose first create finds nobody listening: it is sent again',
      effects: ['list', 'reserve', 'create', 'record', 'record', 'create', 'record'],
      first: 3,
      isAwayAtFirst: true,
    },
  ],
};

/** The service that starts afterwards has no token that the dead had. */
export const WITH_TOKENS: Matrix = {
  env: ISSUED_TOKENS,
  restart: ISSUED_TOKENS,
  acts: [
    {
      ...CHECKOUT,
      name: 'a checkout for whose customer a token is issued',
      effects: ['list', 'token', 'reserve', 'create', 'record'],
      first: 1,
      body: () => ({ customer: newCustomer() }),
    },
    {
      ...CHECKOUT,
      name: 'a checkout whose token is refused: it is sent again with a fresh one',
      effects: ['list', 'token', 'reserve', 'create', 'record', 'token', 'record', 'create', 'record'],
      first: 4,
      body: () => ({ customer: newCustomer() }),
      send: checkoutWith(BAD_TOKEN),
    },
  ],
};

/** Repeats stand first: they come before the worker has looked at what the dead have left. */
export const MOVED_PRICES: Matrix = {
  maker: { ROLES: 'api' },
  acts: [
    {
      name: 'a repeat with another quote, after the price had moved',
      effects: ['list', 'take drive', 'record', 'quote', 'record', 'create', 'record'],
      first: 1,
      status: 201,
      prepare: async (_world, maker) => {
        const { number, body } = newSubject(TOO_MUCH);
        expectProblem(await maker.checkout(body), 422, 'quote_moved');
        return { number, body: { ...body, ...LITTLE } };
      },
      send: checkout,
      after: async (left) => {
        const { world, number, did, count } = left;
        await expectSafe(world, number, 2);
        await expectRepeatPaid(left, did.includes('record') ? 200 : 201, 2);
        // A create that was committed and has no recorded answer may exist at the provider. Only then a new number is used.
        const records = count('record');
        const isFirstSent = records !== 2 || did.includes('create');
        const sent = [...(isFirstSent ? [number] : []), ...(records === 2 ? [`${number}-r2`] : [])];
        expect(await sentNumbers(world, number)).toEqual(sent);
      },
    },
    {
      // The effects before the quote are the same as in a checkout whose price holds.
      name: 'a checkout whose price has moved',
      effects: ['list', 'reserve', 'quote', 'record'],
      first: 2,
      status: 422,
      body: () => TOO_MUCH,
      send: checkout,
      after: async (left) => {
        const { world, number, body } = left;
        await until('it is refused', async () => (await world.rows.order(number))?.status === 'REJECTED');
        await expectNothingLeased(world, number);
        expect(await world.sandbox.creates(number)).toEqual([]);
        await expectSafe(world, number);
        await expectRepeatPaid({ ...left, body: { ...body, ...LITTLE } }, 201, 2);
        expect(await sentNumbers(world, number)).toEqual([number]);
      },
    },
  ],
};

/** As above, the repeats first. */
export const REFUSALS: Matrix = {
  maker: { ROLES: 'api' },
  acts: [
    {
      name: 'a repeat, with other content, after a refusal',
      effects: ['list', 'take drive', 'record', 'create', 'record'],
      first: 1,
      status: 201,
      prepare: async (world, maker) => {
        const { number, body } = newSubject();
        expectProblem(await checkoutWith(AT_RISK)(maker, { number, body }, world), 422, 'address_at_risk');
        // The customer chose another way to pay: another content under the number that is as good as new.
        return { number, body: { ...body, payWayCode: '10002' } };
      },
      send: checkout,
      after: async (left) => {
        await expectSafe(left.world, left.number, 2);
        const repeat = await expectRepeatPaid(left, left.did.includes('record') ? 200 : 201, 2);
        expect(repeat.body['payWayCode']).toBe('10002');
      },
    },
    {
      // The effects before the create are the same as in a checkout that succeeds.
      name: 'a checkout that is refused',
      effects: ['list', 'reserve', 'create', 'record'],
      first: 3,
      status: 422,
      send: checkoutWith(AT_RISK),
      after: async (left) => {
        const { world, service, number, body, did } = left;
        const isRecorded = did.includes('record');
        const numbers = [number, `${number}-r2`];
        if (!isRecorded) {
          // The refusal was not recorded: the outcome is unknown, and another trade lets the customer go on.
          await until('the worker has made a trade', async () => (await world.rows.trades(number)).at(-1)?.pay_url);
        } else {
          expect(await world.rows.order(number)).toMatchObject({ status: 'REJECTED', failure_code: 'address_at_risk' });
          await world.sandbox.fault({ ...AT_RISK, merchantOrderNo: `${number}-r2` });
          expectProblem(await service.checkout(body), 422, 'address_at_risk');
          numbers.push(`${number}-r3`);
        }
        await expectSafe(world, number);
        await expectRepeatPaid(left, isRecorded ? 201 : 200);
        expect(await sentNumbers(world, number)).toEqual(numbers);
      },
    },
  ],
};
