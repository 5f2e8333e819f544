import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { CallbackReceiptsService } from '#src/callbacks/callback-receipts.service.js';
import { LookUpService } from '#src/orders/ask/look-up.service.js';
import type { Problem } from '#src/platform/problems/problem.js';
import type { CreateResult } from '#src/ramp/port/ramp.errors.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { reservation } from '../support/order-builders.js';
import { closeWhole, FORGET_ORDERS, openOrderWriter, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { evidence as evidenceOf } from '../unit/catalog/scripted-ramp.js';
import { checkoutRequest, openCheckouts } from '../support/checkouts.js';

Logger.overrideLogger(false);

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => closeWhole(opened));

const evidence = evidenceOf('create');
const REQUEST = checkoutRequest();
const CREATED: CreateResult = {
  kind: 'answered',
  value: { orderNo: 'P-1', payUrl: 'https://pay.example/1' },
  evidence,
};
const REFUSED: CreateResult = {
  kind: 'refused',
  reason: 'amount_out_of_range',
  returnCode: '3102',
  returnMsg: null,
  min: null,
  max: null,
  resendable: false,
  evidence,
};

/** A checkout whose order the database loses during its create; `then` runs afterwards. */
async function lostCheckout(result: CreateResult, then: () => Promise<unknown> = () => Promise.resolve()) {
  const createTrade = async (): Promise<CreateResult> => {
    await opened.database.query(FORGET_ORDERS);
    await then();
    return result;
  };
  const catalog = { limitsFor: () => Promise.resolve(null) };
  return openCheckouts(opened, { ramp: { createTrade }, catalog }).service.checkout(EVERYBODY, REQUEST);
}

const alarms = async (): Promise<Record<string, number>> => {
  const { values } = await opened.metrics.answersWithoutTrade.get();
  const raised = values.filter(({ value }) => value > 0);
  return Object.fromEntries(raised.map(({ labels, value }) => [String(labels.from), value]));
};

describe('lost commits: an order lost during its create', () => {
  it.each<[string, CreateResult, Record<string, number>]>([
    ['the provider made it', CREATED, { create: 1 }],
    ['nobody knows', { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence }, { create: 1 }],
    ['the answer makes no sense', { kind: 'protocol', detail: 'nonsense', evidence }, { create: 1 }],
    ['the provider refused it', REFUSED, {}],
    ['it was not sent', { kind: 'not_sent', reason: 'connection', detail: 'refused', evidence }, {}],
  ])('is answered with 503, with an alarm if the provider may have it: %s', async (_, result, raised) => {
    const unavailable = { code: 'ramp_unavailable', extras: { members: { merchantOrderNo: 'A-1001' } } };
    await expect(lostCheckout(result)).rejects.toMatchObject(unavailable);
    expect(await alarms()).toEqual(raised);
    expect(opened.epochs.asksFirst(null)).toBe(false);
    expect(await opened.epochs.doubtOf('A-1001')).toEqual(Object.keys(raised).length > 0 ? { isFresh: false } : null);
  });

  it("does not show another caller's order under its number", async () => {
    const other = () => opened.tradeRecord.reserve(reservation({ caller: 'another' }));
    await expect(lostCheckout(REFUSED, other)).rejects.toMatchObject({ code: 'ramp_unavailable' });
    expect((await opened.orders.find('A-1001')).state?.order.caller).toBe('another');
  });

  it('raises an alarm if the provider has another order under its number', async () => {
    const other = async () => {
      const attemptLease = randomUUID();
      const cause = { kind: 'checkout' } as const;
      const { state } = await opened.tradeRecord.reserve(reservation({ attemptLease }));
      const second = { kind: 'created', made: { orderNo: 'P-2', payUrl: 'https://pay.example/2' } } as const;
      await opened.tradeRecord.record(state!.trades[0]!, second, { attemptLease, cause, evidence: null });
    };
    await expect(lostCheckout(CREATED, other)).rejects.toMatchObject({ code: 'ramp_unavailable' });
    expect(await alarms()).toEqual({ create: 1 });
    expect((await opened.orders.find('A-1001')).state?.trades[0]?.orderNo).toBe('P-2');
  });
});

