import { CUT_MONTHS, kept, LINES, mismatchEvents, WHOLE_MONTHS, withFacts, within } from './lines-sql.js';
import type { Figure } from './lines-sql.js';

const SUM = (filter: string): string =>
  `jsonb_build_object('trades', coalesce(sum(count) FILTER (WHERE ${filter}), 0),
     'amount', coalesce(sum(amount) FILTER (WHERE ${filter}), 0)::text,
     'unstated', coalesce(sum(unstated) FILTER (WHERE ${filter}), 0))`;

const list = (object: string, from: string, order: string): string =>
  `(SELECT coalesce(jsonb_agg(${object} ORDER BY ${order}), '[]') FROM (${from}) listed)`;

const FIAT = list(
  `jsonb_build_object('side', side, 'fiat', fiat, 'orders', orders, 'asked', asked, 'paid', paid, 'completed', done,
     'refunded', back, 'inReview', reviewed)`,
  `SELECT side, fiat, coalesce(sum(count) FILTER (WHERE NOT moves), 0) AS orders,
          coalesce(sum(amount) FILTER (WHERE NOT moves), 0)::text AS asked,
          ${SUM('moves AND NOT completed AND NOT refunded')} AS paid,
          ${SUM('moves AND completed')} AS done, ${SUM('moves AND refunded')} AS back,
          ${SUM('moves AND in_review AND NOT refunded')} AS reviewed
     FROM (SELECT side, fiat, false AS moves, false AS completed, false AS refunded, false AS in_review,
                  count, amount, unstated FROM order_lines
           UNION ALL SELECT side, fiat, true, completed, refunded, in_review, count, amount, unstated
                       FROM trade_lines WHERE figure = 'amount') lines
    GROUP BY side, fiat`,
  'side, fiat',
);

const completedSums = (figure: Figure, unit: string): string =>
  list(
    `jsonb_build_object('side', side, 'unit', unit) || summed`,
    `SELECT side, ${unit} AS unit, ${SUM('true')} AS summed FROM trade_lines
      WHERE completed AND figure = '${figure}' GROUP BY 1, 2`,
    'side, unit',
  );

const CRYPTO = list(
  `jsonb_build_object('side', side, 'crypto', crypto, 'network', network) || summed`,
  `SELECT side, crypto, network, ${SUM('true')} AS summed FROM trade_lines
    WHERE completed AND figure = 'quantity' GROUP BY side, crypto, network`,
  'side, crypto, network',
);

const MISMATCHES = `(
  SELECT jsonb_build_object('opened', 0, 'resolvedByProvider', 0, 'resolvedByStaff', 0)
         || coalesce(jsonb_object_agg(event, count), '{}')
    FROM (SELECT event, sum(count) AS count
            FROM (SELECT event, 1 AS count FROM (${mismatchEvents(within('opened_at'), within('resolved_at'))}) seen
                  UNION ALL SELECT event, count FROM (${kept('mismatch')}) k) events GROUP BY event) counted
  ) || jsonb_build_object('openNow', ${list(
    `jsonb_build_object('kind', kind, 'count', open)`,
    `SELECT kind, count(*) AS open FROM mismatches WHERE resolved_at IS NULL GROUP BY kind`,
    'kind',
  )})`;

const DOUBLE_PAYMENTS = `jsonb_build_object(
  'orders', (SELECT coalesce(sum(count), 0) FROM order_lines WHERE paid_twice), 'numbers', ${list(
    'number',
    'SELECT number, created_at FROM facts WHERE moved > 1 ORDER BY created_at, number LIMIT 100',
    'created_at, number',
  )})`;

const OLDEST_OPEN = `(
  SELECT jsonb_build_object('merchantOrderNo', number, 'status', status, 'createdAt', created_at,
           'ageMs', floor(extract(epoch FROM (SELECT now FROM clock) - created_at) * 1000)::bigint)
    FROM facts WHERE status = ANY($6) ORDER BY created_at, number LIMIT 1)`;

const REMOVED = `jsonb_build_object(
  'orders', (SELECT count(*) FROM removed_orders WHERE ${WHOLE_MONTHS}),
  'monthsLeftOut', ${list(`to_char(month, 'YYYY-MM')`, `SELECT DISTINCT month FROM monthly_account WHERE ${CUT_MONTHS}`, 'month')})`;

const countBy = (name: string): string =>
  list(
    `jsonb_build_object('${name}', ${name}, 'orders', orders)`,
    `SELECT ${name}, sum(count) AS orders FROM order_lines GROUP BY ${name}`,
    name,
  );

/**
 * The whole report in one statement, so from one snapshot. Amounts are text: a JSON number would be read as a float.
 */
export const REPORT_SQL = `
  WITH ${withFacts(within('o.created_at'))},
  order_lines AS MATERIALIZED (${LINES.order} UNION ALL ${kept('order')}),
  trade_lines AS MATERIALIZED (${LINES.trade} UNION ALL ${kept('trade')})
  SELECT (SELECT now FROM clock) AS generated_at,
         (SELECT count(*) FROM orders WHERE ${within('created_at')})::integer
           + (SELECT count(*) FROM removed_orders WHERE ${WHOLE_MONTHS})::integer AS orders,
         (SELECT jsonb_object_agg(bucket, orders)
            FROM (SELECT bucket, sum(count) AS orders FROM order_lines WHERE bucket IS NOT NULL GROUP BY bucket) b) AS buckets,
         ${countBy('status')} AS by_status, ${countBy('side')} AS by_side,
         ${FIAT} AS fiat,
         ${completedSums('ramp_fee', 'coalesce(ramp_fee_unit, fiat)')} AS ramp_fees,
         ${completedSums('network_fee', 'fiat')} AS network_fees,
         ${completedSums('rebate_fiat_amount', 'fiat')} AS rebates,
         ${completedSums('rebate_usd_amount', `'USD'`)} AS rebates_usd,
         ${CRYPTO} AS crypto, ${MISMATCHES} AS mismatches, ${DOUBLE_PAYMENTS} AS double_payments,
         ${OLDEST_OPEN} AS oldest_open, ${REMOVED} AS removed`;
