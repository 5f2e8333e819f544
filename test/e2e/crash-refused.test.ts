import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { checkoutBody, expectProblem, orderOf, until } from '../support/service.js';
import type { Service } from '../support/service.js';

const FIRST = ['list', 'reserve', 'create', 'record'];
const AGAIN = ['list', 'take drive', 'record', 'create', 'record'];

interface Crash extends Death {
  readonly body: Record<string, unknown>;
  readonly number: string;
}

let world: CrashWorld;
let service: Service;
/** Of the checkout, and of its repeat after the refusal, by the effects that were done. */
const firsts = new Map<number | null, Crash>();
const repeats = new Map<number | null, Crash>();

const refuse = (number: string): Promise<unknown> =>
  world.sandbox.fault({
    endpoint: 'create',
    act: 'answer',
    returnCode: '3106',
    returnMsg: 'risk',
    merchantOrderNo: number,
  });

/** Runs a checkout in a service that dies; `ends`: with which status it is answered where nobody dies. */
async function crash(dieAfter: number | null, body: Record<string, unknown>, ends: number): Promise<Crash> {
  const dying = await world.service(dieAfter, { ROLES: 'api' });
  const answer = await dying.checkout(body).catch(() => null);
  if (dieAfter === null) {
    expect(answer?.status, answer?.text).toBe(ends);
    await dying.stop();
  }
  return { body, number: String(body['merchantOrderNo']), ...(await deathOf(dying.program)) };
}

async function firstThatDies(dieAfter: number | null): Promise<void> {
  const body = checkoutBody();
  await refuse(String(body['merchantOrderNo']));
  firsts.set(dieAfter, await crash(dieAfter, body, 422));
}

async function repeatThatDies(maker: Service, dieAfter: number | null): Promise<void> {
  const body = checkoutBody();
  const number = String(body['merchantOrderNo']);
  await refuse(number);
  expectProblem(await maker.checkout(body), 422, 'address_at_risk');
  // The customer chose another way to pay: another content under the number that is as good as new.
  repeats.set(dieAfter, await crash(dieAfter, { ...body, payWayCode: '10002' }, 201));
}

beforeAll(async () => {
  world = await CrashWorld.start();
  const maker = await world.service(null, { ROLES: 'api' });
  await someAtATime(
    [
      // What stands before the create is the same as in a checkout that succeeds.
      ...[null, ...pointsOf(FIRST, 3).map(({ done }) => done)].map((dieAfter) => () => firstThatDies(dieAfter)),
      ...[null, ...pointsOf(AGAIN, 1).map(({ done }) => done)].map((dieAfter) => () => repeatThatDies(maker, dieAfter)),
    ],
    (work) => work(),
  );
  service = await world.restart();
}, 240_000);
afterAll(() => world.close());

// First: these repeats come before the worker has looked at what the dead have left.
describe('a repeat, with other content, after a refusal', () => {
  it('does nothing but what is named here', () => {
    expect(repeats.get(null)).toMatchObject({ ending: 0, effects: AGAIN });
  });

  it.concurrent.each(pointsOf(AGAIN, 1))('killed $name', async ({ done }) => {
    const { ending, effects, body, number } = repeats.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: AGAIN.slice(0, done) });
    await expectSafe(world, number, 2);
    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(effects.includes('record') ? 200 : 201);
    const payUrl = await expectPayable(world, orderOf(repeat));
    expect(repeat.body['payWayCode']).toBe('10002');
    await expectPaidToTheEnd(world, number, payUrl);
    await expectSafe(world, number, 2);
  });
});

describe('a checkout that is refused', () => {
  it('does nothing but what is named here', () => {
    expect(firsts.get(null)).toMatchObject({ ending: 0, effects: FIRST });
  });

  it.concurrent.each(pointsOf(FIRST, 3))('killed $name', async ({ done }) => {
    const { ending, effects, body, number } = firsts.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: FIRST.slice(0, done) });
    const isRecorded = effects.includes('record');
    const numbers = [number, `${number}-r2`];
    if (!isRecorded) {
      // Nobody knows that it was refused: it may exist, and a further trade lets the customer go on.
      await until('the worker has made a trade', async () => (await world.rows.trades(number)).at(-1)?.pay_url);
    } else {
      expect(await world.rows.order(number)).toMatchObject({ status: 'REJECTED', failure_code: 'address_at_risk' });
      await refuse(`${number}-r2`);
      expectProblem(await service.checkout(body), 422, 'address_at_risk');
      numbers.push(`${number}-r3`);
    }
    await expectSafe(world, number);
    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(isRecorded ? 201 : 200);
    await expectPaidToTheEnd(world, number, await expectPayable(world, orderOf(repeat)));
    await expectSafe(world, number);
    expect((await world.sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual(numbers);
  });
});
