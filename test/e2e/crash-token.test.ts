import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf, pointsOf, someAtATime } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { checkoutBody, orderOf, until } from '../support/service.js';
import type { Service } from '../support/service.js';
import { ISSUED_TOKENS, newCustomer } from '../support/token-endpoint.js';

interface Story {
  readonly name: string;
  readonly effects: readonly string[];
  /** What stands before this many effects is the same as in an earlier story. */
  readonly first: number;
  /** The provider does not know the token any more. */
  readonly isRefused: boolean;
}

const STORIES: readonly Story[] = [
  {
    name: 'for whose customer a token is issued',
    effects: ['list', 'token', 'reserve', 'create', 'record'],
    first: 1,
    isRefused: false,
  },
  {
    name: 'whose token is refused: it is sent again with a fresh one',
    effects: ['list', 'token', 'reserve', 'create', 'record', 'token', 'record', 'create', 'record'],
    first: 4,
    isRefused: true,
  },
];

interface Crash extends Death {
  readonly body: Record<string, unknown>;
  readonly number: string;
}

let world: CrashWorld;
/** Starts when all others are dead, and has no token that they had. */
let service: Service;
const crashes = new Map<string, Crash>();

const keyOf = ({ name }: Story, dieAfter: number | null): string => `${name}: ${String(dieAfter)}`;

async function crash({ isRefused }: Story, dieAfter: number | null): Promise<Crash> {
  const body = checkoutBody({ customer: newCustomer() });
  const number = String(body['merchantOrderNo']);
  const refused = { endpoint: 'create', act: 'answer', returnCode: '1003', returnMsg: 'Invalid access token' } as const;
  if (isRefused) await world.sandbox.fault({ ...refused, merchantOrderNo: number });
  const dying = await world.service(dieAfter, { ROLES: 'api', ...ISSUED_TOKENS });
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
  service = await world.restart(ISSUED_TOKENS);
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
    // It knows the customer from the order alone.
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
