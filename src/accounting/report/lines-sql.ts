import { isPaid, TRADE_STATUSES } from '../../orders/model/order-status.js';
import { ENDED, NOT_ENDED, overdueSql, standingSql } from '../../orders/storage/overdue.js';
import type { OverduePolicy } from '../../orders/model/order-search.types.js';
import type { FactName } from '../../ramp/port/trade-facts.js';
import type { Span } from '../span.js';
import type { ReportBasis } from './report.types.js';

/** Refunded money is not income. */
const MONEY_HAS_COME = TRADE_STATUSES.filter((status) => isPaid(status) && status !== 'REFUNDED');

/** Parameters $1 to $7 of the statements below. */
export const lineParameters = ({ from, to }: Span, { expiryMs, firstDelayMs }: OverduePolicy): unknown[] => [
  from,
  to,
  expiryMs,
  firstDelayMs,
  ENDED,
  NOT_ENDED,
  MONEY_HAS_COME,
];

export const within = (column: string): string =>
  `($1::timestamptz IS NULL OR ${column} >= $1) AND ($2::timestamptz IS NULL OR ${column} < $2)`;

const FROM = `($1::timestamptz AT TIME ZONE 'UTC')`;
const TO = `($2::timestamptz AT TIME ZONE 'UTC')`;
/** Months (UTC, by first day) that lie entirely in the span. The column stands alone, so that an index serves. */
export const WHOLE_MONTHS = `($1::timestamptz IS NULL OR month >= ${FROM})
  AND ($2::timestamptz IS NULL OR month <= date_trunc('month', ${TO}) - interval '1 month')`;
/** Months that lie partly in the span: the share of their account in the span is unknown. */
export const CUT_MONTHS = `NOT (${WHOLE_MONTHS}) AND ($1::timestamptz IS NULL OR month > ${FROM} - interval '1 month')
  AND ($2::timestamptz IS NULL OR month < ${TO})`;

/** Found by an index per order: a plain join would read all trades of all time, which OFFSET 0 prevents. */
const itsTrades = (columns: string, schedules = ''): string =>
  `CROSS JOIN LATERAL (
     SELECT ${columns} FROM trades t ${schedules} WHERE t.merchant_order_no = o.merchant_order_no OFFSET 0) t`;

/**
 * Completions and refunds of purchases, each by when the service learnt of it. No later answer changes that time: only a
 * refund ends a completion, which is then in the history.
 */
const sentSql = (which: string): string => `
  SELECT t.trade_no, t.merchant_order_no, true AS completed, t.status_at AS at
    FROM trades t WHERE t.side = 'BUY' AND t.status = 'COMPLETED' AND ${within('t.status_at')} AND ${which}
   UNION ALL
  SELECT t.trade_no, t.merchant_order_no, happened.completed, happened.at
    FROM trades t CROSS JOIN LATERAL (
      SELECT false AS completed, t.status_at AS at
       UNION ALL
      SELECT true, min(e.at) FROM order_events e
       WHERE e.merchant_order_no = t.merchant_order_no AND e.trade_no = t.trade_no
         AND e.data #>> '{changes,status,to}' = 'COMPLETED' HAVING count(*) > 0) happened
   WHERE t.side = 'BUY' AND t.status = 'REFUNDED' AND ($1::timestamptz IS NULL OR t.status_at >= $1)
     AND ${within('happened.at')} AND ${which}`;

/** One row per order. An unknown status belongs to no bucket, so the independent count of orders then differs. */
const factsSql = (from: string, at: string, which: string): string => `
  SELECT o.merchant_order_no AS number, o.side, o.status, t.terms ->> 'fiat' AS fiat,
         (t.terms ->> 'amount')::numeric AS amount, o.created_at, ${at} AS at, t.moved,
         CASE WHEN o.in_review THEN 'in_review'
              WHEN t.unmade THEN 'never_created'
              WHEN o.status = 'REFUNDED' THEN 'refunded'
              WHEN o.status = ANY($5) THEN 'ended'
              WHEN o.status <> ALL($6) THEN NULL
              WHEN ${overdueSql('t', 'clock.now', '$3')} THEN 'overdue'
              ELSE 'open' END AS bucket
    FROM ${from} CROSS JOIN clock ${itsTrades(
      `count(*) FILTER (WHERE t.status = ANY($7)) AS moved, (array_agg(t.asked ORDER BY t.n DESC))[1] AS terms,
       ${standingSql('clock.now', '$4')}`,
      'LEFT JOIN schedules s ON s.trade_no = t.trade_no AND o.status = ANY($6)',
    )}
   WHERE ${which}`;

