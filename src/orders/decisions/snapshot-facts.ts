import { factOf, FACT_NAMES } from '../../ramp/port/trade-facts.js';
import type { FactName, Facts } from '../../ramp/port/trade-facts.js';
import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { isPaid, paidStage } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';
import type { FirstStated } from './expectation.js';
import type { TradeRow } from '../model/order.types.js';

/** Drops times of steps not reached yet: some providers fill them in. Throws if a value has the wrong form. */
export function factsAfter(
  trade: TradeRow,
  snapshot: TradeSnapshot,
  status: TradeStatus,
  now: Date,
  first: FirstStated,
): Facts {
  const { facts: before } = trade;
  const { facts: stated, kind } = snapshot;
  const isSale = kind === 'SELL';
  const { paidAt, transferredAt, completedAt = null } = stated;
  const facts = {
    ...stated,
    paidAt: isPaid(status) ? paidAt : null,
    transferredAt: isSale && paidStage(status) <= 1 ? null : transferredAt,
    // Without a completion time in the record: the time of the first answer that said so.
    completedAt: status === 'COMPLETED' ? (completedAt ?? before.completedAt ?? now.toISOString()) : null,
    ...(isSale ? firstSeen(trade, snapshot, first) : {}),
  };
  const present = Object.entries(facts).filter((entry): entry is [FactName, string] => (entry[1] ?? null) !== null);
  const odd = present.find(([name, value]) => !isStorable(name, value));
  if (odd !== undefined) throw new Error(`${odd[0]} has no form that can be kept`);
  return { ...before, ...Object.fromEntries(present) };
}

/** Bounded for the sums in reports. */
const DECIMAL = /^-?\d{1,1000}(?:\.\d{1,1000})?$/;

function isStorable(name: FactName, value: string): boolean {
  const { form } = factOf(name);
  if (form === 'decimal') return DECIMAL.test(value);
  return form === 'text' || !Number.isNaN(Date.parse(value));
}

function firstSeen({ facts, status }: TradeRow, { address, facts: stated }: TradeSnapshot, first: FirstStated) {
  const cryptoAmount = stated.cryptoAmount ?? null;
  return {
    payoutAddress: first.keep('address', facts.payoutAddress ?? null, address),
    cryptoAmount: isPaid(status) ? first.keep('cryptoAmount', facts.cryptoAmount ?? null, cryptoAmount) : cryptoAmount,
  };
}

export type FieldChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

const SUBSTANCE: ReadonlySet<string> = new Set([
  'status',
  'outcome',
  'orderNo',
  'rampMerchantOrderNo',
  ...FACT_NAMES.filter((name) => factOf(name).isSubstance),
]);

const PRICES = FACT_NAMES.filter((name) => factOf(name).isPrice);
const IS_PRICE: ReadonlySet<string> = new Set(PRICES);

export const isSubstance = (changes: FieldChanges): boolean => Object.keys(changes).some((name) => SUBSTANCE.has(name));

/** Unpaid, and only known prices changed: no news, and nothing to store. */
export function isDrift({ status }: Pick<TradeRow, 'status'>, changes: FieldChanges): boolean {
  const isDrifting = ([name, { from }]: [string, FieldChanges[string]]): boolean => IS_PRICE.has(name) && from !== null;
  return !isPaid(status) && Object.entries(changes).every(isDrifting);
}

export function undrifted(trade: TradeRow, { facts }: TradeRow): TradeRow {
  const before = Object.fromEntries(PRICES.flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));
  return { ...trade, facts: { ...trade.facts, ...before } };
}
