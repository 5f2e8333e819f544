import { CUT_MONTHS, WHOLE_MONTHS, withLines, within } from './lines-sql.js';
import type { SummedFigure } from './lines-sql.js';
import type { ReportBasis } from './report.types.js';

const SUM = (filter: string): string =>
  `jsonb_build_object('trades', coalesce(sum(count) FILTER (WHERE ${filter}), 0),
     'amount', coalesce(sum(amount) FILTER (WHERE ${filter}), 0)::text,
     'unstated', coalesce(sum(unstated) FILTER (WHERE ${filter}), 0))`;

const list = (object: string, from: string, order: string): string =>
  `(SELECT coalesce(jsonb_agg(${object} ORDER BY ${order}), '[]') FROM (${from}) listed)`;

const FIAT = list(
  `jsonb_build_object('side', side, 'fiat', fiat, 'orders', orders, 'asked', asked, 'paid', paid, 'completed', done,
     'refunded', back, 'inReview', reviewed)`,
  `SELECT side, fiat, coalesce(sum(count) FILTER (WHERE "of" = 'order'), 0) AS orders,
          coalesce(sum(amount) FILTER (WHERE "of" = 'order'), 0)::text AS asked,
          ${SUM(`"of" = 'trade' AND NOT completed AND NOT refunded`)} AS paid,
          ${SUM('completed')} AS done, ${SUM('refunded')} AS back,
          ${SUM('in_review AND NOT refunded')} AS reviewed
     FROM told WHERE "of" = 'order' OR figure = 'amount' GROUP BY side, fiat`,
  'side, fiat',
);

const completedSums = (figure: SummedFigure, unit: string): string =>
  list(
    `jsonb_build_object('side', side, 'unit', unit) || summed`,
    `SELECT side, ${unit} AS unit, ${SUM('true')} AS summed FROM told
      WHERE completed AND figure = '${figure}' GROUP BY 1, 2`,
    'side, unit',
  );

const CRYPTO = list(
  `jsonb_build_object('side', side, 'crypto', crypto, 'network', network) || summed`,
  `SELECT side, crypto, network, ${SUM('true')} AS summed FROM told
    WHERE completed AND figure = 'quantity' GROUP BY side, crypto, network`,
  'side, crypto, network',
);

const BY_METHOD = list(
  `jsonb_build_object('payWayCode', pay_way_code, 'fiat', fiat) || summed`,
  `SELECT pay_way_code, fiat, ${SUM('true')} AS summed FROM told
    WHERE completed AND figure = 'amount' AND side = 'BUY' GROUP BY pay_way_code, fiat`,
  'pay_way_code, fiat',
);

/** The account of removed orders has months only. */
const BY_DAY = list(
  `jsonb_build_object('day', day, 'side', side, 'fiat', fiat) || summed`,
  `SELECT day, side, fiat, ${SUM('true')} AS summed
     FROM (SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, side, fiat, count(*) AS count, sum(amount) AS amount,
                  count(*) FILTER (WHERE amount IS NULL) AS unstated
             FROM moved WHERE completed GROUP BY 1, 2, 3
            UNION ALL
           SELECT NULL, side, fiat, count, amount, unstated
             FROM told WHERE is_removed AND completed AND figure = 'amount') every
    GROUP BY day, side, fiat`,
  'day, side, fiat',
);

const MISMATCHES = `(
  SELECT jsonb_build_object('opened', 0, 'resolvedByProvider', 0, 'resolvedByStaff', 0)
         || coalesce(jsonb_object_agg(event, count), '{}')
    FROM (SELECT event, sum(count) AS count FROM told WHERE "of" = 'mismatch' GROUP BY event) counted
  ) || jsonb_build_object('openNow', ${list(
    `jsonb_build_object('kind', kind, 'count', open)`,
    `SELECT kind, count(*) AS open FROM mismatches WHERE resolved_at IS NULL GROUP BY kind`,
    'kind',
  )})`;

const DOUBLE_PAYMENTS = `jsonb_build_object(
  'orders', (SELECT coalesce(sum(count), 0) FROM told WHERE paid_twice), 'numbers', ${list(
    'number',
    'SELECT number, created_at FROM facts WHERE moved > 1 ORDER BY created_at, number LIMIT 100',
    'created_at, number',
  )})`;

