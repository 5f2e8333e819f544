import { FACT_NAMES, factOf } from '../../ramp/port/trade-facts.js';
import { isPaid } from '../model/order-status.js';
import type { TradeRow } from '../model/order.types.js';

/** What an answer changed, by field, in the form in which it is stored. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** A status, a number, a transaction or a time. */
const SUBSTANCE: ReadonlySet<string> = new Set([
  ...['status', 'outcome', 'orderNo', 'rampMerchantOrderNo'],
  ...FACT_NAMES.filter((name) => factOf(name).isSubstance),
]);

const PRICES = FACT_NAMES.filter((name) => factOf(name).isPrice);
const IS_PRICE: ReadonlySet<string> = new Set(PRICES);

/** Is it worth asking again soon? Where a fact alone differs from the last answer, nothing has happened. */
export const isSubstance = (changes: Changes): boolean => Object.keys(changes).some((name) => SUBSTANCE.has(name));

/** Nobody has paid, and only prices that were known already differ: no news, and nothing to keep. */
export function isDrift({ status }: Pick<TradeRow, 'status'>, changes: Changes): boolean {
  const isDrifting = ([name, { from }]: [string, Changes[string]]): boolean => IS_PRICE.has(name) && from !== null;
  return !isPaid(status) && Object.entries(changes).every(isDrifting);
}

/** The trade with the prices that it had before. */
export function undrifted(trade: TradeRow, { facts }: TradeRow): TradeRow {
  const before = Object.fromEntries(PRICES.flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));
  return { ...trade, facts: { ...trade.facts, ...before } };
}
