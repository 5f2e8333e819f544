import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, pointsOf } from '../support/crashes.js';
import type { Death } from '../support/crashes.js';
import { checkoutBody, orderOf, until } from '../support/service.js';
import type { Service } from '../support/service.js';

/** What the worker does with a trade whose driver has died between the request and its answer. */
const EFFECTS = ['claim drives', 'record', 'record', 'create', 'record'];
/** Nothing is due but the drive that is left behind. */
const NO_POLLS = { RECONCILE_FIRST_DELAY_MS: '3600000' };

interface Crash extends Death {
  readonly body: Record<string, unknown>;
  readonly number: string;
}

let world: CrashWorld;
let service: Service;
const crashes = new Map<number | null, Crash>();

/** Orders of which each has its only trade on its way, and nobody who waits for it. */
async function leftBehind(count: number): Promise<Record<string, unknown>[]> {
  const bodies = Array.from({ length: count }, () => checkoutBody());
  const maker = await world.service(null, { ROLES: 'api', ...NO_POLLS });
  const gone = bodies.map(async (body) => {
    const number = String(body['merchantOrderNo']);
    await world.sandbox.fault({ endpoint: 'create', act: 'hang-after', merchantOrderNo: number });
    const checkout = maker.checkout(body).catch(() => null);
    await until('the create is on its way', async () => (await world.sandbox.creates(number)).length === 1);
    return () => checkout;
  });
  const answers = await Promise.all(gone);
  await maker.program.kill();
  for (const answer of answers) expect(await answer()).toBeNull();
  return bodies;
}

async function crash(dieAfter: number | null, body: Record<string, unknown>): Promise<Crash> {
  const number = String(body['merchantOrderNo']);
  await world.rows.query('UPDATE orders SET drive_until = checkout_now() WHERE merchant_order_no = $1', [number]);
  const death = await world.worker(dieAfter, NO_POLLS, () =>
    until('the trade is made', async () => (await world.rows.trades(number)).at(-1)!.pay_url),
  );
  return { body, number, ...death };
}

beforeAll(async () => {
  world = await CrashWorld.start();
  // One after the other, and the one that leaves its order unclaimed as the last: a worker takes whatever is due.
  const all = [null, ...pointsOf(EFFECTS).map(({ done }) => done)].reverse();
  const bodies = await leftBehind(all.length);
  for (const [index, dieAfter] of [...all.slice(-1), ...all.slice(0, -1)].entries()) {
    crashes.set(dieAfter, await crash(dieAfter, bodies[index]!));
  }
  // What the dead have put off, so that polls stay away from them.
  await world.rows.query('UPDATE schedules SET next_query_at = checkout_now() WHERE next_query_at IS NOT NULL');
  service = await world.restart();
}, 240_000);
afterAll(() => world.close());

describe('a worker that goes on with a trade whose driver is gone', () => {
  it('does nothing but what is named here', () => {
    expect(crashes.get(null)).toMatchObject({ ending: 0, effects: EFFECTS });
  });

  it.concurrent.each(pointsOf(EFFECTS))('killed $name', async ({ done }) => {
    const { ending, effects, body, number } = crashes.get(done)!;
    expect({ ending, effects }).toEqual({ ending: 'SIGKILL', effects: EFFECTS.slice(0, done) });
    await until('a worker has made a trade', async () => (await world.rows.trades(number)).at(-1)?.pay_url);
    await expectSafe(world, number);
    const repeat = await service.checkout(body);
    expect(repeat.status, repeat.text).toBe(200);
    const payUrl = await expectPayable(world, orderOf(repeat));
    await expectPaidToTheEnd(world, number, payUrl);
    await expectSafe(world, number);
  });
});