describe('lost commits: a number about which an answer came without a row', () => {
  const EVIDENCE: readonly [from: 'create' | 'query' | 'callback', tradeNo: string][] = [
    ['create', 'A-1001'],
    ['query', 'A-1001'],
    ['callback', 'A-1001'],
    ['callback', 'a-1001'],
    ['query', 'A-1001-r2'],
    ['callback', 'A-1001-R2'],
  ];

  /** The calls of a checkout in a process that knows only the database. The provider does not find the number. */
  async function callsOf(merchantOrderNo: string, results: CreateResult[]): Promise<string[]> {
    const calls: string[] = [];
    const ask = ({ tradeNo }: { tradeNo: string }) => {
      calls.push(`look up ${tradeNo}`);
      return Promise.resolve({ kind: 'not_found', answeredAt: new Date(), doubted: false, evidence });
    };
    const createTrade = ({ tradeNo }: { tradeNo: string }) => {
      calls.push(`create ${tradeNo}`);
      return Promise.resolve(results.shift());
    };
    const fresh = openOrderWriter(opened.url);
    const { orders, watches, answers, epochs, settings } = fresh;
    const first = new LookUpService(orders, watches, { ask } as never, answers, epochs, settings);
    const catalog = { limitsFor: () => Promise.resolve(null) };
    const { service } = openCheckouts(fresh, { ramp: { createTrade }, catalog, first });
    try {
      await service.checkout(EVERYBODY, { ...REQUEST, merchantOrderNo, repeated: [merchantOrderNo] });
    } catch (error) {
      calls.push((error as Problem).code);
    } finally {
      await fresh.close();
    }
    return calls;
  }

  async function answered(from: (typeof EVIDENCE)[number][0], tradeNo: string): Promise<void> {
    const { database, keys, chance, epochs } = opened;
    if (from !== 'callback') return epochs.orphaned({ from, tradeNo, orderNo: 'P-1' });
    // An older release, and a process that dies, stores the receipt alone.
    const received = { tradeNo, method: 'POST', query: '', headers: {}, body: Buffer.of() };
    await new CallbackReceiptsService(database, keys, chance).store(received, {
      payloadHash: Buffer.alloc(32),
      claimedStatus: null,
    });
  }

  it.each(EVIDENCE)('is looked up before its first send, and held while it may come: %s %s', async (from, tradeNo) => {
    await answered(from, tradeNo);
    expect(await callsOf('A-1001', [CREATED])).toEqual(['look up A-1001', 'ramp_unavailable']);
    expect(await callsOf('A-1002', [CREATED])).toEqual(['create A-1002']);
  });

  it.each(EVIDENCE)('is looked up months later as well, and so are its later trades: %s %s', async (from, tradeNo) => {
    await answered(from, tradeNo);
    await opened.database.query(`UPDATE doubted_numbers SET at = at - interval '90 days'`);
    await opened.database.query('DELETE FROM callback_receipts');
    const timeout: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };
    const numbers = ['A-1001', 'A-1001-r2'];
    const calls = numbers.flatMap((number) => [`look up ${number}`, `create ${number}`]);
    expect(await callsOf('A-1001', [timeout, CREATED])).toEqual(calls);
  });
});

describe('lost commits: between two statements of a checkout', () => {
  const TIMEOUT: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };
  const STALE: CreateResult = { ...REFUSED, reason: 'timestamp_expired', returnCode: '3103', resendable: true };

  it.each<[string, CreateResult[], number, string[]]>([
    ['the number of a reservation', [CREATED], 0, ['look up A-1001', 'create A-1001']],
    ['a trade that is sent again', [STALE, CREATED], 1, ['create A-1001', 'look up A-1001', 'create A-1001']],
    ['the next trade', [TIMEOUT, CREATED], 1, ['create A-1001', 'look up A-1001-r2', 'create A-1001-r2']],
    ['nothing, where it loses none', [STALE, CREATED], 9, ['create A-1001', 'create A-1001']],
  ])('the number is looked up before it is sent: %s', async (_, results, losesAfter, expected) => {
    const calls: string[] = [];
    const lose = () => opened.database.query(`UPDATE database_epoch SET history = 'restored'`);
    const createTrade = async ({ tradeNo }: { tradeNo: string }): Promise<CreateResult> => {
      calls.push(`create ${tradeNo}`);
      if (calls.length === losesAfter) await lose();
      return results.shift()!;
    };
    const { epochs } = opened;
    const first = {
      epochOf({ order }: OrderState) {
        return epochs.asksFirst(order) ? (epochs.known?.epoch ?? null) : null;
      },
      lookUp: (state: OrderState, trades: TradeRow[]) => {
        if (epochs.asksFirst(state.order)) calls.push(...trades.map(({ tradeNo }) => `look up ${tradeNo}`));
        return Promise.resolve({ kind: 'clear', state });
      },
    } as unknown as LookUpService;
    const catalog = { limitsFor: () => Promise.resolve(null) };
    const { service } = openCheckouts(opened, { ramp: { createTrade }, catalog, first });
    await epochs.look();
    if (losesAfter === 0) await lose();
    expect((await service.checkout(EVERYBODY, REQUEST)).status).toBe(201);
    expect(calls).toEqual(expected);
  });
});

Logger.overrideLogger(false);
