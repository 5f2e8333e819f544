import { alteration } from '../../../src/orders/decisions/state-seal.js';
import type { Verify } from '../../../src/orders/decisions/state-seal.js';
import type { OrderState } from '../../../src/orders/model/order.types.js';
import type { StoredWhole } from './observed.js';

type Trade = StoredWhole['trades'][number];

/** Facts that are told under their own names. */
const OF_ORDER = ['merchantOrderNo', 'side', 'status', 'version', 'createdAt', 'updatedAt', 'metadata'];
const OF_TERMS = ['fiat', 'amount', 'crypto', 'network', 'address', 'memo', 'payWayCode', 'country'];
const OF_RECORD = [
  'cryptoPrice',
  'cryptoQuantity',
  'rampFee',
  'rampFeeUnit',
  'networkFee',
  'rebateFiatAmount',
  'rebateUsdAmount',
  'fiatInUSD',
  'rampFeeInUSD',
  'cryptoNetworkFee',
  'networkFeeInUSD',
  'cryptoAmountInUSDT',
  'tokenAddress',
  'payType',
  'txHash',
  'paidAt',
  'transferredAt',
  'completedAt',
  'rampCreatedAt',
  'cryptoAmount',
  'cryptoActualAmount',
  'fiatAmount',
  'payoutAddress',
  'orderPageUrl',
  'paymentType',
  'failReason',
];

const under = (place: string, names: readonly string[]): [string, string][] =>
  names.map((name) => [name, `${place}.${name}`]);

/** By the field of a told order: the stored fact from which it follows, written here anew so that a gap shows. */
export const TOLD_BY: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...under('order', OF_ORDER), ...under('terms', OF_TERMS), ...under('facts', OF_RECORD)]),
  settled: 'order.status',
  final: 'order.status',
  retryable: 'order.status',
  failure: 'order.failureCode',
  inReview: 'order.inReview',
  reviewReasons: 'order.inReview',
  customer: 'order.customerId',
  clientSecret: 'order.secretSalt',
  trades: 'trade.status',
  payUrl: 'trade.payUrl',
  payUrlExpiresAt: 'trade.payUrlAt',
  orderNo: 'trade.orderNo',
  rampStatus: 'trade.rampStatus',
  paidAmount: 'facts.amount',
  /** Encrypted: its cipher authenticates it. */
  payee: 'order.merchantOrderNo',
};

/** Beside these: who may read an order, and what decides about its next trade. */
const ALSO = ['order.caller', 'order.guestBlock', 'order.erasedAt', 'trade.outcome', 'trade.sends', 'trade.stamp'];
const FACTS = [...new Set([...Object.values(TOLD_BY), ...ALSO])];

/** Stored facts that a writer in the database could forge unnoticed. */
export function unsealedFacts(stored: StoredWhole, verify: Verify): string[] {
  return FACTS.filter((fact) => {
    const state = withForged(stored, fact);
    return state !== null && alteration(state as unknown as OrderState, stored.events.length, verify) === null;
  }).map((fact) => `${stored.merchantOrderNo}: ${fact} can be forged unnoticed`);
}

/** null: it has no such fact. */
function withForged(stored: StoredWhole, fact: string): StoredWhole | null {
  const [place = '', name = ''] = fact.split('.');
  if (place === 'order') return { ...stored, order: changed(stored.order, name) };
  const current = stored.trades.at(-1);
  if (current === undefined || (fact === 'trade.payUrl' && current.payUrl === null)) return null;
  const trade = (): Trade => {
    if (place === 'facts') return { ...current, facts: changed(current.facts, name) };
    return place === 'terms' ? { ...current, asked: changed(current.asked, name) } : changed(current, name);
  };
  return place === 'terms' && current.asked === null ? null : { ...stored, trades: stored.trades.with(-1, trade()) };
}

const changed = <Row>(row: Row, name: string): Row => ({
  ...row,
  [name]: forged((row as Record<string, unknown>)[name]),
});

/** Another value of the same kind. */
function forged(value: unknown): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1);
  if (Buffer.isBuffer(value)) return Buffer.concat([value, Buffer.from([1])]);
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'object' && value !== null) return { ...value, forged: 'yes' };
  return `${typeof value === 'string' ? value : ''}forged`;
}
