import { reEncrypt } from '#src/cli/key/re-encrypt.js';
import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import type { AttemptEvent } from '#src/orders/model/order.types.js';
import type { QueryAnswer } from '#src/orders/write/poll-result-writer.service.js';
import { Problem } from '#src/platform/problems/problem.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import type { Evidence } from '#src/ramp/port/ramp.errors.js';
import { buySeen, refusal, sellSeen } from '../order-builders.js';
import { DAY, HOUR, MINUTE, SECOND } from '../moments.js';
import { sealedMessage } from '../own-messages.js';
import {
  ACTOR,
  ATTEMPT_LEASE,
  DELIVERY,
  ENDPOINT,
  EPOCH,
  NEXT,
  NUMBER,
  planted,
  POLL_LEASE,
  reservationOf,
  TEST_DELIVERY,
  termsWith,
} from './scenes.js';
import type { Scene } from './scenes.js';
import type { Services } from './services.js';

/** Something that the service does, with the statements that write it. */
export interface Act {
  readonly in: readonly Scene[];
  /** What it returns if it does nothing because another session has its rows locked: it comes again. */
  readonly skips?: number | boolean | null;
  readonly onlyReads?: true;
  /** Returns what its caller learns. */
  readonly run: (services: Services) => Promise<unknown>;
}

const LEASE_MS = 20 * SECOND;
const STAFF = { kind: 'staff', by: 'ann' } as const;
const PAID = { status: 'PAID', rampStatus: 'PAY_SUCCESS' } as const;
const CANCELLED = { status: 'CANCELLED', rampStatus: 'CANCEL' } as const;
const COMPLETED = { status: 'COMPLETED', rampStatus: 'FINISHED' } as const;

const CREATING: Scene = 'a trade being created';
const UNKNOWN: Scene = 'a trade with an unknown outcome';
const OPEN: Scene = 'a second trade with a page';
const ENDED: Scene = 'a cancelled order';
const MESSAGES: Scene = 'a cancelled order and its messages';
const API_KEY: Scene = 'no order but an API key';
const OLD_KEY: Scene = 'a cancelled order, sealed with an old key';
const REVIEWED: Scene = 'an order in review';
const SALE: Scene = 'a completed sale';
const ERASED: Scene = 'an erased order';
const AGED: Scene = 'an order of last year';
const LEASED = [CREATING, UNKNOWN];
const PURCHASES = [...LEASED, OPEN, ENDED, REVIEWED, ERASED];
const ORDERS = [...PURCHASES, SALE];

const evidence = (text: string): Evidence => ({
  endpoint: 'query',
  sent: { note: planted(text) },
  seen: { note: planted(text) },
  httpStatus: 200,
  traceId: 'up-1',
  answeredAt: null,
});

const stepOf = (text: string) =>
  ({ attemptLease: ATTEMPT_LEASE, cause: { kind: 'checkout' }, evidence: evidence(text) }) as const;

/** The runner records an event of its trade. */
const attempt = (at: readonly Scene[], event: AttemptEvent, tradeNo = NUMBER): Act => ({
  in: at,
  run: async ({ orders, tradeRecord }) => {
    const { state } = await orders.find(NUMBER);
    const trade = state!.trades.find((one) => one.tradeNo === tradeNo)!;
    const recorded = await tradeRecord.record(trade, event, stepOf(event.kind), state!);
    return recorded?.order.version ?? null;
  },
});

const sending = (text: string) => ({ stamp: 1, asked: termsWith(planted(text)), leaseMs: LEASE_MS, newRequest: null });

const answered = (at: readonly Scene[], tradeNo: string, answer: QueryAnswer, agoMs = MINUTE): Act => ({
  in: at,
  run: async ({ answers }) => {
    const askedAt = new Date(Date.now() - agoMs);
    const query = {
      tradeNo,
      merchantOrderNo: NUMBER,
      leaseId: POLL_LEASE,
      askedAt,
      cause: { kind: 'poll' },
      answer,
    } as const;
    return answers.recordAnswer(query);
  },
});

const seen = (text: string, tradeNo: string, given: Parameters<typeof buySeen>[0]): QueryAnswer => ({
  kind: 'seen',
  snapshot: buySeen({ orderNo: `P-${tradeNo}`, ...given }),
  evidence: evidence(text),
});

