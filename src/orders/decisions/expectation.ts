import { compareDecimals, isPositiveDecimal } from '../../platform/terms/decimal.js';
import { allTerms } from '../../platform/terms/order-terms.js';
import type { TradeSnapshot, SellSnapshot } from '../../ramp/port/ramp.types.js';
import { saysOfPayee } from './payee.js';
import { isPaid } from '../model/order-status.js';
import { sameAddressOn, sameAs, sameCoinOn, sameText } from './same-value.js';
import type { Same } from './same-value.js';
import type { ObservedMismatch, TradeRow, OrderState } from '../model/order.types.js';
import { existsAtProvider } from './existence.js';
import type { SnapshotContext } from './question.js';
import { isResolved } from './mismatches.js';

const IDENTIFYING = new Set(['side', 'crypto', 'network', 'address']);
/** Before a sale is found, only its numbers and its application identify it. */
const IDENTIFYING_SALE = new Set(['side', 'appId']);
const NUMBERS: ReadonlySet<string> = new Set(['orderNo', 'merchantOrderNo']);

/**
 * `foreign`: of another trade, and ignored. A BUY record does not name our number: without the provider's number, a
 * record of another purchase or of no number is foreign. An unfound sale needs the number of the query.
 */
export function compareRecord(
  trade: TradeRow,
  snapshot: TradeSnapshot,
  { appId, orderNoClash }: Pick<SnapshotContext, 'appId' | 'orderNoClash'>,
): { readonly foreign: boolean; readonly observed: ObservedMismatch[] } {
  const { tradeNo } = trade;
  const differing = [
    ...compareWithTerms(trade, snapshot, appId),
    ...(snapshot.kind === 'SELL' ? compareSale(trade, snapshot) : []),
  ];
  const named = new Set(differing.map(({ field }) => field));
  const compared = [...differing, ...nothingDelivered(trade, snapshot).filter(({ field }) => !named.has(field))];
  if (orderNoClash) {
    const clash = { tradeNo, kind: 'order_no_clash', field: 'orderNo', asked: null, seen: snapshot.orderNo } as const;
    return { foreign: true, observed: [clash] };
  }
  const other = compared.find(({ field }) => NUMBERS.has(field));
  const identifying = snapshot.kind === 'BUY' ? IDENTIFYING : IDENTIFYING_SALE;
  const isOther = !existsAtProvider(trade) && compared.some(({ field }) => identifying.has(field));
  if (other === undefined && !isOther && isNamed(trade, snapshot)) return { foreign: false, observed: compared };
  // Leave out its other differences: they may hold another customer's personal data.
  const numbers = other ?? { field: 'orderNo', asked: trade.orderNo, seen: snapshot.orderNo };
  return { foreign: true, observed: [{ ...numbers, tradeNo, kind: 'foreign' }] };
}

/** The record that staff sees if it is not believed. A foreign one may hold another customer's personal data. */
export function recordForStaff(trade: TradeRow, snapshot: TradeSnapshot, context: SnapshotContext): unknown {
  try {
    return compareRecord(trade, snapshot, context).foreign ? trade.lastSeen : context.evidence.seen;
  } catch {
    // It cannot be compared: its number alone says whose it is.
    const isOwn = trade.orderNo !== null && trade.orderNo === snapshot.orderNo;
    return isOwn ? context.evidence.seen : trade.lastSeen;
  }
}

function isNamed(trade: TradeRow, snapshot: TradeSnapshot): boolean {
  if (snapshot.kind === 'SELL' && !existsAtProvider(trade)) {
    // Registered by the provider's number, or else by ours.
    return ((trade.orderNo === null ? snapshot.tradeNo : snapshot.orderNo) ?? '') !== '';
  }
  const isOurs = snapshot.kind === 'SELL' && !!snapshot.tradeNo && snapshot.tradeNo === trade.rampMerchantOrderNo;
  return trade.orderNo !== null || snapshot.orderNo !== null || isOurs;
}

const DELIVERED = ['cryptoQuantity', 'cryptoAmount', 'cryptoActualAmount', 'fiatAmount'] as const;

/** Empty fields are skipped. The amount is compared once paid: the customer may change it on the page. */
export function compareWithTerms(trade: TradeRow, snapshot: TradeSnapshot, appId: string): ObservedMismatch[] {
  const found: ObservedMismatch[] = [];
  const differs = (field: string, asked: string | null, seen: string | null, same = sameAs(field)): void => {
    if (asked === null || seen === null || asked === '' || seen === '' || same(asked, seen)) return;
    found.push({ tradeNo: trade.tradeNo, kind: 'field', field, asked, seen });
  };
  differs('appId', appId, snapshot.appId, sameText);
  differs('orderNo', trade.orderNo, snapshot.orderNo, sameText);
  if (snapshot.kind === 'BUY') {
    differs('side', 'BUY', snapshot.side);
    compareBuy(allTerms(trade.asked), snapshot, differs);
  }
  return found;
}

