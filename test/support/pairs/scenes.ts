import { WEBHOOK_SECRET } from '#src/webhooks/endpoint-secrets.service.js';
import { OrderActs } from '../order-acts.js';
import { asked, reservation } from '../order-builders.js';
import { HOUR } from '../moments.js';
import { sealedMessage } from '../own-messages.js';
import { sealUnderOldKey } from './under-old-key.js';
import { openServices } from './services.js';
import type { Services } from './services.js';

/** Ids of tests: other ids are random. */
const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
export const NUMBER = 'A-1';
export const NEXT = `${NUMBER}-r2`;
export const ENDPOINT = id(1);
export const ATTEMPT_LEASE = id(2);
export const POLL_LEASE = id(3);
export const DELIVERY = id(4);
export const TEST_DELIVERY = id(5);
export const EPOCH = id(6);

/** Begins each personal text of the tests. */
export const PLANTED = 'planted-';
export const planted = (text: string): string => `${PLANTED}${text}`;

export const termsWith = (text: string) =>
  asked({ memo: text, redirectUrl: `https://shop.example/${text}`, merchantName: text });

const STAMP = Date.now() - HOUR;

export const reservationOf = (text: string) =>
  reservation({
    merchantOrderNo: NUMBER,
    caller: `customer:${text}`,
    customerId: text,
    metadata: { note: text },
    asked: termsWith(text),
    attemptLease: ATTEMPT_LEASE,
    stamp: STAMP,
    leaseMs: 0,
  });

const STEP = { attemptLease: ATTEMPT_LEASE, cause: { kind: 'checkout' }, evidence: { note: planted('seen') } } as const;
const CANCELLED = { status: 'CANCELLED', rampStatus: 'CANCEL' } as const;

const creating = async ({ tradeRecord }: Services) =>
  (await tradeRecord.reserve(reservationOf(planted('first')))).state!.trades[0]!;

const unknown = async (services: Services) => {
  const trade = await creating(services);
  await services.tradeRecord.record(trade, { kind: 'unknown', reason: 'timeout' }, STEP);
  return trade;
};

const created = async (services: Services) => {
  const made = { orderNo: `P-${NUMBER}`, payUrl: `https://pay.example/${planted('page')}` };
  await services.tradeRecord.record(await creating(services), { kind: 'created', made }, STEP);
};

const ended = async (services: Services) => {
  await created(services);
  await new OrderActs(services).seen(NUMBER, CANCELLED);
};

const sending = () => ({ stamp: STAMP, asked: termsWith(planted('second')), leaseMs: 0, newRequest: null });

export const ACTOR = { id: 'key:ann', name: 'ann', address: null };

/** What is stored before two acts meet. */
export const SCENES = {
  'no order': () => Promise.resolve(),
  'a trade being created': creating,
  'a trade with an unknown outcome': unknown,
  'a second trade with a page': async (services: Services) => {
    const next = { kind: 'next_trade', sending: sending() } as const;
    const { trades } = (await services.tradeRecord.record(await unknown(services), next, STEP))!;
    const made = { orderNo: `P-${NEXT}`, payUrl: `https://pay.example/${planted('page')}` };
    await services.tradeRecord.record(trades[1]!, { kind: 'created', made }, STEP);
  },
  'a cancelled order': ended,
  'a cancelled order and its messages': ended,
  'a cancelled order, sealed with an old key': async (services: Services) => {
    await ended(services);
    await sealUnderOldKey(services, NUMBER, planted('old'));
  },
  'an order in review': async (services: Services) => {
    await ended(services);
    await new OrderActs(services).seen(NUMBER, { ...CANCELLED, fiat: 'EUR' });
  },
  'a completed sale': async (services: Services) => {
    const driven = new OrderActs(services);
    await driven.registered(NUMBER);
    await driven.sold(NUMBER, { status: 'COMPLETED', rampStatus: '4' });
  },
  'an erased order': async (services: Services) => {
    await ended(services);
    await services.erasures.erase([NUMBER], { kind: 'staff', by: 'x' }, 0);
  },
  'no order but an API key': async ({ keyManagement }: Services) => {
    await keyManagement.create(ACTOR, { name: 'shop', role: 'checkout', expiresAt: null });
  },
  'an order of last year': async (_services: Services, url: string) => {
    const shifted = new URL(url);
    shifted.searchParams.set('options', '-c ramp_checkout.clock_shift=-400\\ days');
    const then = openServices(shifted.href);
    await ended(then);
    await then.close();
  },
};
export type Scene = keyof typeof SCENES;

/** Each scene has an endpoint, and leases that have expired: the next holder and the last one may meet. */
export async function setScene(services: Services, url: string, scene: Scene): Promise<void> {
  const { database, deliveries, epochs, outbox } = services;
  const ring = await services.keys.ring();
  const secret = ring.seal(WEBHOOK_SECRET.purpose, WEBHOOK_SECRET.contextOf(ENDPOINT), Buffer.of(1));
  await database.query(
    `INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)
     VALUES ($1, 'https://shop.example/', '{*}', 0, $2, $3, checkout_now(), 'test')`,
    [ENDPOINT, secret.bytes, secret.keyId],
  );
  // The services remember the scene before, and take its end for a loss of commits.
  await epochs.look();
  await database.query(
    `UPDATE database_epoch SET epoch = $1, began_at = checkout_now() - interval '1 hour', doubted_at = NULL`,
    [EPOCH],
  );
  await epochs.look();
  await SCENES[scene](services, url);
  await database.query(
    `UPDATE schedules SET lease_id = $1, lease_until = checkout_now(), next_query_at = checkout_now(),
            last_asked_at = last_asked_at - interval '1 hour', not_found_at = checkout_now() - interval '2 minutes'`,
    [POLL_LEASE],
  );
  // Not due, and planned under a clock that ran ahead.
  await database.query(`UPDATE schedules SET next_query_at = due, planned_at = due
    FROM (SELECT checkout_now() + interval '1 hour' AS due) later WHERE trade_no = '${NEXT}'`);
  if (scene === 'an order of last year') {
    await database.query(`UPDATE schedules SET next_query_at = NULL, watch_class = 'closed'`);
    await outbox.place(100);
    await outbox.forget(HOUR, 100);
  }
  if (scene !== 'a cancelled order and its messages') return;
  await outbox.place(1);
  await deliveries.fanOut(1);
  await database.query('UPDATE webhook_deliveries SET id = $1', [DELIVERY]);
  await outbox.place(1);
  const test = await deliveries.makeTest(sealedMessage('endpoint.test'), ENDPOINT);
  await database.query(`UPDATE webhook_deliveries SET id = $2, next_at = next_at + interval '1 hour' WHERE id = $1`, [
    test,
    TEST_DELIVERY,
  ]);
  await database.query('UPDATE webhook_deliveries SET lease_id = $1, lease_until = checkout_now()', [POLL_LEASE]);
}
