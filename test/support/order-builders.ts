import { createHmac } from 'node:crypto';
import type { AskFirstService } from '#src/orders/ask/ask-first.service.js';
import type { CreateContext } from '#src/orders/decisions/decide-create.js';
import type { PollQuery, SnapshotContext } from '#src/orders/decisions/question.js';
import type { Seal } from '#src/orders/decisions/history.js';
import { verifyHistory } from '#src/orders/decisions/history.js';
import type { ChangeTools } from '#src/orders/decisions/order-change.js';
import type { PayeeTools, SealedPayee } from '#src/orders/decisions/payee.js';
import { NO_OPTIONAL_TERMS } from '#src/platform/terms/order-terms.js';
import type { Digest } from '#src/platform/redaction/for-history.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type {
  OrderTerms,
  OpenMismatch,
  OrderEvent,
  OrderRow,
  OrderState,
  TradeRefusal,
  ResolvedMismatch,
  TradeRow,
} from '#src/orders/model/order.types.js';
import type { BuySnapshot, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { FACT_NAMES, factOf, TRADE_FACTS, withNulls } from '#src/ramp/port/trade-facts.js';
import type { FactName, StatedFacts } from '#src/ramp/port/trade-facts.js';
import { freshDatabase } from './database.js';
import { serviceKey } from './service-keys.js';

/** Builders whose defaults are valid and consistent: one BUY order with one trade, number P-1 at the provider. */

export const NOW = new Date('2026-01-31T12:00:00.000Z');
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const APP_ID = 'app-1';
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** `ms` after NOW; negative: before. */
export const at = (ms: number): Date => new Date(NOW.getTime() + ms);

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
  firstTradeOfRequest: 1,
  driveLease: null,
  driveUntil: null,
  drivePatienceUntil: null,
  erasedAt: null,
  keptUntil: null,
  stateMac: null,
  stateKeyId: null,
  createdAt: at(-10 * MINUTE),
  updatedAt: at(-9 * MINUTE),
  ...given,
});

/** Its number follows from `n`. */
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
    leaseId: QUESTION.leaseId,
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

export const QUESTION: PollQuery = {
  leaseId: '00000000-0000-4000-8000-00000000000a',
  askedAt: at(-SECOND),
};

export const POLICY = {
  firstDelayMs: 5 * SECOND,
  watchClosedMs: 30 * DAY,
  expiryMs: DAY,
  saleExpiryMs: 3 * DAY,
  forgetsUnpaidAfterMs: null,
};

/** Payees as plain JSON under a key named k1; other bytes are unreadable. */
export const openPayees = (digest: Digest = (text) => `digest-of-${text.length}`): PayeeTools => ({
  digest,
  seal: (_tradeNo, payee) => ({
    payeeSealed: Buffer.from(JSON.stringify(payee)),
    payeeKeyId: 'k1',
    payeeEmailDigest: payee.email === null ? null : Buffer.from(payee.email),
  }),
  open: ({ payeeSealed }) => {
    if (payeeSealed === null) return null;
    try {
      return JSON.parse(payeeSealed.toString()) as SealedPayee;
    } catch {
      return 'unreadable';
    }
  },
});

/** `chance` in the middle: no jitter. */
export const snapshotContext = (given: Partial<SnapshotContext> = {}): SnapshotContext => ({
  appId: APP_ID,
  policy: POLICY,
  chance: 0.5,
  evidence: { seen: { data: 'as it came' } },
  orderNoClash: false,
  payees: openPayees(),
  ...given,
});

/** No lookup before a first send. */
export const NOT_ASKED_FIRST = {
  epochToAskIn: null,
  ask: () => Promise.resolve({ kind: 'free' }),
} as unknown as AskFirstService;

export const DRIVE_LEASE = '00000000-0000-4000-8000-0000000000d1';

export const createContext = (given: Partial<CreateContext> = {}): CreateContext => ({
  driveLease: DRIVE_LEASE,
  policy: POLICY,
  asksFirst: false,
  chance: 0.5,
  evidence: null,
  ...given,
});

const SEAL_KEY = 'a key for tests';

export const seal: Seal = (text) => ({ keyId: 'k1', mac: createHmac('sha256', SEAL_KEY).update(text).digest() });

/** Ids are counted: id-1, id-2, ... */
export function changeTools(): ChangeTools {
  let ids = 0;
  const digest: Digest = (text) => `digest-of-${text.length}`;
  const states = { seal, verify: (text: string, _keyId: string, mac: Buffer) => mac.equals(seal(text).mac) };
  return { seal, digest, states, payees: openPayees(digest), newId: () => `id-${(ids += 1)}` };
}

/**
 * The order writer on a real database, wired by hand. Modules are loaded here, so that tests of pure files load no ORM.
 * `env` overrides settings.
 */
