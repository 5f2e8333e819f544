import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderState } from '#src/orders/model/order.types.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { openCheckouts } from '../support/checkouts.js';
import { MINUTE } from '../support/moments.js';
import { asked } from '../support/order-builders.js';
import { closeWhole, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { sealAgain } from '../support/sealed-orders.js';

Logger.overrideLogger(false);

const paidObstacle = ({ trades }: OrderState) =>
  trades.some(({ status }) => status === 'PAID') ? ('order_not_retryable' as const) : null;

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => closeWhole(opened));

it('retry: one that finds a payment makes no trade and releases its lease', async () => {
  const merchantOrderNo = 'A-1001';
  const customer = { id: null, email: null, accessToken: null };
  const value = { orderNo: 'P-1', payUrl: 'https://pay.example/1' };
  const evidence = { endpoint: 'create', sent: {}, seen: null, httpStatus: 200, traceId: null, answeredAt: null };
  const createTrade = () => Promise.resolve({ kind: 'answered', value, evidence });
  const askAll = async () => {
    const { state } = await opened.orders.find(merchantOrderNo);
    // A poll's answer between this retry's query and its write.
    await opened.database.query(`UPDATE trades SET status = 'PAID'`);
    await sealAgain(opened.database);
    return state;
  };
  const { begins, service } = openCheckouts(opened, {
    asking: { askAll },
    ramp: { createTrade },
    catalog: { limitsFor: () => Promise.resolve(null) },
  });
  const request = {
    terms: asked(),
    merchantOrderNo,
    isLinkExpired: false,
    quote: null,
    customer,
    metadata: {},
    guest: null,
  };
  await service.checkout(EVERYBODY, request);
  const { state } = await opened.orders.find(merchantOrderNo);
  const next = {
    ...({ cause: 'retry', shown: null } as const),
    ...{ obstacle: paidObstacle, customerOf: () => Promise.resolve(customer), check: () => Promise.resolve({}) },
  };
  expect(await begins.begin(state!, next, performance.now() + MINUTE)).toMatchObject({ kind: 'over' });
  expect(await opened.database.query('SELECT drive_lease, drive_until FROM orders')).toEqual([
    { drive_lease: null, drive_until: null },
  ]);
  expect(await opened.database.query('SELECT n FROM trades')).toHaveLength(1);
  expect(await opened.leases.take(merchantOrderNo, randomUUID(), 1000, 'ended')).toBe(true);
});
