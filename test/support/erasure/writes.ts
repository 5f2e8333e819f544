import { randomUUID } from 'node:crypto';
import { CallbackReceiptsService } from '#src/callbacks/callback-receipts.service.js';
import { reEncrypt } from '#src/cli/key/re-encrypt.js';
import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import { CustomerEmailService } from '#src/orders/secrets/customer-email.service.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import type { Evidence } from '#src/ramp/port/ramp.errors.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { DeliveryRepository } from '#src/webhooks/storage/delivery.repository.js';
import { OrderActs } from '../order-acts.js';
import { sealedMessage } from '../own-messages.js';
import { MINUTE, SECOND } from '../moments.js';
import { asked, buySeen, refusal } from '../order-builders.js';
import type { Race } from './race.js';
import { sealUnderOldKey } from './under-old-key.js';
import { SystemChance } from '#src/platform/chance.js';

/** A statement of `src` that writes personal data about an order. */
export interface PersonalWrite {
  readonly what: string;
  /** As named by `personalWrites`. */
  readonly statements: readonly string[];
  /** The columns that hold its text without an erasure. */
  readonly columns: readonly string[];
  /** The write creates the order. */
  readonly makesOrder?: boolean;
  /** Makes an erasable order; by default a cancelled purchase. `text`: must not remain. */
  readonly ended?: (number: string, text: string) => Promise<void>;
  readonly write: (number: string, text: string) => Promise<unknown>;
}

const CANCELLED = { status: 'CANCELLED', rampStatus: 'CANCEL' } as const;
const STORAGE = 'orders/storage';

const inChangeParts = (statement: string): string => `${STORAGE}/change-parts.ts: ${statement}`;

const evidence = (text: string): Evidence => ({
  ...{ endpoint: 'query', sent: { note: text }, seen: { note: text } },
  ...{ httpStatus: 200, traceId: 'up-1', answeredAt: null },
});

const termsWith = (text: string) =>
  asked({ address: text, memo: text, redirectUrl: text, failRedirectUrl: text, merchantName: text });

