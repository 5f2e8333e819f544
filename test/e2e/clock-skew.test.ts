import { afterEach, expect, it } from 'vitest';
import { readMetrics } from '../support/promtool.js';
import { pressButton } from '../support/sandbox-client.js';
import type { SeenCall } from '../support/sandbox-client.js';
import { checkoutBody, newCheckout, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

const MINUTE = 60_000;

let world: World;
afterEach(() => world.close());

/** A service that has found all right so far, and a provider whose clock is then set. Nobody asks it anything meanwhile. */
async function start(offsetMs: number): Promise<void> {
  world = await startWorld();
  const { service } = world;
  await service.get('/v1/cryptos?fiat=USD');
  await until(
    'the provider is known to be up',
    async () => (await service.get('/health/ready')).body['provider'] === 'up',
  );
  await world.sandbox.control('POST', '/clock', { offsetMs, stamps: 'virtual' });
}

const stampOf = ({ headers }: SeenCall): number => Number(headers['timestamp']);

/** Seconds that health and metrics show; they agree on it. */
async function shownSkew(): Promise<{ skewSeconds: number; corrected: boolean }> {
  // Between the two questions the service may have learned more.
  return until('health and metrics agree', async () => {
    const { body, status } = await world.service.get('/health/ready');
    const { samples } = readMetrics(await world.service.metrics());
    const valueOf = (end: string) => samples.find(({ name }) => name === `ramp_checkout_provider_clock_${end}`)?.value;
    const clock = body['providerClock'] as { skewSeconds: number; corrected: boolean };
    expect(status).toBe(200);
    const isSame = Math.abs((valueOf('skew_seconds') ?? Infinity) - clock.skewSeconds) < 5;
    return isSame && valueOf('corrected') === (clock.corrected ? 1 : 0) && clock;
  });
}

it.each([
  ['ahead', 20 * MINUTE],
  ['behind', -20 * MINUTE],
])(
  'a provider whose clock is twenty minutes %s refuses one create, and gets it again with a committed stamp of its own time',
  async (_, offsetMs) => {
    await start(offsetMs);
    const { service, sandbox, rows } = world;
    expect(await shownSkew()).toMatchObject({ corrected: false });
    const { body, number } = newCheckout();
    const order = await service.order(body);

    const creates = await sandbox.creates(number);
    expect(creates.map(({ returnCode, acted, merchantOrderNo }) => [returnCode, acted, merchantOrderNo])).toEqual([
      ['3103', false, number],
      ['0000', true, number],
    ]);
    const [first, second] = creates.map(stampOf);
    expect(Math.abs(second! - first! - offsetMs)).toBeLessThan(MINUTE);
    const [trade] = await rows.trades(number);
    expect(trade).toMatchObject({ stamp: String(second), sends: 2, outcome: 'created', superseded: false });
    // Each stamp was committed before it was sent, in a row of the history of its own.
    const { events } = await rows.whole(number);
    const committed = events.filter(({ kind }) => kind === 'reserved' || kind === 'sending_again');
    expect(committed.map(({ data }) => data['stamp'])).toEqual([first, second]);

    const { skewSeconds, corrected } = await shownSkew();
    expect(Math.abs(skewSeconds - offsetMs / 1000)).toBeLessThan(2);
    expect(corrected).toBe(true);

    // From now on the first stamp is right, and questions are answered.
    const next = await service.order(checkoutBody());
    expect(await sandbox.creates(next.merchantOrderNo)).toHaveLength(1);
    await pressButton(order.payUrl, 'pay');
    await rows.untilStatus(number, 'COMPLETED');
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  },
);
