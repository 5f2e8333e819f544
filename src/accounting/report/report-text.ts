import { plainText } from '../../platform/text/text.js';
import { BUCKETS } from './report.types.js';
import type { CsvForm, Report, Sum, SumIn } from './report.types.js';

/** One figure of the report: a line of the table or a CSV record. Money is decimal text. */
export interface ReportFigure {
  readonly section: string;
  /** A bucket, a status, or a side with its currency. */
  readonly item: string;
  readonly figure: string;
  /** A currency, a token or what is counted; may be empty. */
  readonly unit: string;
  readonly value: string;
}

const UNTOLD = '(not told)';

export function figuresOf(report: Report): ReportFigure[] {
  return [
    ...aboutReport(report),
    ...BUCKETS.map((bucket) => orders('orders by bucket', bucket.replace('_', ' '), report.buckets[bucket])),
    ...report.byStatus.map((line) => orders('orders by status', line.status, line.orders)),
    ...report.bySide.map((line) => orders('orders by side', line.side, line.orders)),
    ...fiatFigures(report),
    ...sums('ramp fees of completed trades', report.rampFees),
    ...sums('network fees of completed trades', report.networkFees),
    ...sums('rebates of completed trades', report.rebates),
    ...sums('the same rebates in USD', report.rebatesUsd),
    ...cryptoFigures(report),
    ...report.byMethod.flatMap((one) => {
      const item = `${one.payWayCode ?? UNTOLD} ${one.fiat ?? UNTOLD}`;
      return sum('completed purchases by method', item, 'amount', one, one.fiat ?? UNTOLD);
    }),
    ...report.byDay.flatMap((one) => {
      const item = `${one.day ?? 'removed orders'} ${one.side} ${one.fiat ?? UNTOLD}`;
      return sum('completed by day', item, 'amount', one, one.fiat ?? UNTOLD);
    }),
    ...mismatchFigures(report),
    ...doublePaymentFigures(report),
    ...oldestFigures(report),
  ];
}

const line = (section: string, item: string, figure: string, value: string | number, unit = ''): ReportFigure => ({
  section,
  item,
  figure,
  unit,
  value: String(value),
});

const orders = (section: string, item: string, count: number): ReportFigure => line(section, item, 'orders', count);

function aboutReport({ generatedAt, from, to, by, orders: count, balanced, removed }: Report): ReportFigure[] {
  const about = (item: string, value: string | number): ReportFigure => line('report', item, '', value);
  return [
    about('seen at', generatedAt),
    about(`orders ${by} from`, from ?? 'the beginning'),
    about(`orders ${by} before`, to ?? 'now'),
    about('orders', count),
    about('balanced', balanced ? 'yes' : 'no'),
    ...(removed.orders > 0 ? [about('orders removed since', removed.orders)] : []),
    ...removed.monthsLeftOut.map((month) => about('left out: removed orders of', month)),
  ];
}

function fiatFigures({ fiat }: Report): ReportFigure[] {
  return fiat.flatMap((money) => {
    const unit = money.fiat ?? UNTOLD;
    const item = `${money.side} ${unit}`;
    return [
      line('fiat', item, 'orders', money.orders),
      line('fiat', item, 'asked', money.asked, unit),
      ...sum('fiat', item, 'paid, not completed', money.paid, unit),
      ...sum('fiat', item, 'completed', money.completed, unit),
      ...sum('fiat', item, 'refunded', money.refunded, unit),
      ...sum('fiat', item, 'of paid and completed in review', money.inReview, unit),
    ];
  });
}

function cryptoFigures({ crypto }: Report): ReportFigure[] {
  return crypto.flatMap((token) => {
    const unit = token.crypto ?? UNTOLD;
    const what = token.side === 'BUY' ? 'bought' : 'sold';
    return sum('crypto of completed trades', `${token.side} ${unit} on ${token.network ?? UNTOLD}`, what, token, unit);
  });
}

const sums = (section: string, lines: readonly SumIn[]): ReportFigure[] =>
  lines.flatMap((one) => {
    const unit = one.unit ?? UNTOLD;
    return sum(section, `${one.side} ${unit}`, 'amount', one, unit);
  });

