import { FACT_NAMES, factOf } from '../../ramp/port/trade-facts.js';
import { isPaid } from '../model/order-status.js';
import type { TradeRow } from '../model/order.types.js';

/** The changed fields of an answer, with the values as stored. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** Fields that count as news: status, numbers, transaction, times. */
const SUBSTANCE: ReadonlySet<string> = new Set([
  ...['status', 'outcome', 'orderNo', 'rampMerchantOrderNo'],
  ...FACT_NAMES.filter((name) => factOf(name).isSubstance),
]);

const PRICES = FACT_NAMES.filter((name) => factOf(name).isPrice);
const IS_PRICE: ReadonlySet<string> = new Set(PRICES);

/** News of substance resets the backoff; other changed facts do not. */
export const isSubstance = (changes: Changes): boolean => Object.keys(changes).some((name) => SUBSTANCE.has(name));

/** Unpaid, and only known prices changed: no news, and nothing to store. */
export function isDrift({ status }: Pick<TradeRow, 'status'>, changes: Changes): boolean {
  const isDrifting = ([name, { from }]: [string, Changes[string]]): boolean => IS_PRICE.has(name) && from !== null;
  return !isPaid(status) && Object.entries(changes).every(isDrifting);
}

export function undrifted(trade: TradeRow, { facts }: TradeRow): TradeRow {
  const before = Object.fromEntries(PRICES.flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));
  return { ...trade, facts: { ...trade.facts, ...before } };
}