export async function openOrderWriter(url: string, env: Readonly<Record<string, string>> = {}) {
  const [
    { createDataSource },
    { Database },
    { readSettings },
    { KeysService },
    { ServiceKeyRepository },
    { PollResultWriter },
    { OrderSealsService },
    { PollRequestsService },
    { ChangeRepository },
    { StoredOrders },
    { StateCheck },
    { AttemptRecorder },
    { RegistrationService },
    { OrderView },
    { AttemptLeases },
    { EpochRepository },
    { EpochService },
    { WatchRepository },
    { OrderWriterService },
    { OrderEditsService },
    { OrderChanges },
    { OrderWaits },
    { OrderWatch },
    { ClaimRepository },
    { Metrics },
    { SecurityLog },
  ] = await Promise.all([
    import('#src/data-source.js'),
    import('#src/platform/database/database.js'),
    import('#src/platform/config/environment.js'),
    import('#src/platform/crypto/keys.service.js'),
    import('#src/platform/crypto/service-key.repository.js'),
    import('#src/orders/write/poll-result-writer.service.js'),
    import('#src/orders/secrets/order-seals.service.js'),
    import('#src/orders/ask/poll-requests.service.js'),
    import('#src/orders/storage/change.repository.js'),
    import('#src/orders/storage/stored-orders.service.js'),
    import('#src/orders/storage/state-check.js'),
    import('#src/orders/write/attempt-recorder.service.js'),
    import('#src/orders/write/registration.service.js'),
    import('#src/reading/api/order-view.presenter.js'),
    import('#src/orders/write/attempt-leases.service.js'),
    import('#src/orders/storage/epoch.repository.js'),
    import('#src/orders/epoch/epoch.service.js'),
    import('#src/orders/storage/watch.repository.js'),
    import('#src/orders/write/order-writer.service.js'),
    import('#src/orders/write/order-edits.service.js'),
    import('#src/orders/write/order-changes.js'),
    import('#src/follow/changes/order-waits.service.js'),
    import('#src/follow/changes/order-watch.service.js'),
    import('#src/reconciliation/claim.repository.js'),
    import('#src/platform/telemetry/metrics.js'),
    import('#src/platform/telemetry/security-log.js'),
  ]);
  const settings = readSettings({
    DATABASE_URL: url,
    RAMP_BASE_URL: 'https://ramp.example',
    RAMP_APP_ID: APP_ID,
    RAMP_APP_SECRET: 'a secret for tests',
    SERVICE_KEY: serviceKey('7'),
    ...env,
  });
  const source = createDataSource(url);
  const database = new Database(source);
  const keys = new KeysService(settings, new ServiceKeyRepository(database));
  const metrics = new Metrics();
  const security = new SecurityLog(metrics);
  const check = new StateCheck(database, keys, security, metrics);
  const orders = new StoredOrders(database, check);
  const changes = new ChangeRepository(database);
  const seals = new OrderSealsService(keys);
  const orderChanges = new OrderChanges();
  const writes = new OrderWriterService(orders, changes, seals, settings, metrics, orderChanges);
  const watch = new OrderWatch(orders, database, orderChanges);
  const watches = new WatchRepository(database);
  const epochs = new EpochService(new EpochRepository(database), settings, metrics);
  const leases = new AttemptLeases(database, orderChanges);
  const tradeRecord = new AttemptRecorder(writes, leases, orders, epochs, settings);
  const registrations = new RegistrationService(writes, watches, settings);
  const answers = new PollResultWriter(orders, writes, seals, watches, epochs, settings);
  const close = async (): Promise<void> => {
    watch.onModuleDestroy();
    if (source.isInitialized) await source.destroy();
  };
  return {
    settings,
    database,
    keys,
    check,
    orders,
    epochs,
    writes,
    orderChanges,
    watch,
    waits: new OrderWaits(watch),
    tradeRecord,
    leases,
    edits: new OrderEditsService(orders, writes, orderChanges, metrics),
    answers,
    registrations,
    seals,
    pollRequests: new PollRequestsService(watches, settings),
    view: new OrderView(seals, settings),
    claims: new ClaimRepository(database),
    metrics,
    url,
    close,
  };
}

export const FORGET_ORDERS = 'TRUNCATE orders, trades, schedules, order_events, mismatches, outbox CASCADE';

export type OrderWriter = Awaited<ReturnType<typeof openOrderWriter>>;

/** The same on a database of its own, dropped by `close`. */
export async function openOwnOrderWriter(env: Readonly<Record<string, string>> = {}): Promise<OrderWriter> {
  const database = await freshDatabase();
  const opened = await openOrderWriter(database.url, env);
  const close = async (): Promise<void> => {
    await opened.close();
    await database.drop();
  };
  return { ...opened, close };
}

/** Closes it; throws if a history is not intact. */
export async function closeWhole(opened: OrderWriter): Promise<void> {
  try {
    const problems = await historyProblems(opened);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await opened.close();
  }
}

/** Faults in the stored histories of all orders; empty: all intact. */
export async function historyProblems({ database, keys }: OrderWriter): Promise<string[]> {
  const ring = await keys.ring();
  const problems: string[] = [];
  const orders = await database.query<{ no: string; count: number; mac: Buffer }>(
    'SELECT merchant_order_no AS no, event_count AS count, last_event_mac AS mac FROM orders',
  );
  for (const { no, count, mac } of orders) {
    const events = await database.query<OrderEvent>(
      `SELECT merchant_order_no AS "merchantOrderNo", seq, at, trade_no AS "tradeNo", kind, cause, data, evidence,
            evidence_mac AS "evidenceMac",
              key_id AS "keyId", mac FROM order_events WHERE merchant_order_no = $1 ORDER BY seq`,
      [no],
    );
    const end = { eventCount: count, lastEventMac: mac };
    const faults = verifyHistory(end, events, (text, keyId) => ring.mac('history', text, keyId));
    problems.push(...faults.map(({ seq, detail }) => `${no}: ${seq ?? 'end'} ${detail}`));
  }
  return problems;
}