/** Every statement that writes personal data, run in the database of `race`. */
export function personalWritesOf(race: Race, endpointId: string): readonly PersonalWrite[] {
  const { opened } = race;
  const driven = new OrderActs(opened);
  const { database, keys, tradeRecord, leases } = opened;
  const outbox = new OutboxRepository(database);
  const deliveries = new DeliveryRepository(database);
  const emails = new CustomerEmailService(keys, opened.settings);
  const claimed = new Map<string, Awaited<ReturnType<DeliveryRepository['claim']>>[number]['delivery']>();

  const cancelled = async (number: string): Promise<void> => {
    await driven.created(number);
    await driven.seen(number, CANCELLED);
  };
  const answer = (number: string, text: string, given: Parameters<typeof buySeen>[0]): Promise<void> => {
    const snapshot = buySeen({ orderNo: `P-${number}`, ...CANCELLED, ...given });
    return driven.answered(number, { kind: 'seen', snapshot, evidence: evidence(text) });
  };
  const lease = { leaseMs: 21 * SECOND, patienceMs: 10 * MINUTE };

  /** Retries with other terms, if the order allows. Returns the step of the new trade. */
  const nextTrade = async (number: string, text: string) => {
    const attemptLease = randomUUID();
    if (!(await leases.take(number, attemptLease, lease.leaseMs, 'ended'))) return null;
    const step = { attemptLease, cause: { kind: 'retry' }, evidence: evidence(text) } as const;
    const { state } = await opened.orders.find(number);
    const customer = { customerId: text, ...(await emails.seal(number, `${text}@example.com`)) };
    const anew = { ...customer, patienceMs: lease.patienceMs, shown: null };
    const sending = { stamp: Date.now(), asked: termsWith(text), leaseMs: lease.leaseMs, newRequest: anew };
    const made = await tradeRecord.record(state!.trades.at(-1)!, { kind: 'next_trade', sending }, step);
    if (made === null) await leases.release(number, attemptLease, null);
    return made && { trade: made.trades.at(-1)!, step };
  };

  const reservation = (number: string, text: string) => ({
    merchantOrderNo: number,
    ...{ caller: `customer:${text}`, customerId: text, metadata: { note: text } },
    ...{
      asked: termsWith(text),
      shown: null,
      stamp: Date.now(),
      attemptLease: randomUUID(),
      ...lease,
      cause: { kind: 'checkout' } as const,
    },
  });

  const writes: readonly PersonalWrite[] = [
    {
      what: 'a checkout',
      statements: [`${STORAGE}/change.repository.ts: INSERT INTO \${table}`],
      columns: [
        ...['orders.address_key', 'orders.customer_id', 'orders.customer_email, opened'],
        ...['orders.metadata', 'orders.caller', 'trades.asked'],
      ],
      makesOrder: true,
      write: async (number, text) =>
        tradeRecord.reserve({ ...reservation(number, text), ...(await emails.seal(number, `${text}@example.com`)) }),
    },
    {
      what: 'the registration of a sale',
      statements: [`${STORAGE}/change.repository.ts: INSERT INTO \${table}`],
      columns: ['orders.customer_id', 'orders.metadata'],
      makesOrder: true,
      write: (number, text) => {
        const sale = { merchantOrderNo: number, orderNo: null, customerId: text, metadata: { note: text } };
        return opened.registrations.register(EVERYBODY, sale).catch(() => 'the number is taken');
      },
    },
    {
      what: 'an answer with news',
      statements: ['INSERT INTO ${table}', 'UPDATE trades (any)'].map(inChangeParts),
      columns: ['trades.last_seen', 'order_events.evidence', 'mismatches.seen'],
      write: async (number, text) => {
        await answer(number, text, { address: text });
        await answer(number, text, { status: 'COMPLETED', rampStatus: 'FINISHED' });
      },
    },
    {
      what: 'an answer without news',
      statements: [`${STORAGE}/change-sql.ts: UPDATE trades (last_seen)`],
      columns: ['trades.last_seen'],
      write: (number, text) => answer(number, text, {}),
    },
    {
      what: 'an answer that names the payee of a sale',
      statements: ['UPDATE trades (any)'].map(inChangeParts),
      columns: ['trades.payee_sealed, opened', 'trades.facts'],
      ended: async (number) => {
        await driven.registered(number);
        await driven.sold(number, { status: 'COMPLETED', rampStatus: '4' });
      },
      write: (number, text) => {
        const payee = { name: text, account: text, card: text, email: `${text}@example.com` };
        const facts = { orderPageUrl: `https://ramp.example/${text}` };
        return driven.sold(number, { status: 'COMPLETED', rampStatus: '4', payee, facts });
      },
    },
    {
      what: "staff's note on a mismatch",
      statements: ['UPDATE mismatches (note)'].map(inChangeParts),
      columns: ['mismatches.note'],
      write: async (number, text) => {
        await answer(number, 'nothing', { fiat: 'EUR' });
        const [open] = await database.query<{ id: string }>(
          'SELECT id FROM mismatches WHERE merchant_order_no = $1 AND resolved_at IS NULL',
          [number],
        );
        await opened.edits.resolveMismatch(open!.id, 'ann', text);
      },
    },
    {
      what: 'a retry that the provider refuses',
      statements: [inChangeParts('INSERT INTO ${table}'), `${STORAGE}/change-sql.ts: UPDATE orders (any)`],
      columns: ['orders.customer_email, opened', 'orders.address_key', 'trades.asked', 'trades.refusal'],
      write: async (number, text) => {
        const next = await nextTrade(number, text);
        const refused = { kind: 'refused', refusal: refusal({ returnMsg: text }) } as const;
        if (next !== null) await tradeRecord.record(next.trade, refused, next.step);
      },
    },
    {
      what: 'a retry that gets a page',
      statements: ['UPDATE trades (any)'].map(inChangeParts),
      columns: ['trades.pay_url'],
      write: async (number, text) => {
        const next = await nextTrade(number, text);
        if (next === null) return;
        const made = { orderNo: `P-${number}-r2`, payUrl: `https://pay.example/${text}` };
        await tradeRecord.record(next.trade, { kind: 'created', made }, next.step);
        await driven.seen(`${number}-r2`, { ...CANCELLED, address: text });
      },
    },
    {
      what: 'the late reply to a create',
      statements: ['INSERT INTO ${table}'].map(inChangeParts),
      columns: ['order_events.evidence'],
      ended: async (number) => {
        const { state, step } = await driven.reserved(number);
        await tradeRecord.record(state.trades[0]!, { kind: 'unknown', reason: 'timeout' }, step);
        await tradeRecord.record(state.trades[0]!, { kind: 'given_up' }, step);
        await driven.notFound(number);
      },
      write: async (number, text) => {
        const { state } = await opened.orders.find(number);
        const made = { orderNo: `P-${number}`, payUrl: `https://pay.example/${text}` };
        const step = { attemptLease: randomUUID(), cause: { kind: 'checkout' }, evidence: evidence(text) } as const;
        await tradeRecord.record(state!.trades[0]!, { kind: 'created', made }, step);
        await driven.seen(number, CANCELLED);
      },
    },
    {
      what: "a server's note",
      statements: [`${STORAGE}/change-sql.ts: UPDATE orders (any)`],
      columns: ['orders.metadata'],
      write: async (number, text) => {
        const { state } = await opened.orders.find(number);
        return opened.edits.changeMetadata(state!, { note: text }).catch(() => 'the customer is forgotten');
      },
    },
    {
      what: 'a callback',
      statements: ['callbacks/callback-receipts.service.ts: INSERT INTO callback_receipts'],
      columns: ['callback_receipts.content, opened', 'callback_receipts.claimed_status'],
      write: (number, text) =>
        new CallbackReceiptsService(database, keys, new SystemChance()).store(
          { tradeNo: number, method: 'POST', query: text, headers: {}, body: Buffer.from(text) },
          { payloadHash: Buffer.alloc(32, 1), claimedStatus: text },
        ),
    },
    {
      what: "a receiver's answer to a webhook",
      statements: ['webhooks/storage/delivery.repository.ts: INSERT INTO webhook_attempts'],
      columns: ['webhook_attempts.answer'],
      ended: async (number) => {
        await cancelled(number);
        while ((await outbox.place(1000)) > 0);
        await deliveries.fanOut(1000);
        for (const { delivery, message } of await deliveries.claim([{ endpoint_id: endpointId, free: 1000 }], 60_000))
          claimed.set(message.merchantOrderNo ?? '', delivery);
      },
      write: (number, text) => {
        const delivery = claimed.get(number)!;
        const attempt = { deliveryId: delivery.id, n: 1, at: new Date(), durationMs: 1, status: 500, error: null };
        const message = sealedMessage('endpoint.disabled', {});
        const outcome = { isGood: false, disables: null, givenUpAfterMs: 60 * MINUTE, message };
        return deliveries.record(delivery, { ...attempt, answer: text }, { state: 'failed', afterMs: null }, outcome);
      },
    },
    {
      what: 're-encryption under a new service key',
      statements: ['cli/key/re-encrypt.ts: UPDATE ${table}'],
      columns: SEALED_COLUMNS.slice(0, 3).map(({ table, column }) => `${table}.${column}, opened`),
      ended: async (number, text) => {
        await cancelled(number);
        await sealUnderOldKey(race, number, text);
      },
      write: async () => {
        const ring = await keys.ring();
        for (const column of SEALED_COLUMNS) await reEncrypt(database, ring, column);
      },
    },
  ];
  return writes.map((write) => ({ ended: cancelled, ...write }));
}
