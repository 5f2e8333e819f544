import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import type { FaultOrder } from '../support/sandbox-client.js';
import { checkoutBody, orderOf, until } from '../support/service.js';
import type { Service } from '../support/service.js';

interface Story {
  readonly name: string;
  /** Every write and every call of the checkout, in their order. */
  readonly effects: readonly string[];
  /** What stands before this many effects is the same as in an earlier story. */
  readonly first: number;
  readonly fault?: Omit<FaultOrder, 'merchantOrderNo'>;
  /** Nobody listens at the provider's address until the first create has failed. */
  readonly isAwayAtFirst?: boolean;
  /** The customer was shown a price. */
  readonly shown?: string;
}

const STORIES: readonly Story[] = [
  {
    name: 'that succeeds at once',
    effects: ['list', 'reserve', 'create', 'record'],
    first: 0,
  },
  {
    name: 'with a price that holds',
    effects: ['list', 'reserve', 'quote', 'record', 'create', 'record'],
    first: 2,
    shown: '1',
  },
  {
    name: 'with a price that holds, whose first create loses its reply: it is looked at again',
    effects: [
      'list',
      'reserve',
      'quote',
      'record',
      'create',
      'record',
      'record',
      'quote',
      'record',
      'create',
      'record',
    ],
    first: 6,
    shown: '1',
    fault: { endpoint: 'create', act: 'reset-after' },
  },
  {
    name: 'whose first create loses its reply: a second trade supersedes it',
    effects: ['list', 'reserve', 'create', 'record', 'record', 'create', 'record'],
    first: 3,
    fault: { endpoint: 'create', act: 'reset-after' },
  },
  {
    name: 'whose first create finds nobody listening: it is sent again',
    effects: ['list', 'reserve', 'create', 'record', 'record', 'create', 'record'],
    first: 3,
    isAwayAtFirst: true,
  },
];

interface Crash extends Death {
  readonly body: Record<string, unknown>;
  readonly number: string;
}

let world: CrashWorld;
/** Starts when all others are dead. */
let service: Service;
const crashes = new Map<string, Crash>();

const keyOf = ({ name }: Story, dieAfter: number | null): string => `${name}: ${String(dieAfter)}`;

async function crash({ fault, isAwayAtFirst, shown }: Story, dieAfter: number | null): Promise<Crash> {
  const body = checkoutBody(shown === undefined ? {} : { quote: { cryptoQuantity: shown } });
  const number = String(body['merchantOrderNo']);
  if (fault) await world.sandbox.fault({ ...fault, merchantOrderNo: number });
  const door = isAwayAtFirst ? await world.closedDoor() : null;
  // Without the worker nobody else does anything.
  const dying = await world.service(dieAfter, {
    ROLES: 'api',
    ...(door ? { RAMP_BASE_URL: door.url, HOLD_AFTER_RECORD: door.openFile } : {}),
  });
  void dying.program.says(/effect: record/).then(door?.open, () => undefined);
  const answer = await dying.checkout(body).catch(() => null);
  if (dieAfter === null) {
    expect(answer?.status, answer?.text).toBe(201);
    await dying.stop();
  }
  return { body, number, ...(await deathOf(dying.program)) };
}

beforeAll(async () => {
  world = await CrashWorld.start();
  const all = STORIES.flatMap((story) => {
    const points = pointsOf(story.effects, story.first);
    return [null, ...points.map(({ done }) => done)].map((dieAfter) => ({ story, dieAfter }));
  });
  await someAtATime(all, async ({ story, dieAfter }) => {
    crashes.set(keyOf(story, dieAfter), await crash(story, dieAfter));
  });
  service = await world.restart();
}, 240_000);
afterAll(() => world.close());

describe.each(STORIES)('a checkout $name', (story) => {
  const { effects, first } = story;

  it('does nothing but what is named here', () => {
    expect(crashes.get(keyOf(story, null))).toMatchObject({ ending: 0, effects });
  });

  it.concurrent.each(pointsOf(effects, first))('killed $name', async ({ done }) => {
    const { ending, effects: did, body, number } = crashes.get(keyOf(story, done))!;
    expect({ ending, did }).toEqual({ ending: 'SIGKILL', did: effects.slice(0, done) });
    const isReserved = did.includes('reserve');
    await until('the worker has made a trade', async () => {
      const current = (await world.rows.trades(number)).at(-1);
      return isReserved ? current?.pay_url : true;
    });
    await expectSafe(world, number);

    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(isReserved ? 200 : 201);
    const payUrl = await expectPayable(world, orderOf(repeat));
    await expectPaidToTheEnd(world, number, payUrl);
    await expectSafe(world, number);
  });
});
