import { expect, it, vi } from 'vitest';
import { RetryService } from '#src/checkout/retry.service.js';
import { EVERYBODY } from '#src/platform/shared/caller.js';
import { orderRow, orderState, trade } from '../../support/order-builders.js';

const OVER = orderState({ order: orderRow({ status: 'CANCELLED' }), trades: [trade({ status: 'CANCELLED' })] });
const FOLLOWED = orderState({
  trades: [trade({ status: 'CANCELLED' }), trade({ tradeNo: 'A-1001-r2', n: 2 })],
});

it('a retry that another was quicker than answers with his trade, and gives back the lease', async () => {
  const deeds: string[] = [];
  const joined = vi.fn(() => Promise.resolve('his trade'));
  const service = new RetryService(
    { owned: () => Promise.resolve(OVER) } as never,
    { askAll: () => Promise.resolve(FOLLOWED) } as never,
    {
      takeDrive: (number: string, lease: string) => Promise.resolve(deeds.push(`take ${number} ${lease}`) > 0),
      releaseDrive: (number: string, lease: string) => Promise.resolve(deeds.push(`release ${number} ${lease}`)),
    } as never,
    { check: () => Promise.resolve() } as never,
    {
      newLease: () => ({ id: 'mine', durationMs: 1000 }),
      prepare: () => Promise.resolve(null),
      step: () => ({ cause: { kind: 'retry' } }),
    } as never,
    { join: joined } as never,
    { customerOf: () => Promise.resolve({ id: null, email: null, accessToken: null }) } as never,
    { checkout: { deadlineMs: 1000 }, orders: { maxTrades: 5 } } as never,
  );
  expect(await service.retry(EVERYBODY, 'A-1001', { payWayCode: null, after: null })).toBe('his trade');
  expect(joined).toHaveBeenCalledWith(FOLLOWED, expect.anything(), expect.anything());
  expect(deeds).toEqual(['take A-1001 mine', 'release A-1001 mine']);
});