/** Amounts of a completed trade that are not positive. At PAID an amount may be a placeholder. */
export function nothingDelivered({ tradeNo }: TradeRow, { status, facts }: TradeSnapshot): ObservedMismatch[] {
  if (status !== 'COMPLETED') return [];
  return DELIVERED.flatMap((field) => {
    const value = facts[field] ?? '';
    const isOdd = value !== '' && !isPositiveDecimal(value);
    return isOdd ? [{ tradeNo, kind: 'field', field, asked: 'more than 0', seen: value } as const] : [];
  });
}

export function isCompared(snapshot: TradeSnapshot, field: string): boolean {
  if (field === 'amount' && (snapshot.status === null || !isPaid(snapshot.status))) return false;
  if (snapshot.kind === 'SELL') {
    const ofPayee = saysOfPayee(snapshot, field);
    if (ofPayee !== null) return ofPayee;
    if (field === 'merchantOrderNo') return (snapshot.tradeNo ?? '') !== '';
  }
  const [, stated] = Object.entries({ ...snapshot, ...snapshot.facts }).find(([name]) => name === field) ?? [];
  return typeof stated === 'string' && stated !== '';
}

type Differs = (field: string, asked: string | null, seen: string | null, same?: Same) => void;

function compareBuy(
  asked: ReturnType<typeof allTerms>,
  snapshot: TradeSnapshot & { kind: 'BUY' },
  differs: Differs,
): void {
  differs('fiat', asked.fiat, snapshot.fiat);
  differs('crypto', asked.crypto, snapshot.crypto, sameCoinOn(asked.network));
  differs('network', asked.network, snapshot.network);
  differs('address', asked.address, snapshot.address, sameAddressOn(asked.network, asked.memo));
  differs('country', asked.country, snapshot.country);
  if (snapshot.status !== null && isPaid(snapshot.status)) {
    differs('amount', asked.amount, snapshot.facts.amount ?? null, (a, b) => compareDecimals(a, b) === 0);
  }
}

/** A sale is not ordered here, so the first record with one of these terms fixes it. */
const STATED = ['fiat', 'crypto', 'network'] as const;
export type RecordTerms = { readonly [N in (typeof STATED)[number]]: string | null };

/**
 * The crypto amount is compared once sent: until then the customer may change it on the provider's pages. What came is
 * compared at the end: less than was sold is no complete sale.
 */
function compareSale(trade: TradeRow, snapshot: SellSnapshot): ObservedMismatch[] {
  const found: ObservedMismatch[] = [];
  const differs = (field: string, asked: string | null, seen: string | null, same = sameAs(field)): void => {
    if (asked === null || seen === null || seen === '' || same(asked, seen)) return;
    found.push({ tradeNo: trade.tradeNo, kind: 'field', field, asked, seen });
  };
  differs('side', 'SELL', snapshot.side);
  differs('merchantOrderNo', trade.rampMerchantOrderNo, snapshot.tradeNo, sameText);
  const stored = statedTerms(trade);
  const network = stored.network ?? snapshot.network;
  for (const name of STATED) {
    differs(name, stored[name], snapshot[name], name === 'crypto' ? sameCoinOn(network) : undefined);
  }
  differs('address', trade.facts.payoutAddress ?? null, snapshot.address, sameAddressOn(network));
  if (isPaid(trade.status)) {
    const [first, newest] = [trade.facts.cryptoAmount ?? null, snapshot.facts.cryptoAmount ?? null];
    differs('cryptoAmount', first, newest, (a, b) => compareDecimals(a, b) === 0);
  }
  if (snapshot.status === 'COMPLETED') {
    const { cryptoAmount = null, cryptoActualAmount = null } = snapshot.facts;
    differs('cryptoActualAmount', cryptoAmount, cryptoActualAmount, (sold, came) => compareDecimals(came, sold) >= 0);
  }
  return found;
}

export const statedTerms = ({ asked }: Pick<TradeRow, 'asked'>): RecordTerms =>
  termsBy((name) => asked?.[name] ?? null);

const termsBy = (value: (name: keyof RecordTerms) => string | null): RecordTerms =>
  Object.fromEntries(STATED.map((name) => [name, value(name)])) as unknown as RecordTerms;

/** Keeps the first value of a field; a different value replaces it only after staff resolved that difference. */
export class FirstStated {
  constructor(
    private readonly state: OrderState,
    private readonly observed: readonly ObservedMismatch[],
  ) {}

  keep(field: string, stored: string | null, stated: string | null): string | null {
    const difference = this.observed.find((one) => one.field === field && one.kind === 'field');
    if (stored === null) return stated;
    return difference !== undefined && isResolved(this.state, difference) ? stated : stored;
  }

  terms(trade: TradeRow, snapshot: SellSnapshot): RecordTerms {
    const stored = statedTerms(trade);
    return termsBy((name) => this.keep(name, stored[name], snapshot[name]));
  }
}
