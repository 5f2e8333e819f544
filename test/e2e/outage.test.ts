import { afterEach, describe, expect, it } from 'vitest';
import { checkoutBody, until } from '../support/service.js';
import { shiftClock } from '../support/service-clock.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

let world: World;
afterEach(() => world.close());

const AWAY = { endpoint: 'any', act: 'status', code: 503, times: 0 } as const;

async function questionsSince(mark: number): Promise<number> {
  return (await world.sandbox.calls('query', mark)).length;
}

describe('an outage of the provider that is longer than every limit', () => {
  it('expires nothing by itself, and a payment in it is found when it is over', async () => {
    world = await startWorld();
    const { service, sandbox, rows, databaseUrl } = world;
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    await sandbox.fault(AWAY);
    await sandbox.force(number, 'FINISHED', {}, false);
    // A trade without change for a week is polled once a day: with the leap, or not at all.
    const mark = await sandbox.mark();
    await shiftClock(databaseUrl, '45 days');
    await until('a question without an answer', async () => (await questionsSince(mark)) >= 1);
    expect(await rows.order(number)).toMatchObject({ status: 'AWAITING_PAYMENT' });
    await sandbox.control('DELETE', '/faults');
    await until('COMPLETED', async () => (await service.read(number)).status === 'COMPLETED');
    expect(await rows.mismatches(number)).toEqual([]);
  });

  it('does not end the watch over an order that expired: its late payment is found too', async () => {
    world = await startWorld();
    const { service, sandbox, rows, databaseUrl } = world;
    const { merchantOrderNo: number } = await service.order(checkoutBody());
    // By an answer: the provider says that it is not paid, a day later.
    await shiftClock(databaseUrl, '25 hours');
    await rows.untilStatus(number, 'EXPIRED');
    await sandbox.fault(AWAY);
    // A question from before, answered only after the leap, would end the watch: rightly, since it was answered.
    await until('nobody asks', async () => (await rows.trades(number))[0]!.lease_id === null);
    await sandbox.force(number, 'FINISHED', {}, false);
    const mark = await sandbox.mark();
    await shiftClock(databaseUrl, '60 days');
    await until('a question without an answer', async () => (await questionsSince(mark)) >= 1);
    await until('it is recorded', async () => {
      const { lease_id, missed_answers } = (await rows.trades(number))[0]!;
      return lease_id === null && missed_answers > 0;
    });
    expect((await rows.order(number))!.status).toBe('EXPIRED');
    await sandbox.control('DELETE', '/faults');
    await shiftClock(databaseUrl, '61 days');
    await until('COMPLETED', async () => (await rows.order(number))!.status === 'COMPLETED');
  });
});

it('an order that nobody pays expires by an answer, not by the clock', async () => {
  world = await startWorld();
  const { service, sandbox, rows, databaseUrl } = world;
  const { merchantOrderNo: number } = await service.order(checkoutBody());
  await sandbox.fault({ endpoint: 'query', act: 'status', code: 503, times: 0 });
  await shiftClock(databaseUrl, '26 hours');
  const mark = await sandbox.mark();
  await until('it is asked about', async () => (await questionsSince(mark)) >= 2);
  expect((await rows.order(number))!.status).toBe('AWAITING_PAYMENT');
  await sandbox.control('DELETE', '/faults');
  const order = await until('EXPIRED', async () => {
    const read = await service.read(number);
    return read.status === 'EXPIRED' && read;
  });
  expect(order).toMatchObject({ failure: { code: 'expired' }, retryable: true, payUrl: null });
});
