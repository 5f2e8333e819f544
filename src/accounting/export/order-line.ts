import { leadingTrade } from '../../orders/model/fold.js';
import type { FoldedTrade } from '../../orders/model/fold.js';
import { isPaid } from '../../orders/model/order-status.js';
import type { OrderRow, TradeRow } from '../../orders/model/order.types.js';
import { FACT_NAMES, withNulls } from '../../ramp/port/trade-facts.js';
import type { FactName } from '../../ramp/port/trade-facts.js';
import type { ExportFormat } from './export.types.js';
import { csvField } from '../report/render-csv.js';

/** Of an order, what stands in its line. */
export type ExportedOrder = Pick<
  OrderRow,
  | 'merchantOrderNo'
  | 'side'
  | 'status'
  | 'failureCode'
  | 'inReview'
  | 'createdAt'
  | 'updatedAt'
  | 'fiat'
  | 'amount'
  | 'crypto'
  | 'network'
  | 'payWayCode'
  | 'country'
  | 'customerId'
  | 'metadata'
> & { readonly trades: readonly (FoldedTrade & Pick<TradeRow, 'orderNo' | 'rampStatus' | 'facts'>)[] };

/** For whoever counts money: not where the crypto goes, nor pages, nor words about what went wrong. */
const LEFT_OUT = ['amount', 'payoutAddress', 'orderPageUrl', 'failReason'] as const;
type LeftOut = (typeof LEFT_OUT)[number];

const isExported = (name: FactName): name is Exclude<FactName, LeftOut> => !LEFT_OUT.includes(name as LeftOut);
const FACTS = FACT_NAMES.filter(isExported);

/** The fields of a line, in their order. The trade that speaks for the order says what the provider stated. */
export function lineOf({ trades, ...order }: ExportedOrder) {
  const lead = trades.length === 0 ? null : leadingTrade(trades);
  const facts = lead?.facts ?? {};
  return {
    merchantOrderNo: order.merchantOrderNo,
    side: order.side,
    status: order.status,
    failureCode: order.failureCode,
    inReview: order.inReview,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    orderNo: lead?.orderNo ?? null,
    rampStatus: lead?.rampStatus ?? null,
    fiat: order.fiat,
    amount: order.amount,
    paidAmount: lead !== null && isPaid(lead.status) ? (facts.amount ?? null) : null,
    crypto: order.crypto,
    network: order.network,
    payWayCode: order.payWayCode,
    country: order.country,
    ...withNulls(facts, FACTS),
    customerId: order.customerId,
    metadata: order.metadata,
  };
}

type Line = ReturnType<typeof lineOf>;

const NAMES: readonly (keyof Line)[] = [
  ...(['merchantOrderNo', 'side', 'status', 'failureCode', 'inReview', 'createdAt', 'updatedAt'] as const),
  ...(['orderNo', 'rampStatus', 'fiat', 'amount', 'paidAmount', 'crypto', 'network', 'payWayCode', 'country'] as const),
  ...FACTS,
  ...(['customerId', 'metadata'] as const),
];

/** What stands before the lines. */
export const headOf = (format: ExportFormat): string => (format === 'csv' ? `${NAMES.join(',')}\r\n` : '');

/** A line with its end: a record of RFC 4180, or an object of JSON. */
export function textOf(order: ExportedOrder, format: ExportFormat): string {
  const line = lineOf(order);
  if (format === 'jsonl') return `${JSON.stringify(line)}\n`;
  return `${NAMES.map((name) => csvField(cellOf(line[name]))).join(',')}\r\n`;
}

function cellOf(value: Line[keyof Line]): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
