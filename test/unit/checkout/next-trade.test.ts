import { expect, it, vi } from 'vitest';
import { Logger } from '@nestjs/common';
import { NextTradeService } from '#src/checkout/next-trade.service.js';
import type { NextTrade } from '#src/checkout/next-trade.service.js';
import { AttemptRunner } from '#src/checkout/attempt-runner.service.js';
import type { Attempt } from '#src/checkout/attempt-runner.service.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { DRIVE_LEASE, NOT_ASKED_FIRST } from '../../support/decision-contexts.js';
import { MINUTE } from '../../support/moments.js';
import { orderRow, orderState, trade, unknownTrade } from '../../support/order-builders.js';

const OVER = orderState({ order: orderRow({ status: 'CANCELLED' }), trades: [trade({ status: 'CANCELLED' })] });
const FOLLOWED = orderState({
  trades: [trade({ status: 'CANCELLED' }), trade({ tradeNo: 'A-1001-r2', n: 2 })],
});
const NEXT: NextTrade = {
  cause: 'retry',
  by: 'key:k1',
  customer: { id: null, email: null, accessToken: null },
  shown: null,
  obstacle: () => null,
  check: () => Promise.resolve({}),
};

const PAID = orderState({ order: orderRow({ status: 'PAID' }), trades: [trade({ status: 'PAID' })] });
const FAILS = (): Promise<never> => Promise.reject(new Error('the database is away'));
const NEVER_CREATED = { outcome: 'never_created', orderNo: null, payUrl: null, payUrlAt: null } as const;
const NO_EMAIL = { customerOf: () => Promise.resolve(NEXT.customer), seal: () => Promise.resolve({}) };

/** Begins after `OVER`; once it holds the lease, the provider's answers give `asked`. */
async function begin(
  asked: typeof OVER | null,
  next: NextTrade = NEXT,
  emails: object = NO_EMAIL,
  record: () => Promise<null> = FAILS,
  lookUps: object = NOT_ASKED_FIRST,
) {
  const deeds: string[] = [];
  const polled: string[] = [];
  const askAll = (_number: string, _cause: unknown, { about }: { about: (trade: TradeRow) => boolean }) => {
    polled.push(...(asked?.trades ?? []).filter(about).map(({ tradeNo }) => tradeNo));
    return Promise.resolve(asked);
  };
  const unused = {} as never;
  const orders = { find: () => Promise.resolve({ state: PAID }) } as never;
  const service = new NextTradeService(
    ...([orders, unused, { askAll } as never] as const),
    lookUps as never,
    {
      take: (number: string, lease: string) => Promise.resolve(deeds.push(`take ${number} ${lease}`) > 0),
      release: (number: string, lease: string) => Promise.resolve(deeds.push(`release ${number} ${lease}`)),
    } as never,
    {
      newLease: () => ({ id: 'mine', durationMs: 1000 }),
      begin: record,
    } as never,
    ...([emails as never, { orders: { maxTrades: 5 }, checkout: { patienceMs: MINUTE } } as never] as const),
  );
  const result = await service.begin(OVER, next, performance.now() + MINUTE).catch((error: unknown) => error);
  return { deeds, polled, result };
}

const RETURNED = ['take A-1001 mine', 'release A-1001 mine'];

it('a retry that another one overtook follows its trade and gives the lease back', async () => {
  const { deeds, result } = await begin(FOLLOWED);
  expect(result).toEqual({ kind: 'followed', state: FOLLOWED });
  expect(deeds).toEqual(RETURNED);
});

it.each<[string, typeof OVER | null, NextTrade, object]>([
  ['no answer about a page', null, NEXT, { code: 'ramp_unavailable' }],
  [
    'an answer that is not understood',
    OVER,
    { ...NEXT, obstacle: () => 'order_in_review' },
    { code: 'order_in_review' },
  ],
])('a retry with %s makes nothing and gives the lease back', async (_, asked, next, problem) => {
  const { deeds, result } = await begin(asked, next);
  expect(result).toMatchObject(problem);
  expect(deeds).toEqual(RETURNED);
});

it.each<[string, readonly Partial<TradeRow>[], string[]]>([
  ['each trade whose page was returned', [{ status: 'PAYMENT_FAILED' }, {}], ['A-1001', 'A-1001-r2']],
  ['an older page, though the newest trade was never created', [{}, NEVER_CREATED], ['A-1001']],
  [
    'no trade without a page',
    [
      { payUrl: null, payUrlAt: null },
      { payUrl: null, payUrlAt: null },
    ],
    [],
  ],
  ['no trade whose watch has ended', [{ nextQueryAt: null }, {}], ['A-1001-r2']],
])('a retry polls %s', async (_, trades, expected) => {
  const older = orderState({ trades: trades.map((given, index) => trade({ ...given, n: index + 1 })) });
  expect((await begin(older)).polled).toEqual(expected);
});

it.each([
  ['unclear', 'order_in_review'],
  ['unknown', 'ramp_unavailable'],
  ['doubted', 'ramp_unavailable'],
])('a retry makes nothing if a look-up of what lost commits may have sent is %s', async (kind, code) => {
  const lookedUp = { lookUp: () => Promise.resolve({ kind }) };
  const { deeds, result } = await begin(OVER, NEXT, NO_EMAIL, FAILS, lookedUp);
  expect(result).toMatchObject({ code });
  expect(deeds).toEqual(RETURNED);
});

it('a retry that fails before its commit releases the lease', async () => {
  const { deeds, result } = await begin(OVER, NEXT, { ...NO_EMAIL, seal: FAILS });
  expect(result).toMatchObject({ message: 'the database is away' });
  expect(deeds).toEqual(RETURNED);
});

it('a retry whose commit may have succeeded keeps the lease, so that the worker continues', async () => {
  const { deeds, result } = await begin(OVER);
  expect(result).toMatchObject({ message: 'the database is away' });
  expect(deeds).toEqual(['take A-1001 mine']);
});

it('a retry whose order is paid before its commit makes nothing and gives the lease back', async () => {
  const obstacle: NextTrade['obstacle'] = ({ order }) => (order.status === 'PAID' ? 'order_not_retryable' : null);
  const { deeds, result } = await begin(OVER, { ...NEXT, obstacle }, NO_EMAIL, () => Promise.resolve(null));
  expect(result).toEqual({ kind: 'over', state: PAID });
  expect(deeds).toEqual(RETURNED);
});

it('a retry of an order that needs none takes no lease', async () => {
  const { deeds, result } = await begin(OVER, { ...NEXT, obstacle: () => 'order_not_retryable' });
  expect(result).toEqual({ kind: 'over', state: OVER });
  expect(deeds).toEqual([]);
});

// A differing trade is logged, which is expected here.
Logger.overrideLogger(false);

const STAMP = 1_769_860_800_123;
const inFlight = (n: number) => unknownTrade({ n, outcome: 'in_flight', stamp: STAMP });
const driven = (attemptLease: string | null, ...trades: OrderState['trades']): OrderState =>
  orderState({ order: { attemptLease }, trades });

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
      NOT_ASKED_FIRST,
      unused,
      unused,
      unused,
    ] as const),
  );
  const drive = { state, lease: { id: DRIVE_LEASE }, customer: {}, callerWaits: true, cause: 'checkout' };
  expect(await drives.sendReserved(drive as unknown as Attempt, STAMP)).toEqual({ kind: 'lost' });
  expect(createTrade).not.toHaveBeenCalled();
});