/** The amount, its number of trades, and how many of them state nothing, which makes the amount a lower bound. */
function sum(
  section: string,
  item: string,
  figure: string,
  { trades, amount, unstated }: Sum,
  unit: string,
): ReportFigure[] {
  return [
    line(section, item, figure, amount, unit),
    line(section, item, `${figure}: trades`, trades),
    ...(unstated > 0 ? [line(section, item, `${figure}: trades without a figure`, unstated)] : []),
  ];
}

function mismatchFigures({ mismatches }: Report): ReportFigure[] {
  const count = (item: string, value: number): ReportFigure => line('mismatches', item, 'mismatches', value);
  return [
    count('opened in the span', mismatches.opened),
    count('resolved in the span by the provider', mismatches.resolvedByProvider),
    count('resolved in the span by staff', mismatches.resolvedByStaff),
    ...mismatches.openNow.map(({ kind, count: open }) => count(`open now: ${kind}`, open)),
  ];
}

function doublePaymentFigures({ doublePayments }: Report): ReportFigure[] {
  return [
    orders('double payments', 'paid twice or more', doublePayments.orders),
    ...doublePayments.numbers.map((number) => line('double payments', 'paid twice or more', 'order', number)),
  ];
}

function oldestFigures({ oldestOpen }: Report): ReportFigure[] {
  if (oldestOpen === null) return [];
  const { merchantOrderNo, status, createdAt, ageMs } = oldestOpen;
  const oldest = (figure: string, value: string | number, unit = ''): ReportFigure =>
    line('oldest open order', merchantOrderNo, figure, value, unit);
  return [oldest('status', status), oldest('created at', createdAt), oldest('age', Math.floor(ageMs / 1000), 's')];
}

const HEADER = ['section', 'item', 'figure', 'unit', 'value'] as const;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Spreadsheets take a file without this mark for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export const csvStart = ({ spreadsheet }: CsvForm): string => (spreadsheet ? BYTE_ORDER_MARK : '');

/** CSV by RFC 4180, one figure per record, with a header. */
export function renderCsv(figures: readonly ReportFigure[], form: CsvForm): string {
  const records = [[...HEADER], ...figures.map((figure) => HEADER.map((name) => figure[name]))];
  const lines = records.map((record) => `${record.map((text) => csvField(text, form)).join(',')}\r\n`);
  return csvStart(form) + lines.join('');
}

/** A number that names something: of it spreadsheets keep 15 digits, and no leading zero. Amounts stay to be summed. */
const LONG = /^-?(?:0\d+|\d{16,})$/;

/**
 * Spreadsheets run text that begins with `= + - @`, a tab or a line end as a formula: an apostrophe prevents it. A long
 * number is written as the formula of its text.
 */
export function csvField(text: string, { spreadsheet }: CsvForm): string {
  if (NUMBER.test(text)) return spreadsheet && LONG.test(text) ? `"=""${text}"""` : text;
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function renderTable(report: Report, color: boolean): string {
  const sections = new Map<string, ReportFigure[]>();
  for (const figure of figuresOf(report)) {
    sections.set(figure.section, [...(sections.get(figure.section) ?? []), figure]);
  }
  const parts = [...sections].map(([title, figures]) => `${title}\n${linesOf(figures)}`);
  if (!report.balanced) parts.push(red(unbalanced(report), color));
  return `${parts.join('\n\n')}\n`;
}

function linesOf(figures: readonly ReportFigure[]): string {
  const cells = figures.map(({ item, figure, value, unit }) => [item, figure, value, unit].map(plainText));
  const width = (column: number): number => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), width(2)] as const;
  let before = '';
  return cells
    .map(([item = '', figure = '', value = '', unit = '']) => {
      const name = item === before ? '' : item;
      before = item;
      const text = [name.padEnd(widths[0]), figure.padEnd(widths[1]), value.padStart(widths[2]), unit].join('  ');
      return `  ${text.trimEnd()}`;
    })
    .join('\n');
}

function unbalanced({ orders, buckets }: Report): string {
  const inBuckets = Object.values(buckets).reduce((sum, count) => sum + count, 0);
  return `NOT BALANCED: ${orders} orders were counted, and the buckets hold ${inBuckets}. Run npm run verify-history.`;
}

const red = (text: string, color: boolean): string => (color ? `\u001b[31m${text}\u001b[0m` : text);
