import { beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const RATE = 10;
const ENV = { RAMP_MAX_RPS: String(RATE), LOG_LEVEL: 'warn' };
const QUOTE = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100.00' };

const world = useWorld(ENV);
let one: Service;
let two: Service;
beforeAll(async () => {
  one = world.service;
  two = await world.replica(ENV, { process: true, lasts: true });
});

/** Requests a quote from each service every 60 ms, and counts the answers of each. */
async function burst(services: readonly Service[], milliseconds: number): Promise<number[]> {
  const answered = services.map(() => 0);
  const asked: Promise<void>[] = [];
  const ask = async (service: Service, i: number): Promise<void> => {
    // A killed service does not answer.
    const status = await service.post('/v1/quotes', QUOTE).then(
      (answer) => answer.status,
      () => 0,
    );
    expect([200, 503, 0]).toContain(status);
    if (status === 200) answered[i]! += 1;
  };
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    asked.push(...services.map(ask));
    await sleep(60);
  }
  await Promise.all(asked);
  return answered;
}

async function starts(since: number): Promise<number[]> {
  return (await world.sandbox.calls('quote', since)).map(({ headers }) => Number(headers['timestamp']));
}

/**
 * The most calls started within any three seconds. On a busy machine a call is signed up to a second after its place:
 * the limit allows for that second's calls. Two services with separate budgets would make twice as many.
 */
function busiest(at: readonly number[]): number {
  const within = (begin: number) => at.filter((moment) => moment >= begin && moment < begin + 3000);
  return Math.max(...at.map((begin) => within(begin).length));
}
const MOST_IN_THREE_SECONDS = RATE * 4;

describe('two services on one database', () => {
  it('together do not exceed the rate, and both proceed', async () => {
    const mark = await world.sandbox.mark();
    const [byOne, byTwo] = await burst([one, two], 3000);
    const at = await starts(mark);
    expect(busiest(at)).toBeLessThanOrEqual(MOST_IN_THREE_SECONDS);
    expect(at.length).toBeGreaterThanOrEqual(RATE * 2);
    expect(Math.min(byOne!, byTwo!)).toBeGreaterThanOrEqual(RATE / 2);
  });

  it('one has the whole rate once the other is killed', async () => {
    const mark = await world.sandbox.mark();
    await Promise.all([burst([one, two], 1200), sleep(1000).then(() => two.program.kill())]);
    await sleep(1000);
    const [answered] = await burst([one], 3000);
    expect(answered).toBeGreaterThanOrEqual(2 * RATE);
    expect(busiest(await starts(mark))).toBeLessThanOrEqual(MOST_IN_THREE_SECONDS);
  });

  it('uses nothing of the rate without calls', async () => {
    const row = () => world.rows.query('SELECT xmin::text FROM call_budget');
    const before = await row();
    await sleep(2500);
    expect(await row()).toEqual(before);
  });
});
