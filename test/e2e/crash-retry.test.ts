import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNothingLeased, expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { checkoutBody, expectProblem, orderOf } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';

interface Story {
  readonly name: string;
  readonly effects: readonly string[];
  readonly first: number;
  /** The older trade turns out to be paid. */
  readonly isPaid: boolean;
}

const STORIES: readonly Story[] = [
  {
    name: 'of a cancelled order',
    effects: ['list', 'take drive', 'lease', 'query', 'record', 'record', 'create', 'record'],
    first: 0,
    isPaid: false,
  },
  {
    name: 'whose older trade turns out to be paid',
    effects: ['list', 'take drive', 'lease', 'query', 'record', 'leave drive'],
    first: 4,
    isPaid: true,
  },
];

interface Crash extends Death {
  readonly number: string;
}

let world: CrashWorld;
let service: Service;
const crashes = new Map<string, Crash>();

const keyOf = ({ name }: Story, dieAfter: number | null): string => `${name}: ${String(dieAfter)}`;

/** The same retry, whenever it is sent: what follows the first trade. */
const retry = (to: Service, number: string): Promise<Answer> =>
  to.post(`/v1/orders/${number}/retry`, { after: number, payWayCode: '10002' });

async function cancelledOrders(count: number): Promise<string[]> {
  const maker = await world.service(null);
  const numbers = await Promise.all(
    Array.from({ length: count }, async () => {
      const { merchantOrderNo: number } = await maker.order(checkoutBody());
      await world.sandbox.force(number, 'CANCEL', {}, false);
      await world.rows.untilStatus(number, 'CANCELLED');
      return number;
    }),
  );
  await maker.stop();
  return numbers;
}

async function crash({ isPaid }: Story, dieAfter: number | null, number: string): Promise<Crash> {
  if (isPaid) await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
  const dying = await world.service(dieAfter, { ROLES: 'api' });
  const answer = await retry(dying, number).catch(() => null);
  if (dieAfter === null) {
    expect(answer?.status, answer?.text).toBe(isPaid ? 409 : 201);
    await dying.stop();
  }
  return { number, ...(await deathOf(dying.program)) };
}

beforeAll(async () => {
  world = await CrashWorld.start();
  const all = STORIES.flatMap((story) => {
    const points = pointsOf(story.effects, story.first);
    return [null, ...points.map(({ done }) => done)].map((dieAfter) => ({ story, dieAfter }));
  });
  const numbers = await cancelledOrders(all.length);
  await someAtATime(all, async ({ story, dieAfter }) => {
    crashes.set(keyOf(story, dieAfter), await crash(story, dieAfter, numbers.pop()!));
  });
  service = await world.restart();
}, 240_000);
afterAll(() => world.close());

describe.each(STORIES)('a retry $name', (story) => {
  const { effects, first, isPaid } = story;

  it('does nothing but what is named here', () => {
    expect(crashes.get(keyOf(story, null))).toMatchObject({ ending: 0, effects });
  });

  it.concurrent.each(pointsOf(effects, first))('killed $name', async ({ done }) => {
    const { ending, effects: did, number } = crashes.get(keyOf(story, done))!;
    expect({ ending, did }).toEqual({ ending: 'SIGKILL', did: effects.slice(0, done) });
    await expectSafe(world, number, 2);
    const again = await retry(service, number);
    if (isPaid) {
      expectProblem(again, 409, 'order_not_retryable');
      expect((await world.rows.untilStatus(number, 'PAID')).in_review).toBe(false);
      expect(await world.sandbox.creates(number)).toHaveLength(1);
      await expectNothingLeased(world, number);
    } else {
      const isCommitted = did.filter((effect) => effect === 'record').length > 1;
      expect(again.status, again.text).toBe(isCommitted ? 200 : 201);
      const order = orderOf(again);
      const payUrl = await expectPayable(world, order);
      expect(order['payWayCode']).toBe('10002');
      await expectPaidToTheEnd(world, number, payUrl);
    }
    await expectSafe(world, number, 2);
  });
});
