import { Logger } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import { AttemptRunner } from '#src/checkout/attempt-runner.service.js';
import type { Attempt } from '#src/checkout/attempt-runner.service.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { DRIVE_LEASE, orderState, unknownTrade } from '../../support/order-builders.js';

// A differing trade is logged, which is expected here.
Logger.overrideLogger(false);

const STAMP = 1_769_860_800_123;
const inFlight = (n: number) => unknownTrade({ n, outcome: 'in_flight', stamp: STAMP });
const driven = (driveLease: string | null, ...trades: OrderState['trades']): OrderState =>
  orderState({ order: { driveLease }, trades });

it.each<[string, OrderState]>([
  ['an older trade, whose outcome is unknown', driven(DRIVE_LEASE, unknownTrade({ stamp: STAMP }))],
  ['the trade with another stamp', driven(DRIVE_LEASE, { ...inFlight(1), stamp: STAMP - 1 })],
  ['the next trade, of whoever has taken over', driven('another', unknownTrade({ superseded: true }), inFlight(2))],
  ['the trade, which nobody drives any more', driven(null, inFlight(1))],
])('attempt runner: sends nothing if it holds %s instead of the committed trade', async (_, state) => {
  const createTrade = vi.fn();
  const addresses = { addressFor: () => Promise.resolve('https://shop.example/callback') };
  const unused = {} as never;
  const drives = new AttemptRunner(
    ...([
      { createTrade } as never,
      unused,
      unused,
      unused,
      unused,
      addresses as never,
      unused,
      unused,
      unused,
    ] as const),
  );
  const drive = { state, lease: { id: DRIVE_LEASE }, customer: {}, callerWaits: true, cause: 'checkout' };
  expect(await drives.sendReserved(drive as unknown as Attempt, STAMP)).toEqual({ kind: 'lost' });
  expect(createTrade).not.toHaveBeenCalled();
});