const fact = (name: FactName): string => `(t.facts ->> '${name}')::numeric`;

/** Terms come from the trade, since a refused number may be reused with other terms. */
const movedSql = (
  from: string,
  at: string,
  [completed, refunded]: readonly [string, string],
  which: string,
): string => `
  SELECT o.side, ${at} AS at, o.in_review, ${completed} AS completed, ${refunded} AS refunded,
         t.asked ->> 'fiat' AS fiat, t.asked ->> 'crypto' AS crypto, t.asked ->> 'network' AS network, t.facts ->> 'rampFeeUnit' AS ramp_fee_unit,
         t.asked ->> 'payWayCode' AS pay_way_code,
         CASE o.side WHEN 'BUY' THEN ${fact('amount')} ELSE ${fact('fiatAmount')} END AS amount,
         CASE o.side WHEN 'BUY' THEN ${fact('cryptoQuantity')} ELSE ${fact('cryptoActualAmount')} END AS quantity,
         ${fact('rampFee')} AS ramp_fee, ${fact('networkFee')} AS network_fee,
         ${fact('rebateFiatAmount')} AS rebate_fiat_amount, ${fact('rebateUsdAmount')} AS rebate_usd_amount
    FROM ${from} WHERE ${which}`;

const NOW_SO = ["t.status = 'COMPLETED'", "t.status = 'REFUNDED'"] as const;

/** Of the orders that `which` selects, and of their trades. */
const createdSql = (which: string): readonly [facts: string, moved: string] => [
  factsSql('orders o', 'o.created_at', which),
  movedSql(
    `orders o ${itsTrades('*')}`,
    ...(['o.created_at', NOW_SO] as const),
    `${which} AND (t.status = ANY($7) OR t.status = 'REFUNDED')`,
  ),
];

const FIGURE_FACTS: readonly FactName[] = [
  'amount',
  'cryptoQuantity',
  'rampFee',
  'rampFeeUnit',
  'networkFee',
  'rebateFiatAmount',
  'rebateUsdAmount',
];

/** Figures that the provider changed after the time in `s`, as they were: only one that was unstated is taken later. */
const FIRST_FIGURES = `(
  SELECT jsonb_object_agg(name, was) FROM (
    SELECT DISTINCT ON (c.key) c.key AS name, c.value -> 'from' AS was
      FROM order_events e CROSS JOIN LATERAL
           jsonb_each(CASE jsonb_typeof(e.data -> 'changes') WHEN 'object' THEN e.data -> 'changes' ELSE '{}' END) c
     WHERE e.merchant_order_no = s.merchant_order_no AND e.trade_no = s.trade_no AND e.at > s.at
       AND c.key = ANY ('{${FIGURE_FACTS.join(',')}}') AND jsonb_typeof(c.value -> 'from') = 'string'
     ORDER BY c.key, e.seq) first)`;

/** Of completions and refunds in `sent`. A refund alone does not make its order one of the span. */
const SENT: readonly [facts: string, moved: string] = [
  factsSql(
    `(SELECT merchant_order_no, min(at) AS sent_at FROM sent WHERE completed GROUP BY 1) s JOIN orders o USING (merchant_order_no)`,
    ...(['s.sent_at', 'true'] as const),
  ),
  movedSql(
    `sent s JOIN orders o USING (merchant_order_no) CROSS JOIN LATERAL (
       SELECT t.asked, t.facts || coalesce(${FIRST_FIGURES}, '{}') AS facts
         FROM trades t WHERE t.trade_no = s.trade_no OFFSET 0) t`,
    ...(['s.at', ['s.completed', 'NOT s.completed'], 'true'] as const),
  ),
];

