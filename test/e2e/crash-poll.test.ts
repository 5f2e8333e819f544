import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNothingLeased, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { openReceipt } from '../support/service-history.js';
import { checkoutBody } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';

const CALLBACK = ['receipt', 'hint'];
const POLL = ['claim', 'query', 'record', 'run'];
/** The schedule alone would ask after an hour: every question is a callback's doing. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000' };

interface Crash extends Death {
  readonly number: string;
  readonly path: string;
  /** What the provider was answered; null: nothing. */
  readonly answer: Answer | null;
}

let world: CrashWorld;
let service: Service;
const callbacks = new Map<number | null, Crash>();
const polls = new Map<number | null, Crash>();

/** An order that is paid at the provider, which has not told so yet; `path`: where it would. */
async function paidOrder(maker: Service): Promise<{ number: string; path: string }> {
  const { merchantOrderNo: number } = await maker.order(checkoutBody());
  const [create] = await world.sandbox.creates(number);
  await world.sandbox.force(number, 'FINISHED', {}, false);
  return { number, path: new URL(String(create!.body!['callbackUrl'])).pathname };
}

const callBack = (to: Service, path: string): Promise<Answer> => to.post(path, { from: 'the provider' });

async function callbackThatDies(maker: Service, dieAfter: number | null): Promise<void> {
  const order = await paidOrder(maker);
  const dying = await world.service(dieAfter, { ROLES: 'api', ...HINTS_ONLY });
  const answer = await callBack(dying, order.path).catch(() => null);
  if (dieAfter === null) await dying.stop();
  callbacks.set(dieAfter, { ...order, answer, ...(await deathOf(dying.program)) });
}

async function pollThatDies(maker: Service, dieAfter: number | null): Promise<void> {
  const order = await paidOrder(maker);
  const answer = await callBack(maker, order.path);
  const death = await world.worker(dieAfter, HINTS_ONLY, () => world.rows.untilStatus(order.number, 'COMPLETED'));
  polls.set(dieAfter, { ...order, answer, ...death });
}

beforeAll(async () => {
  world = await CrashWorld.start();
  const maker = await world.service(null, { ROLES: 'api', ...HINTS_ONLY });
  // One after the other, and the one that leaves its trade unclaimed as the last: a worker takes whatever is due.
  for (const { done } of pointsOf(POLL).reverse()) {
    if (done === POLL.length) await pollThatDies(maker, null);
    await pollThatDies(maker, done);
  }
  const deaths = [null, ...pointsOf(CALLBACK).map(({ done }) => done)];
  await someAtATime(deaths, (dieAfter) => callbackThatDies(maker, dieAfter));
  await maker.stop();
  service = await world.restart(HINTS_ONLY);
}, 240_000);
afterAll(() => world.close());

async function expectCompleted(number: string): Promise<void> {
  expect(await world.rows.untilStatus(number, 'COMPLETED')).toMatchObject({ in_review: false });
  expect(await world.rows.announced(number)).toEqual(['order.created', 'order.completed']);
  await expectNothingLeased(world, number);
  await expectSafe(world, number);
}

describe('a callback', () => {
  it('does nothing but what is named here', () => {
    expect(callbacks.get(null)).toMatchObject({ ending: 0, effects: CALLBACK, answer: { status: 200 } });
  });

  it.concurrent.each(pointsOf(CALLBACK))('killed $name', async ({ done }) => {
    const { ending, effects, number, path, answer } = callbacks.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: CALLBACK.slice(0, done) });
    // Not acknowledged: the provider calls again.
    expect(answer).toBeNull();
    expect(await world.rows.receipts(number)).toHaveLength(effects.includes('receipt') ? 1 : 0);
    if (effects.includes('hint')) await world.rows.untilStatus(number, 'COMPLETED');
    else expect((await world.rows.order(number))!.status).toBe('AWAITING_PAYMENT');
    expect((await callBack(service, path)).status).toBe(200);
    await expectCompleted(number);
    const counted = (await world.rows.receipts(number)).map(({ times }) => times);
    expect(counted).toEqual([effects.includes('receipt') ? 2 : 1]);
  });
});

describe('the poll that follows a callback', () => {
  it('does nothing but what is named here', () => {
    expect(polls.get(null)).toMatchObject({ ending: 0, effects: POLL });
  });

  it.concurrent.each(pointsOf(POLL))('killed $name', async ({ done }) => {
    const { ending, effects, number, answer } = polls.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: POLL.slice(0, done) });
    expect(answer!.status).toBe(200);
    const [receipt] = await world.rows.receipts(number);
    expect(openReceipt(receipt!).body.toString()).toBe('{"from":"the provider"}');
    await expectCompleted(number);
    const asked = (await world.sandbox.queries(number)).length;
    expect(asked).toBeGreaterThanOrEqual(effects.includes('query') && !effects.includes('record') ? 2 : 1);
  });
});
