import type { FactName } from '../../ramp/port/trade-facts.js';
import { unansweredSql } from '../../orders/storage/unanswered.js';

/**
 * The whole report in one statement, so of one moment. Parameters: $1 from, $2 to (null: no bound), $3 ORDER_EXPIRY_MS,
 * $4 the first pause in ms, $5 statuses that end an order, $6 those that do not, $7 those in which money has come.
 * Amounts leave as text: a number in JSON would be read as a float.
 */
const within = (column: string): string =>
  `($1::timestamptz IS NULL OR ${column} >= $1) AND ($2::timestamptz IS NULL OR ${column} < $2)`;

/** Refused, by the provider or by us, never created, or certainly not sent and given up. */
const UNMADE = `(t.outcome IN ('refused', 'never_created') OR (t.outcome = 'not_sent' AND t.status IN ('EXPIRED', 'REJECTED')))`;

/** A number that was never sent may be asked for again days later: age counts from the newest request. */
const NEWEST = `max(greatest(t.created_at, to_timestamp(t.stamp / 1000.0)))`;

/**
 * One row for each order. A status that nobody knows is in no bucket, which the independent count brings to light.
 */
const FACTS = `
  SELECT o.merchant_order_no AS number, o.side, o.status, o.fiat, o.amount, o.created_at,
         count(*) FILTER (WHERE t.status = ANY($7)) AS moved,
         CASE WHEN o.in_review THEN 'in_review'
              WHEN bool_and(${UNMADE}) THEN 'never_created'
              WHEN o.status = 'REFUNDED' THEN 'refunded'
              WHEN o.status = ANY($5) THEN 'ended'
              WHEN o.status <> ALL($6) THEN NULL
              WHEN bool_or(${unansweredSql('s', 'clock.now', '$4')})
                OR clock.now - ${NEWEST} > $3::bigint * interval '1 millisecond' THEN 'overdue'
              ELSE 'open' END AS bucket
    FROM orders o CROSS JOIN clock LEFT JOIN trades t USING (merchant_order_no) LEFT JOIN schedules s USING (trade_no)
   WHERE ${within('o.created_at')}
   GROUP BY o.merchant_order_no, clock.now`;

/** An amount that the provider states. */
const fact = (name: FactName): string => `(t.facts ->> '${name}')::numeric`;

/** One row for each trade whose money has come, and may have gone back. A refused number may have been asked for anew with other content. */
const MOVED = `
  SELECT o.side, o.in_review, t.status = 'COMPLETED' AS completed, t.status = 'REFUNDED' AS refunded,
         coalesce(t.asked ->> 'fiat', o.fiat) AS fiat, coalesce(t.asked ->> 'crypto', o.crypto) AS crypto,
         coalesce(t.asked ->> 'network', o.network) AS network,
         CASE o.side WHEN 'BUY' THEN ${fact('amount')} ELSE ${fact('fiatAmount')} END AS amount,
         CASE o.side WHEN 'BUY' THEN ${fact('cryptoQuantity')} ELSE ${fact('cryptoActualAmount')} END AS quantity,
         ${fact('rampFee')} AS ramp_fee, t.facts ->> 'rampFeeUnit' AS ramp_fee_unit, ${fact('networkFee')} AS network_fee,
         ${fact('rebateFiatAmount')} AS rebate_fiat_amount, ${fact('rebateUsdAmount')} AS rebate_usd_amount
    FROM orders o JOIN trades t USING (merchant_order_no)
   WHERE ${within('o.created_at')} AND (t.status = ANY($7) OR t.status = 'REFUNDED')`;

const SUM = (amount: string, filter = 'true'): string =>
  `jsonb_build_object('trades', count(*) FILTER (WHERE ${filter}),
     'amount', coalesce(sum(${amount}) FILTER (WHERE ${filter}), 0)::text,
     'unstated', count(*) FILTER (WHERE ${filter} AND ${amount} IS NULL))`;

