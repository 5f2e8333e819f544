import { expect, it } from 'vitest';
import { checkoutBody, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';

// Which records differ, and what each kind of answer means, is in `test/unit/orders` and `test/unit/ramp`.
const world = useWorld(
  { RECONCILE_INTERVAL_MS: '50', HINT_FLOOR_MS: '50', RAMP_TIMEOUT_MS: '2000' },
  { sandbox: { SANDBOX_CALLBACKS: 'off' } },
);

/** Changes the order at the provider, without a callback. */
function force(number: string, status: string, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  return world.sandbox.force(number, status, fields, false);
}

it('a status resolved by staff and mapped by a setting later: the next poll records the refund', async () => {
  const { service, rows, replica } = await world.another({
    RECONCILE_INTERVAL_MS: '50',
    HINT_FLOOR_MS: '50',
  });
  const number = (await service.order(checkoutBody())).merchantOrderNo;
  await force(number, 'PAY_SUCCESS');
  await until('PAID', async () => (await service.read(number)).status === 'PAID');
  await force(number, 'MONEY_BACK');
  await until('in review', async () => (await service.read(number)).inReview);
  const [mismatch] = await rows.mismatches(number);
  await service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, { note: 'the bank says so too' });
  expect(await service.read(number)).toMatchObject({ status: 'PAID', inReview: false, settled: false });
  await service.stop();

  const env = { RAMP_STATUS_MAP: 'BUY:MONEY_BACK=REFUNDED' };
  const next = await replica(env);
  await rows.untilStatus(number, 'REFUNDED');
  const ended = { settled: true, final: true, inReview: false, retryable: false, payUrl: null };
  expect(await next.read(number)).toMatchObject({
    ...ended,
    failure: { code: 'refunded' },
    rampStatus: 'MONEY_BACK',
  });
  expect((await next.get('/v1/admin/report')).body).toMatchObject({
    balanced: true,
    buckets: { refunded: 1, overdue: 0, open: 0 },
    fiat: [{ paid: { trades: 0 }, refunded: { trades: 1, amount: '100.00', unstated: 0 } }],
  });
  expect(historyProblems(await rows.whole(number))).toEqual([]);
});
