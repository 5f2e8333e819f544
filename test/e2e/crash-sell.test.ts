import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNothingLeased } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { newNumber, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';

const REGISTRATION = ['reserve'];
const POLL = ['claim', 'query', 'record', 'run'];
/** The schedule alone would ask again after an hour. */
const SLOW = { RECONCILE_FIRST_DELAY_MS: '3600000' };

interface Crash extends Death {
  readonly number: string;
  /** What the caller was told; null: nothing. */
  readonly answer: Answer | null;
}

let world: CrashWorld;
let service: Service;
const registrations = new Map<number | null, Crash>();
const polls = new Map<number | null, Crash>();

const register = (to: Service, number: string): Promise<Answer> =>
  to.post('/v1/sell-orders', { merchantOrderNo: number });

async function registrationThatDies(dieAfter: number | null): Promise<void> {
  const number = newNumber();
  const dying = await world.service(dieAfter, { ROLES: 'api' });
  const answer = await register(dying, number).catch(() => null);
  if (dieAfter === null) await dying.stop();
  registrations.set(dieAfter, { number, answer, ...(await deathOf(dying.program)) });
}

async function pollThatDies(maker: Service, dieAfter: number | null): Promise<void> {
  const number = newNumber();
  await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: number, status: '2' });
  const answer = await register(maker, number);
  const death = await world.worker(dieAfter, SLOW, () => world.rows.untilStatus(number, 'CRYPTO_RECEIVED', 60_000));
  polls.set(dieAfter, { number, answer, ...death });
}

beforeAll(async () => {
  world = await CrashWorld.start();
  const maker = await world.service(null, { ROLES: 'api', ...SLOW });
  // One after the other, and the one that leaves its trade unclaimed as the last: a worker takes whatever is due.
  for (const { done } of pointsOf(POLL).reverse()) {
    if (done === POLL.length) await pollThatDies(maker, null);
    await pollThatDies(maker, done);
  }
  await maker.stop();
  await someAtATime([null, ...pointsOf(REGISTRATION).map(({ done }) => done)], registrationThatDies);
  service = await world.restart();
}, 240_000);
afterAll(() => world.close());

async function expectPaidOut(number: string): Promise<void> {
  await world.sandbox.force(number, '4');
  await until('COMPLETED', async () => (await service.read(number)).status === 'COMPLETED', 30_000);
  await expectNothingLeased(world, number);
  expect(historyProblems(await world.rows.whole(number))).toEqual([]);
  expect(await world.rows.mismatches(number)).toEqual([]);
}

describe('registering a sale', () => {
  it('is one effect', () => {
    expect(registrations.get(null)).toMatchObject({ ending: 0, effects: REGISTRATION, answer: { status: 201 } });
  });

  it.concurrent.each(pointsOf(REGISTRATION))('killed $name: sent again it is registered once', async ({ done }) => {
    const { ending, effects, number, answer } = registrations.get(done)!;
    expect({ ending, effects, answer }).toEqual({
      ending: 'SIGKILL',
      effects: REGISTRATION.slice(0, done),
      answer: null,
    });
    expect((await world.rows.order(number)) !== null).toBe(done === 1);
    expect((await register(service, number)).status).toBe(done === 1 ? 200 : 201);
    expect(await world.rows.trades(number)).toHaveLength(1);
    await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: number });
    await expectPaidOut(number);
  });
});

describe('the question about a sale', () => {
  it('does nothing but what is named here', () => {
    expect(polls.get(null)).toMatchObject({ ending: 0, effects: POLL });
  });

  it.concurrent.each(pointsOf(POLL))('killed $name', async ({ done }) => {
    const { ending, effects, number } = polls.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: POLL.slice(0, done) });
    await expectPaidOut(number);
    expect(await world.rows.announced(number)).toEqual([
      'sell_order.created',
      'sell_order.paid',
      'sell_order.completed',
    ]);
  });
});
