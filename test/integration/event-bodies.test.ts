import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventBodies } from '#src/follow/outbox/event-bodies.service.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { OrderActs } from '../support/order-acts.js';
import { NOW } from '../support/moments.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => opened.close());

const bodies = (): EventBodies => new EventBodies(opened.orders, opened.view, opened.keys, { tell: () => undefined });

it("events: the order's body has no payUrl", async () => {
  await new OrderActs(opened).created('A-1');
  const { state } = await opened.orders.find('A-1');
  expect(await opened.view.of(state!, EVERYBODY)).toMatchObject({ payUrl: 'https://pay.example' });
  const about = { merchantOrderNo: 'A-1', version: 2, data: null, mac: null, keyId: null, createdAt: NOW, position: 1 };
  const message = { id: randomUUID(), type: 'order.created', ...about };
  expect(await bodies().of([message])).toMatchObject([
    { data: { status: 'AWAITING_PAYMENT', orderNo: 'P-A-1', payUrl: null, payUrlExpiresAt: null } },
  ]);
});
