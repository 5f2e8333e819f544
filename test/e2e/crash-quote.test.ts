import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNothingLeased, expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { checkoutBody, expectProblem, orderOf, until } from '../support/service.js';
import type { Service } from '../support/service.js';

const MOVED = ['list', 'reserve', 'quote', 'record'];
const AGAIN = ['list', 'take drive', 'record', 'quote', 'record', 'create', 'record'];
/** More than the provider ever gives, and less. */
const TOO_MUCH = { quote: { cryptoQuantity: '1000000' } };
const LITTLE = { quote: { cryptoQuantity: '1' } };

interface Crash extends Death {
  readonly body: Record<string, unknown>;
  readonly number: string;
}

let world: CrashWorld;
let service: Service;
/** Of the checkout whose price has moved, and of its repeat with another quote, by the effects that were done. */
const firsts = new Map<number | null, Crash>();
const repeats = new Map<number | null, Crash>();

async function crash(dieAfter: number | null, body: Record<string, unknown>, ends: number): Promise<Crash> {
  const dying = await world.service(dieAfter, { ROLES: 'api' });
  const answer = await dying.checkout(body).catch(() => null);
  if (dieAfter === null) {
    expect(answer?.status, answer?.text).toBe(ends);
    await dying.stop();
  }
  return { body, number: String(body['merchantOrderNo']), ...(await deathOf(dying.program)) };
}

async function repeatThatDies(maker: Service, dieAfter: number | null): Promise<void> {
  const body = checkoutBody(TOO_MUCH);
  expectProblem(await maker.checkout(body), 422, 'quote_moved');
  repeats.set(dieAfter, await crash(dieAfter, { ...body, ...LITTLE }, 201));
}

beforeAll(async () => {
  world = await CrashWorld.start();
  const maker = await world.service(null, { ROLES: 'api' });
  await someAtATime(
    [
      // What stands before the question is the same as in a checkout whose price holds.
      ...[null, ...pointsOf(MOVED, 2).map(({ done }) => done)].map((dieAfter) => async () => {
        firsts.set(dieAfter, await crash(dieAfter, checkoutBody(TOO_MUCH), 422));
      }),
      ...[null, ...pointsOf(AGAIN, 1).map(({ done }) => done)].map((dieAfter) => () => repeatThatDies(maker, dieAfter)),
    ],
    (work) => work(),
  );
  service = await world.restart();
}, 240_000);
afterAll(() => world.close());

// First: these repeats come before the worker has looked at what the dead have left.
describe('a repeat with another quote, after the price had moved', () => {
  it('does nothing but what is named here', () => {
    expect(repeats.get(null)).toMatchObject({ ending: 0, effects: AGAIN });
  });

  it.concurrent.each(pointsOf(AGAIN, 1))('killed $name', async ({ done }) => {
    const { ending, effects, body, number } = repeats.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: AGAIN.slice(0, done) });
    await expectSafe(world, number, 2);
    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(effects.includes('record') ? 200 : 201);
    await expectPaidToTheEnd(world, number, await expectPayable(world, orderOf(repeat)));
    await expectSafe(world, number, 2);
    // Only a request that was committed, and whose answer nobody has kept, may exist: no other costs a number.
    const records = effects.filter((effect) => effect === 'record').length;
    const sent = [
      ...(records !== 2 || effects.includes('create') ? [number] : []),
      ...(records === 2 ? [`${number}-r2`] : []),
    ];
    expect((await world.sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual(sent);
  });
});

describe('a checkout whose price has moved', () => {
  it('does nothing but what is named here', () => {
    expect(firsts.get(null)).toMatchObject({ ending: 0, effects: MOVED });
  });

  it.concurrent.each(pointsOf(MOVED, 2))('killed $name', async ({ done }) => {
    const { ending, effects, body, number } = firsts.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: MOVED.slice(0, done) });
    await until('it is refused', async () => (await world.rows.order(number))?.status === 'REJECTED');
    await expectNothingLeased(world, number);
    expect(await world.sandbox.creates(number)).toEqual([]);
    await expectSafe(world, number);
    const repeat = await service.checkout({ ...body, ...LITTLE });
    expect(repeat.status, repeat.text).toBe(201);
    await expectPaidToTheEnd(world, number, await expectPayable(world, orderOf(repeat)));
    await expectSafe(world, number, 2);
    expect((await world.sandbox.creates(number)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([number]);
  });
});
