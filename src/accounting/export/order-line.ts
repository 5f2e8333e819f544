import { leadingTrade, termsOf } from '../../orders/model/fold.js';
import type { FoldedTrade } from '../../orders/model/fold.js';
import { isPaid } from '../../orders/model/order-status.js';
import type { Metadata } from '../../orders/model/metadata.js';
import type { OrderRow, TradeRow } from '../../orders/model/order.types.js';
import type { TermName } from '../../platform/terms/order-terms.js';
import { FACT_NAMES } from '../../ramp/port/trade-facts.js';
import type { FactName } from '../../ramp/port/trade-facts.js';
import { csvField, csvStart } from '../report/report-text.js';
import type { CsvForm } from '../report/report.types.js';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportedOrder = Pick<
  OrderRow,
  | 'merchantOrderNo'
  | 'side'
  | 'status'
  | 'failureCode'
  | 'inReview'
  | 'createdAt'
  | 'updatedAt'
  | 'customerId'
  | 'metadata'
> & { readonly trades: readonly (FoldedTrade & Pick<TradeRow, 'asked' | 'orderNo' | 'rampStatus' | 'facts'>)[] };

type Lead = ExportedOrder['trades'][number] | null;
type Cell = string | boolean | Metadata | null;

/** Of no use in accounting: destinations, pages and error texts. */
const LEFT_OUT: readonly FactName[] = ['amount', 'payoutAddress', 'orderPageUrl', 'failReason'];

const ofOrder = (name: keyof ExportedOrder) => [name, (order: ExportedOrder) => order[name] as Cell] as const;
const ofTerms = (name: TermName) => [name, ({ trades }: ExportedOrder) => termsOf(trades)[name]] as const;
const ofLead = (name: 'orderNo' | 'rampStatus') => [name, (_: unknown, lead: Lead) => lead?.[name] ?? null] as const;

/** The columns in their order. Provider facts come from the leading trade. */
const FIELDS: readonly (readonly [name: string, of: (order: ExportedOrder, lead: Lead) => Cell])[] = [
  ...(['merchantOrderNo', 'side', 'status', 'failureCode', 'inReview'] as const).map(ofOrder),
  ...(['createdAt', 'updatedAt'] as const).map(
    (name) => [name, (order: ExportedOrder) => order[name].toISOString()] as const,
  ),
  ...(['orderNo', 'rampStatus'] as const).map(ofLead),
  ...(['fiat', 'amount'] as const).map(ofTerms),
  ['paidAmount', (_, lead) => (lead !== null && isPaid(lead.status) ? (lead.facts.amount ?? null) : null)],
  ...(['crypto', 'network', 'payWayCode', 'country'] as const).map(ofTerms),
  ...FACT_NAMES.filter((name) => !LEFT_OUT.includes(name)).map(
    (name) => [name, (_: unknown, lead: Lead) => lead?.facts[name] ?? null] as const,
  ),
  ...(['customerId', 'metadata'] as const).map(ofOrder),
];

function cellsOf(order: ExportedOrder): Cell[] {
  const lead = order.trades.length === 0 ? null : leadingTrade(order.trades);
  return FIELDS.map(([, of]) => of(order, lead));
}

export const headOf = (format: ExportFormat, form: CsvForm): string =>
  format === 'csv' ? `${csvStart(form)}${FIELDS.map(([name]) => name).join(',')}\r\n` : '';

/** One line with its end: a record of RFC 4180, or a JSON object. */
export function textOf(order: ExportedOrder, format: ExportFormat, form: CsvForm): string {
  const cells = cellsOf(order);
  if (format === 'csv') return `${cells.map((cell) => csvField(plain(cell), form)).join(',')}\r\n`;
  return `${JSON.stringify(Object.fromEntries(FIELDS.map(([name], at) => [name, cells[at]])))}\n`;
}

function plain(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