const list = (object: string, from: string, order: string): string =>
  `(SELECT coalesce(jsonb_agg(${object} ORDER BY ${order}), '[]') FROM (${from}) listed)`;

const FIAT = list(
  `jsonb_build_object('side', side, 'fiat', fiat, 'orders', orders, 'asked', asked, 'paid', paid, 'completed', done,
     'refunded', back, 'inReview', reviewed)`,
  `SELECT side, fiat, sum(orders) AS orders, coalesce(sum(asked), 0)::text AS asked,
          ${SUM('amount', 'moves AND NOT completed AND NOT refunded')} AS paid,
          ${SUM('amount', 'completed')} AS done, ${SUM('amount', 'refunded')} AS back,
          ${SUM('amount', 'in_review AND NOT refunded')} AS reviewed
     FROM (SELECT side, fiat, 1 AS orders, amount AS asked, false AS moves, false AS completed, false AS refunded,
                  false AS in_review, NULL::numeric AS amount FROM facts
           UNION ALL SELECT side, fiat, 0, NULL, true, completed, refunded, in_review, amount FROM moved) lines
    GROUP BY side, fiat`,
  'side, fiat',
);

const completedSums = (amount: string, unit: string): string =>
  list(
    `jsonb_build_object('side', side, 'unit', unit) || summed`,
    `SELECT side, ${unit} AS unit, ${SUM(amount)} AS summed FROM moved WHERE completed GROUP BY 1, 2`,
    'side, unit',
  );

const CRYPTO = list(
  `jsonb_build_object('side', side, 'crypto', crypto, 'network', network) || summed`,
  `SELECT side, crypto, network, ${SUM('quantity')} AS summed FROM moved WHERE completed GROUP BY side, crypto, network`,
  'side, crypto, network',
);

const MISMATCHES = `jsonb_build_object(
  'opened', (SELECT count(*) FROM mismatches WHERE ${within('opened_at')}),
  'resolvedByProvider',
    (SELECT count(*) FROM mismatches WHERE resolved_by = 'provider' AND ${within('resolved_at')}),
  'resolvedByStaff',
    (SELECT count(*) FROM mismatches WHERE resolved_by <> 'provider' AND ${within('resolved_at')}),
  'openNow', ${list(
    `jsonb_build_object('kind', kind, 'count', open)`,
    `SELECT kind, count(*) AS open FROM mismatches WHERE resolved_at IS NULL GROUP BY kind`,
    'kind',
  )})`;

const DOUBLE_PAYMENTS = `jsonb_build_object('orders', (SELECT count(*) FROM facts WHERE moved > 1), 'numbers', ${list(
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
    `SELECT ${name}, count(*) AS orders FROM facts GROUP BY ${name}`,
    name,
  );

export const REPORT_SQL = `
  WITH clock AS MATERIALIZED (SELECT checkout_now() AS now),
  facts AS MATERIALIZED (${FACTS}),
  moved AS MATERIALIZED (${MOVED})
  SELECT (SELECT now FROM clock) AS generated_at,
         (SELECT count(*)::integer FROM orders WHERE ${within('created_at')}) AS orders,
         (SELECT jsonb_object_agg(bucket, orders)
            FROM (SELECT bucket, count(*) AS orders FROM facts WHERE bucket IS NOT NULL GROUP BY bucket) b) AS buckets,
         ${countBy('status')} AS by_status, ${countBy('side')} AS by_side,
         ${FIAT} AS fiat,
         ${completedSums('ramp_fee', 'coalesce(ramp_fee_unit, fiat)')} AS ramp_fees,
         ${completedSums('network_fee', 'fiat')} AS network_fees,
         ${completedSums('rebate_fiat_amount', 'fiat')} AS rebates,
         ${completedSums('rebate_usd_amount', `'USD'`)} AS rebates_usd,
         ${CRYPTO} AS crypto, ${MISMATCHES} AS mismatches, ${DOUBLE_PAYMENTS} AS double_payments,
         ${OLDEST_OPEN} AS oldest_open`;
