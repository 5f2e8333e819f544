import { randomUUID } from 'node:crypto';
import { NO_OPTIONAL_TERMS } from '#src/platform/terms/order-terms.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type {
  OrderTerms,
  OpenMismatch,
  OrderRow,
  OrderState,
  TradeRefusal,
  ResolvedMismatch,
  TradeRow,
  Reservation,
} from '#src/orders/model/order.types.js';
import type { BuySnapshot, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { FACT_NAMES, factOf, TRADE_FACTS, withNulls } from '#src/ramp/port/trade-facts.js';
import type { FactName, StatedFacts } from '#src/ramp/port/trade-facts.js';
import { NOW, SECOND, MINUTE, at } from './moments.js';

/** Builders whose defaults are valid and consistent: one BUY order with one trade, number P-1 at the provider. */

export const APP_ID = 'app-1';
export const LEASE_ID = '00000000-0000-4000-8000-00000000000a';
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

export const BUY_STATUSES: readonly TradeStatus[] = [
  'CREATING',
  'AWAITING_PAYMENT',
  'PAYMENT_FAILED',
  'PAID',
  'TRANSFERRING',
  'CANCELLED',
  'COMPLETED',
  'REFUNDED',
  'REJECTED',
  'EXPIRED',
];

export const SELL_STATUSES: readonly TradeStatus[] = [
  'REGISTERED',
  'AWAITING_CRYPTO',
  'CRYPTO_RECEIVED',
  'PAYOUT_STARTED',
  'COMPLETED',
  'PAYOUT_FAILED',
  'REFUNDED',
  'EXPIRED',
];

export const ALL_STATUSES: readonly TradeStatus[] = [...new Set([...BUY_STATUSES, ...SELL_STATUSES])];

export const asked = (given: Partial<OrderTerms> = {}): OrderTerms => ({
  fiat: 'USD',
  amount: '100.00',
  crypto: 'USDT',
  network: 'ETH',
  address: ADDRESS,
  payWayCode: '10001',
  country: 'US',
  ...NO_OPTIONAL_TERMS,
  ...given,
});

export const NO_EMAIL = { customerEmail: null, customerEmailKeyId: null, customerEmailDigest: null };

export const orderRow = (given: Partial<OrderRow> = {}): OrderRow => ({
  merchantOrderNo: 'A-1001',
  side: 'BUY',
  addressKey: ADDRESS.toLowerCase(),
  caller: 'everybody',
  guestBlock: null,
  customerId: null,
  metadata: {},
  ...NO_EMAIL,
  status: 'AWAITING_PAYMENT',
  failureCode: null,
  inReview: false,
  announcedStatus: 'AWAITING_PAYMENT',
  version: 2,
  eventCount: 2,
  lastEventMac: Buffer.alloc(32, 2),
  secretSalt: Buffer.alloc(16, 1),
  secretUntil: null,
  firstTradeOfRequest: 1,
  attemptLease: null,
  attemptUntil: null,
  attemptPatienceUntil: null,
  erasedAt: null,
  keptUntil: null,
  stateMac: null,
  stateKeyId: null,
  createdAt: at(-10 * MINUTE),
  updatedAt: at(-9 * MINUTE),
  ...given,
});

/** Its number follows from `n`. */
/** Of an order whose first trade is about to be sent. */
export const reservation = (given: Partial<Reservation> = {}): Reservation => ({
  merchantOrderNo: 'A-1001',
  caller: 'everybody',
  customerId: null,
  ...NO_EMAIL,
  asked: asked(),
  shown: null,
  stamp: 1_769_860_800_123,
  attemptLease: randomUUID(),
  leaseMs: 21 * SECOND,
  patienceMs: 10 * MINUTE,
  cause: { kind: 'checkout' },
  ...given,
});

export function trade(given: Partial<TradeRow> & GivenFacts = {}): TradeRow {
  const n = given.n ?? 1;
  const merchantOrderNo = given.merchantOrderNo ?? 'A-1001';
  const { facts, rest } = split({ amount: '100.00', rampCreatedAt: at(-10 * MINUTE) }, given);
  return {
    tradeNo: n === 1 ? merchantOrderNo : `${merchantOrderNo}-r${n}`,
    merchantOrderNo,
    n,
    side: 'BUY',
    status: 'AWAITING_PAYMENT',
    outcome: 'created',
    superseded: false,
    asked: asked(),
    stamp: at(-10 * MINUTE).getTime(),
    sends: 1,
    orderNo: `P-${n}`,
    payUrl: `https://pay.example/${n}`,
    payUrlAt: at(-9 * MINUTE),
    givenUpAt: null,
    refusal: null,
    shownQuantity: null,
    tolerancePercent: null,
    slippagePercent: null,
    rampStatus: 'PENDING',
    lastSeen: null,
    notFoundAt: null,
    finalFieldsAsked: false,
    watchClass: 'young',
    nextQueryAt: NOW,
    plannedAt: NOW,
    leaseId: LEASE_ID,
    leaseUntil: at(20 * SECOND),
    hintedAt: null,
    hintCause: null,
    lastAskedAt: null,
    lastAnswerAt: null,
    understood: true,
    quietAnswers: 0,
    missedAnswers: 0,
    fruitlessAnswers: 0,
    registeredOrderNo: null,
    rampMerchantOrderNo: null,
    payeeSealed: null,
    payeeKeyId: null,
    payeeEmailDigest: null,
    statusAt: at(-9 * MINUTE),
    createdAt: at(-10 * MINUTE),
    updatedAt: at(-9 * MINUTE),
    ...rest,
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  };
}

/** Facts can be passed beside the other fields, times as dates. */
export type GivenFacts = Partial<Record<FactName, string | Date | null>>;

const isoOf = (date: Date): string => (Number.isNaN(date.getTime()) ? 'never' : date.toISOString());

function split<T extends { facts?: StatedFacts }>(
  known: GivenFacts,
  { facts, ...given }: T & GivenFacts,
): { facts: StatedFacts; rest: Omit<T, FactName | 'facts'> } {
  const isFact = ([name]: [string, unknown]): boolean => name in TRADE_FACTS;
  const entries = Object.entries(given);
  const said = Object.entries({ ...known, ...facts, ...Object.fromEntries(entries.filter(isFact)) }).map(
    ([name, value]: [string, unknown]) => [name, value instanceof Date ? isoOf(value) : value],
  );
  const rest = Object.fromEntries(entries.filter((entry) => !isFact(entry)));
  return { facts: Object.fromEntries(said) as StatedFacts, rest: rest as Omit<T, FactName | 'facts'> };
}

/** A trade with its facts beside the other fields, null if absent, times as dates. */
export type FlatTrade = TradeRow & Readonly<Record<FactName, unknown>>;

export function flat(row: TradeRow): FlatTrade {
  const facts = Object.entries(withNulls(row.facts, FACT_NAMES)).map(([name, value]: [string, string | null]) => {
    const isMoment = factOf(name as FactName).form === 'moment' && value !== null;
    return [name, isMoment ? new Date(value) : value];
  });
  return { ...row, ...(Object.fromEntries(facts) as Record<FactName, unknown>) };
}

/** A trade whose create request got no clear answer: no provider number. */
export const unknownTrade = (given: Partial<TradeRow> & GivenFacts = {}): TradeRow =>
  trade({
    status: 'CREATING',
    outcome: 'unknown',
    orderNo: null,
    payUrl: null,
    payUrlAt: null,
    rampStatus: null,
    amount: null,
    rampCreatedAt: null,
    ...given,
  });

export interface GivenState {
  readonly order?: Partial<OrderRow>;
  readonly trades?: readonly TradeRow[];
  readonly openMismatches?: readonly OpenMismatch[];
  readonly resolvedMismatches?: readonly ResolvedMismatch[];
  readonly now?: Date;
}

export const orderState = ({
  order,
  trades,
  openMismatches,
  resolvedMismatches,
  now,
}: GivenState = {}): OrderState => ({
  order: orderRow(order),
  trades: trades ?? [trade()],
  openMismatches: openMismatches ?? [],
  resolvedMismatches: resolvedMismatches ?? [],
  now: now ?? NOW,
});

export const openMismatch = (given: Partial<OpenMismatch> = {}): OpenMismatch => ({
  id: 'mismatch-1',
  tradeNo: 'A-1001',
  kind: 'field',
  field: 'address',
  asked: ADDRESS,
  seen: null,
  ...given,
});

export const refusal = (given: Partial<TradeRefusal> = {}): TradeRefusal => ({
  problem: 'crypto_not_available',
  returnCode: '3101',
  returnMsg: 'Please contact with our team to configure crypto',
  traceId: 'up-1',
  min: null,
  max: null,
  ...given,
});

/** The record of the default trade: equal to its terms, unpaid. */
export function buySeen(given: Partial<BuySnapshot> & GivenFacts = {}): BuySnapshot {
  const { facts, rest } = split({ amount: '100.00', rampCreatedAt: at(-10 * MINUTE) }, given);
  return {
    kind: 'BUY',
    side: 'BUY',
    orderNo: 'P-1',
    appId: APP_ID,
    rampStatus: 'PENDING',
    status: 'AWAITING_PAYMENT',
    crypto: 'USDT',
    network: 'ETH',
    address: ADDRESS,
    fiat: 'USD',
    country: 'US',
    unreadable: [],
    ...rest,
    facts,
  };
}

export function sellSeen(given: Partial<SellSnapshot> & GivenFacts = {}): SellSnapshot {
  const { facts, rest } = split({}, given);
  return {
    kind: 'SELL',
    side: null,
    orderNo: 'P-1',
    tradeNo: 'A-1001',
    appId: APP_ID,
    rampStatus: '1',
    status: 'AWAITING_CRYPTO',
    crypto: 'USDT',
    network: 'ETH',
    address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    fiat: 'USD',
    payee: { name: null, account: null, card: null, email: null },
    signature: null,
    unreadable: [],
    ...rest,
    facts,
  };
}