const notFound: QueryAnswer = { kind: 'not_found', answeredAt: new Date(), doubted: false, evidence: evidence('none') };

const sold = (text: string): QueryAnswer => {
  const payee = { name: planted(text), account: planted(text), card: null, email: `${planted(text)}@example.com` };
  const given = { orderNo: `P-${NUMBER}`, tradeNo: NUMBER, status: 'COMPLETED', rampStatus: '4', payee } as const;
  return { kind: 'seen', snapshot: sellSeen(given), evidence: evidence(text) };
};

const delivered = (deliveryId: string, isGood: boolean, disables: 'gone' | null = null): Act => ({
  in: [MESSAGES],
  run: ({ deliveries }) => {
    const delivery = { id: deliveryId, leaseId: POLL_LEASE, endpointId: ENDPOINT } as never;
    const made = { deliveryId, n: 1, at: new Date(), durationMs: 1, status: 200, error: null };
    const after = isGood
      ? ({ state: 'delivered', afterMs: null } as const)
      : ({ state: 'pending', afterMs: 0 } as const);
    const outcome = { isGood, disables, givenUpAfterMs: HOUR, message: sealedMessage('endpoint.disabled', {}) };
    return deliveries.record(
      delivery,
      { ...made, answer: deliveryId === DELIVERY ? planted('answer') : 'x' },
      after,
      outcome,
    );
  },
});

/** Staff changes the only API key. */
const ofKey = (change: (keys: Services['keyManagement'], id: string) => Promise<unknown>): Act => ({
  in: [API_KEY],
  run: async ({ keyManagement }) => {
    const { items } = await keyManagement.list(10, null);
    await change(keyManagement, items.at(-1)!.row.id);
  },
});

const noted =
  (name: string) =>
  async ({ orders, edits }: Services) => {
    const { state } = await orders.find(NUMBER);
    return (await edits.changeMetadata(state!, { [name]: planted(name) })).order.metadata;
  };

/** A retry by the customer: it takes the right to make trades, then makes one. */
const retry = (text: string): Act => ({
  in: [ENDED, REVIEWED],
  run: async ({ leases, orders, tradeRecord }) => {
    if (!(await leases.take(NUMBER, ATTEMPT_LEASE, LEASE_MS, 'ended'))) return 'taken';
    const { state } = await orders.find(NUMBER);
    const event = { kind: 'next_trade', sending: sending(text) } as const;
    const made = await tradeRecord.record(state!.trades.at(-1)!, event, stepOf(text));
    if (made === null) await leases.release(NUMBER, ATTEMPT_LEASE, null);
    return made?.trades.length ?? null;
  },
});