const OLDEST_OPEN = `(
  SELECT jsonb_build_object('merchantOrderNo', number, 'status', status, 'createdAt', created_at,
           'ageMs', floor(extract(epoch FROM (SELECT now FROM clock) - created_at) * 1000)::bigint)
    FROM facts WHERE status = ANY($6) ORDER BY created_at, number LIMIT 1)`;

const countBy = (name: string): string =>
  list(
    `jsonb_build_object('${name}', ${name}, 'orders', orders)`,
    `SELECT ${name}, sum(count) AS orders FROM told WHERE "of" = 'order' GROUP BY ${name}`,
    name,
  );

/** The members of a line; each kind of line has some of them. */
const MEMBERS = `"of" text, side text, status text, bucket text, fiat text, paid_twice boolean, in_review boolean,
    completed boolean, refunded boolean, crypto text, network text, ramp_fee_unit text, pay_way_code text, figure text, event text`;

const WITHIN = { orders: within('o.created_at'), opened: within('opened_at'), resolved: within('resolved_at') };

/** Of removed orders; sales and mismatches go by creation in both. */
const KEPT: Readonly<Record<ReportBasis, string>> = {
  created: 'line',
  completed: `CASE WHEN line ->> 'of' = 'sent' THEN line -> 'sent'
                   WHEN line ->> 'of' = 'mismatch' OR line ->> 'side' = 'SELL' THEN line ELSE '{}' END AS line`,
};

const COUNTED: Readonly<Record<ReportBasis, readonly [orders: string, removed: string]>> = {
  created: [
    `SELECT count(*) FROM orders o WHERE ${WITHIN.orders}`,
    `SELECT count(*) FROM removed_orders WHERE ${WHOLE_MONTHS}`,
  ],
  completed: [
    `SELECT (SELECT count(DISTINCT merchant_order_no) FROM sent WHERE completed)
          + (SELECT count(*) FROM orders o WHERE o.side = 'SELL' AND ${WITHIN.orders})`,
    `SELECT coalesce(sum(count), 0) FROM told WHERE is_removed AND "of" = 'order'`,
  ],
};

/** One statement, so one snapshot. Amounts are text: a JSON number would be read as a float. */
export const reportSql = (by: ReportBasis): string => `
  WITH ${withLines(WITHIN, by)},
  told AS MATERIALIZED (
    SELECT members.*, count, amount, unstated, is_removed
      FROM (SELECT line, count, amount, unstated, false AS is_removed FROM lines
            UNION ALL SELECT ${KEPT[by]}, count, amount, unstated, true FROM monthly_account WHERE ${WHOLE_MONTHS}) every
     CROSS JOIN LATERAL jsonb_to_record(CASE WHEN jsonb_typeof(line) = 'object' THEN line ELSE '{}' END) members (${MEMBERS}))
  SELECT (SELECT now FROM clock) AS "generatedAt",
         (${COUNTED[by][0]})::integer + (${COUNTED[by][1]})::integer AS orders,
         (SELECT jsonb_object_agg(bucket, orders)
            FROM (SELECT bucket, sum(count) AS orders FROM told WHERE bucket IS NOT NULL GROUP BY bucket) b) AS buckets,
         ${countBy('status')} AS "byStatus", ${countBy('side')} AS "bySide",
         ${FIAT} AS fiat,
         ${completedSums('ramp_fee', 'coalesce(ramp_fee_unit, fiat)')} AS "rampFees",
         ${completedSums('network_fee', 'fiat')} AS "networkFees",
         ${completedSums('rebate_fiat_amount', 'fiat')} AS rebates,
         ${completedSums('rebate_usd_amount', `'USD'`)} AS "rebatesUsd",
         ${CRYPTO} AS crypto, ${BY_METHOD} AS "byMethod", ${BY_DAY} AS "byDay",
         ${MISMATCHES} AS mismatches, ${DOUBLE_PAYMENTS} AS "doublePayments",
         ${OLDEST_OPEN} AS "oldestOpen",
         jsonb_build_object('orders', (${COUNTED[by][1]}), 'monthsLeftOut', ${list(
           `to_char(month, 'YYYY-MM')`,
           `SELECT DISTINCT month FROM monthly_account WHERE ${CUT_MONTHS}`,
           'month',
         )}) AS removed`;