const monthOf = (column: string): string => `date_trunc('month', ${column} AT TIME ZONE 'UTC')::date AS month`;

const FIGURES = ['amount', 'quantity', 'ramp_fee', 'network_fee', 'rebate_fiat_amount', 'rebate_usd_amount'] as const;
export type SummedFigure = (typeof FIGURES)[number];
const TRADE_GROUP = 'side, in_review, completed, refunded, fiat, crypto, network, ramp_fee_unit, pay_way_code';

/** Alike rows by month: count, sum, and how many of them state nothing. The other columns become part of the line. */
const groupedSql = (facts: string, moved: string): Readonly<Record<'order' | 'trade', string>> => ({
  order: `
    SELECT ${monthOf('at')}, side, status, bucket, fiat, moved > 1 AS paid_twice,
           count(*) AS count, coalesce(sum(amount), 0) AS amount, 0::bigint AS unstated
      FROM ${facts} GROUP BY 1, 2, 3, 4, 5, 6`,
  trade: `
    SELECT month, ${TRADE_GROUP}, figure, count, coalesce(stated, 0) AS amount, count - states AS unstated
      FROM (SELECT ${monthOf('at')}, ${TRADE_GROUP}, count(*) AS count,
                   ${FIGURES.map((name) => `sum(${name}) AS s_${name}, count(${name}) AS n_${name}`).join(', ')}
              FROM ${moved} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) grouped
     CROSS JOIN LATERAL (VALUES ${FIGURES.map((name) => `('${name}', s_${name}, n_${name})`).join(', ')}) f (figure, stated, states)`,
});

const MISMATCHES = `
    SELECT ${monthOf('at')}, event, count(*) AS count, 0::numeric AS amount, 0::bigint AS unstated FROM events GROUP BY 1, 2`;

const linesSql = (grouped: Readonly<Record<string, string>>): string =>
  Object.entries(grouped)
    .map(
      ([of, sql]) => `
    SELECT month, count, amount, unstated,
           jsonb_build_object('of', '${of}') || (to_jsonb(g) - '{month,count,amount,unstated}'::text[]) AS line
      FROM (${sql}) g`,
    )
    .join(' UNION ALL ');

/** Conditions that select orders, and mismatches by the time of their opening and of their resolution. */
interface Selected {
  readonly orders: string;
  readonly opened: string;
  readonly resolved: string;
}

const both = (one: string, other: string): string => `(${one}) UNION ALL (${other})`;

/** CTEs: `facts` of each order, and `lines`, in the form in which the monthly account keeps them. */
export function withLines({ orders, opened, resolved }: Selected, by: ReportBasis = 'created'): string {
  const [facts, moved] = createdSql(by === 'created' ? orders : `o.side = 'SELL' AND ${orders}`);
  return `
  clock AS MATERIALIZED (SELECT checkout_now() AS now),
  ${by === 'created' ? '' : `sent AS MATERIALIZED (${sentSql('true')}),`}
  facts AS MATERIALIZED (${by === 'created' ? facts : both(SENT[0], facts)}),
  moved AS MATERIALIZED (${by === 'created' ? moved : both(SENT[1], moved)}),
  events AS (
    SELECT opened_at AS at, 'opened' AS event FROM mismatches WHERE ${opened}
    UNION ALL
    SELECT resolved_at, CASE resolved_by WHEN 'provider' THEN 'resolvedByProvider' ELSE 'resolvedByStaff' END
      FROM mismatches WHERE resolved_at IS NOT NULL AND ${resolved}),
  lines AS (${linesSql({ ...groupedSql('facts', 'moved'), mismatch: MISMATCHES })})`;
}

/** A CTE besides: `sent_lines` of purchases by completion. Another report's lines do not show in them. */
export const withSentLines = (which: string): string => `
  sent AS MATERIALIZED (${sentSql(which)}),
  sent_facts AS MATERIALIZED (${SENT[0]}),
  sent_moved AS MATERIALIZED (${SENT[1]}),
  sent_lines AS (
    SELECT month, count, amount, unstated, jsonb_build_object('of', 'sent', 'sent', line) AS line
      FROM (${linesSql(groupedSql('sent_facts', 'sent_moved'))}) l)`;