export const ACTS: Readonly<Record<string, Act>> = {
  checkout: {
    in: ['no order', ENDED, AGED],
    run: async ({ tradeRecord }) => (await tradeRecord.reserve(reservationOf(planted('checkout')))).isNew,
  },
  "another customer's checkout": {
    in: ['no order'],
    run: async ({ tradeRecord }) => {
      const given = {
        ...reservationOf(planted('other')),
        merchantOrderNo: NUMBER.toLowerCase(),
        attemptLease: POLL_LEASE,
      };
      return (await tradeRecord.reserve(given)).isNew;
    },
  },
  'registration of a sale': {
    in: ['no order', ENDED],
    run: async ({ registrations }) =>
      (await registrations.register(EVERYBODY, { merchantOrderNo: NUMBER, orderNo: null, customerId: planted('sale') }))
        .isNew,
  },

  created: attempt(LEASED, {
    kind: 'created',
    made: { orderNo: 'P-1', payUrl: `https://pay.example/${planted('page')}` },
  }),
  refused: attempt(LEASED, { kind: 'refused', refusal: refusal({ returnMsg: planted('refusal') }) }),
  'not sent': attempt([CREATING], { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: false }),
  unknown: attempt([CREATING], { kind: 'unknown', reason: 'timeout' }),
  'given up': attempt([UNKNOWN], { kind: 'given_up' }),
  'next trade': attempt([UNKNOWN], { kind: 'next_trade', sending: sending('next') }),
  'late reply': attempt([OPEN], { kind: 'created', made: { orderNo: 'P-1', payUrl: null } }),
  retry: retry('retry'),
  "another's retry": retry('other'),

  'lease renewed': { in: LEASED, run: ({ leases }) => leases.renew(NUMBER, ATTEMPT_LEASE, LEASE_MS) },
  'lease released': { in: LEASED, run: ({ leases }) => leases.release(NUMBER, ATTEMPT_LEASE, 0) },
  'lease taken over': { in: LEASED, run: ({ leases }) => leases.take(NUMBER, POLL_LEASE, LEASE_MS, 'left behind') },
  'attempts claimed': {
    in: LEASED,
    skips: 0,
    run: async ({ leases }) => (await leases.claim([POLL_LEASE], LEASE_MS)).length,
  },

  'quiet answer': answered([ENDED, ERASED], NUMBER, seen('quiet', NUMBER, CANCELLED)),
  'late payment': answered([ENDED, MESSAGES, REVIEWED, ERASED], NUMBER, seen('late', NUMBER, COMPLETED)),
  'answer with another address': answered(
    [ENDED, ERASED],
    NUMBER,
    seen('wrong', NUMBER, { ...COMPLETED, address: planted('x') }),
  ),
  'older answer': answered([ENDED], NUMBER, seen('older', NUMBER, CANCELLED), 2 * MINUTE),
  'no answer': answered([UNKNOWN, ENDED, OPEN, REVIEWED], NUMBER, { kind: 'none', othersAnswered: true }),
  'not found': answered([UNKNOWN, OPEN, ENDED, REVIEWED], NUMBER, notFound),
  'found after all': answered([UNKNOWN, OPEN], NUMBER, seen('found', NUMBER, {})),
  'payment of the second trade': answered([OPEN], NEXT, seen('paid', NEXT, PAID)),
  'quiet answer about the second trade': answered([OPEN], NEXT, seen('quiet', NEXT, {})),
  "answer about a sale's payee": answered([SALE], NUMBER, sold('payee')),

  'poll asked for': { in: ORDERS, run: ({ watches }) => watches.requestPoll(NUMBER, 'reader') },
  'poll asked for by a callback': {
    in: [...ORDERS, AGED],
    run: ({ watches }) => watches.requestPoll(NUMBER, 'callback'),
  },
  'polls of fresh trades': {
    in: [OPEN, ENDED],
    skips: null,
    run: ({ watches }) => watches.requestPollsOfFreshTrades([NUMBER], 'feed', HOUR),
  },
  'polls claimed': {
    in: ORDERS.slice(1),
    skips: 0,
    run: async ({ claims }) => (await claims.claim(50, LEASE_MS)).length,
  },
  'poll leased': {
    in: [...ORDERS, AGED],
    run: async ({ watches }) => (await watches.lease([NUMBER], LEASE_MS)).length,
  },
  'poll handed back': {
    in: [UNKNOWN, OPEN, ENDED],
    skips: null,
    run: ({ watches }) => watches.handBack([{ tradeNo: NUMBER, leaseId: POLL_LEASE }]),
  },

  callback: {
    in: ['no order', ...ORDERS, OLD_KEY, AGED],
    run: async ({ receipts }) => {
      const request = {
        tradeNo: NUMBER,
        method: 'POST',
        query: '',
        headers: {},
        body: Buffer.from(planted('callback')),
      };
      const summary = { payloadHash: Buffer.alloc(32, 1), claimedStatus: planted('callback') };
      return (await receipts.store(request, summary))?.times;
    },
  },
  "server's note": { in: ORDERS, run: noted('a') },
  "another server's note": { in: [OPEN, ENDED], run: noted('b') },
  "staff's note": {
    in: [OPEN, ENDED, REVIEWED, SALE, ERASED, AGED],
    run: ({ notes }) =>
      notes.add(NUMBER, planted('staff'), 'once', ACTOR).then(
        () => 'noted',
        (error: unknown) => {
          if (error instanceof Problem) return error.code;
          throw error;
        },
      ),
  },
  'secrets revoked': { in: [CREATING, ENDED, SALE], run: ({ edits }) => edits.revokeSecrets(NUMBER) },
  'secret issued': { in: [OPEN, ENDED], run: async ({ edits }) => (await edits.issueSecret(NUMBER)) !== null },
  'mismatch resolved': {
    in: [REVIEWED],
    run: async ({ database, edits }) => {
      const [open] = await database.query<{ id: string }>('SELECT id FROM mismatches ORDER BY opened_at LIMIT 1');
      return (await edits.resolveMismatch(open!.id, 'ann', planted('note')))?.order.version;
    },
  },
  'seal renewed': {
    in: [CREATING, OPEN, ENDED, ERASED],
    skips: 0,
    run: async ({ orders, check }) => check.renew(await orders.findAllStored([NUMBER])),
  },

  erasure: {
    in: [ENDED, MESSAGES, OLD_KEY, REVIEWED, SALE, AGED],
    run: ({ erasures }) => erasures.erase([NUMBER], STAFF, 0),
  },
  'forced erasure': { in: [OPEN], run: ({ erasures }) => erasures.erase([NUMBER], STAFF, 0, true) },
  'pages cleared': { in: [OPEN, ENDED], skips: 0, run: ({ persons }) => persons.clearPages(0, 100) },
  removal: { in: [AGED], skips: null, run: ({ removals }) => removals.removeOld(100 * DAY) },
  're-encryption': {
    in: [OLD_KEY],
    run: async ({ database, keys }) => {
      const ring = await keys.ring();
      for (const column of SEALED_COLUMNS) await reEncrypt(database, ring, column);
    },
  },

  placing: { in: [ENDED, MESSAGES], skips: false, run: async ({ outbox }) => (await outbox.place(100)) > 0 },
  'placing of one message': { in: [MESSAGES], skips: false, run: async ({ outbox }) => (await outbox.place(1)) > 0 },
  'feed read': {
    in: [MESSAGES],
    onlyReads: true,
    run: async ({ outbox }) => (await outbox.behind(null, 100)).messages.map(({ position, type }) => [position, type]),
  },
  'old messages forgotten': { in: [MESSAGES], run: ({ outbox }) => outbox.forget(0, 100) },
  'fan-out': { in: [MESSAGES], skips: 0, run: async ({ deliveries }) => (await deliveries.fanOut(100)).made },
  'deliveries claimed': {
    in: [MESSAGES],
    skips: 0,
    run: async ({ deliveries }) => (await deliveries.claim([{ endpoint_id: ENDPOINT, free: 10 }], LEASE_MS)).length,
  },
  'delivery succeeded': delivered(DELIVERY, true),
  'test delivery failed': delivered(TEST_DELIVERY, false),
  'delivery to an endpoint that is gone': delivered(DELIVERY, false, 'gone'),
  redelivery: { in: [MESSAGES], run: ({ deliveryList }) => deliveryList.redeliver(ACTOR, DELIVERY) },
  'endpoint deleted': { in: [MESSAGES], run: ({ endpoints }) => endpoints.delete(ENDPOINT) },

  'times ahead brought back': { in: [OPEN], skips: null, run: ({ stalled }) => stalled.bringBack() },
  'audit entry': {
    in: [API_KEY],
    run: ({ audit }) => audit.record({ actor: ACTOR, action: 'person.forget', target: null, reason: null, detail: {} }),
  },
  'key rotated': ofKey((keys, id) => keys.rotate(ACTOR, id, HOUR)),
  'key revoked': ofKey((keys, id) => keys.revoke(ACTOR, id, null)),
  'slots taken': {
    in: [API_KEY],
    run: async ({ slots }) => {
      const one = { customers: 1, others: 0, hasPoll: false, waitMs: 9000, lateMs: 0 };
      return Math.round((await slots.take({ ...one, perSecond: 0.2 })).firstMs / 5000);
    },
  },
  'epoch renewed': { in: [API_KEY], run: ({ epochRows }) => epochRows.renew(EPOCH, false) },
  'number doubted': { in: [API_KEY], run: ({ epochRows }) => epochRows.doubtNumber(NUMBER) },
};

/** Not as in any order, and harmless. */
export const KNOWN: ReadonlySet<string> = new Set([
  // A foreign key refuses the row; the order ended three months ago.
  'removal, poll asked for by a callback',
  'removal, poll leased',
  // The answer finds no order.
  'poll leased, removal',
  // The provider calls about a number only after its commit, or after commits were lost: both stand, the number in doubt.
  'checkout, callback',
  'callback, checkout',
  // The trigger refuses the row: the statement began before the removal.
  'removal, checkout',
  // A foreign key refuses the deliveries; the next round reads anew.
  'old messages forgotten, fan-out',
]);
