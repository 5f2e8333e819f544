import { Injectable } from '@nestjs/common';
import { isPaid, TRADE_STATUSES } from '../../orders/model/order-status.js';
import { Database } from '../../platform/database/database.js';

interface Figures {
  readonly made: number;
  readonly refused: number;
  readonly failed: number;
  readonly paid: number;
  readonly completed: number;
  readonly medianSecondsToPaid: number | null;
}

type Method = Readonly<Record<'payWayCode' | 'fiat' | 'crypto' | 'network', string>>;
type Row = Method & Figures & { readonly isBefore: boolean };
type ComparedMethod = Method & Figures & { readonly before: Figures; readonly fell: boolean };

/** A week: the hours before are compared with. */
export const MOST_HOURS = 168;
/** Orders looked at, of each of the two spans. */
export const LOOKED_AT = 10_000;
const MOST_METHODS = 500;
/** Shares of fewer trades say little. */
const TELLING = 10;

const fact = (name: string): string => `(t.facts ->> '${name}')::timestamptz`;
/** The provider may not name the time of payment. */
const PAID = `t.status = ANY($2) AND coalesce(${fact('paidAt')}, t.status_at) <= l.as_of`;

/**
 * Trades have no index by time, which each checkout would pay for: they are found by their orders. What happened to the
 * trades of a week ago counts up to the end of their hours, as the newest ones have had no longer either. Without OFFSET
 * 0 a plan may read all trades.
 */
const METHODS = `
  WITH clock AS MATERIALIZED (SELECT checkout_now() AS now),
  looked AS MATERIALIZED (
    SELECT p.*, o.merchant_order_no, o.created_at
      FROM (SELECT false AS before, now AS until, 'infinity'::timestamptz AS as_of FROM clock
            UNION ALL SELECT true, now - interval '7 days', now - interval '7 days' FROM clock) p
     CROSS JOIN LATERAL (
       SELECT merchant_order_no, created_at FROM orders
        WHERE created_at <= p.until AND created_at > p.until - ($1::integer + 24) * interval '1 hour'
        ORDER BY created_at DESC LIMIT ${LOOKED_AT}) o),
  span AS MATERIALIZED (
    SELECT least($1::integer * interval '1 hour', min(length)) AS length
      FROM (SELECT until - min(created_at) AS length FROM looked GROUP BY until HAVING count(*) = ${LOOKED_AT}) cut)
  SELECT now - length AS since, (SELECT coalesce(jsonb_agg(method), '[]') FROM (
      SELECT l.before AS "isBefore", t.asked ->> 'payWayCode' AS "payWayCode", t.asked ->> 'fiat' AS fiat,
             t.asked ->> 'crypto' AS crypto, t.asked ->> 'network' AS network, count(*)::integer AS made,
             (count(*) FILTER (WHERE t.outcome = 'refused'))::integer AS refused,
             (count(*) FILTER (WHERE t.status = 'PAYMENT_FAILED' AND t.status_at <= l.as_of))::integer AS failed,
             (count(*) FILTER (WHERE ${PAID}))::integer AS paid,
             (count(*) FILTER (WHERE t.status = 'COMPLETED' AND t.status_at <= l.as_of))::integer AS completed,
             round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM greatest(
               ${fact('paidAt')} - coalesce(${fact('rampCreatedAt')}, t.created_at), interval '0')))
               FILTER (WHERE ${PAID} AND t.facts ->> 'paidAt' IS NOT NULL))::integer AS "medianSecondsToPaid"
        FROM span CROSS JOIN looked l CROSS JOIN LATERAL (
          SELECT * FROM trades t
           WHERE t.merchant_order_no = l.merchant_order_no AND t.side = 'BUY'
             AND t.created_at > l.until - span.length AND t.created_at <= l.until OFFSET 0) t
       GROUP BY 1, 2, 3, 4, 5) method) AS rows
    FROM clock, span`;

const NONE: Figures = { made: 0, refused: 0, failed: 0, paid: 0, completed: 0, medianSecondsToPaid: null };

/** What became of the purchases of the last hours, beside those of the same hours a week before. */
@Injectable()
export class MethodsService {
  constructor(private readonly database: Database) {}

  async of(hours: number): Promise<{ readonly since: Date; readonly items: readonly ComparedMethod[] }> {
    const parameters = [hours, TRADE_STATUSES.filter(isPaid)];
    const [found] = await this.database.query<{ since: Date; rows: Row[] }>(METHODS, parameters);
    if (found === undefined) throw new Error('Postgres did not count');
    const methods = new Map<string, Omit<ComparedMethod, 'fell'>>();
    for (const { isBefore, payWayCode, fiat, crypto, network, ...figures } of found.rows) {
      const method = { payWayCode, fiat, crypto, network };
      const name = JSON.stringify(method);
      const known = methods.get(name) ?? { ...method, ...NONE, before: NONE };
      methods.set(name, isBefore ? { ...known, before: figures } : { ...known, ...figures });
    }
    /** Of a method in a currency, over all coins: a method that fails shows there first. */
    const sums = new Map<string, Compared>();
    const nameOf = ({ payWayCode, fiat }: Method): string => JSON.stringify([payWayCode, fiat]);
    for (const one of methods.values()) {
      const { before, ...now } = sums.get(nameOf(one)) ?? { ...NONE, before: NONE };
      sums.set(nameOf(one), { ...plus(now, one), before: plus(before, one.before) });
    }
    const hasFallen = (one: Method & Compared): boolean => {
      const sum = sums.get(nameOf(one)) ?? one;
      return isHalved(one) && (isTelling(one) || (isTelling(sum) && isHalved(sum)));
    };
    const items = [...methods.values()].map((one) => ({ ...one, fell: hasFallen(one) }));
    items.sort((a, b) => Number(b.fell) - Number(a.fell) || b.made - a.made || b.before.made - a.before.made);
    return { since: found.since, items: items.slice(0, MOST_METHODS) };
  }
}

type Paid = Pick<Figures, 'made' | 'paid'>;
type Compared = Paid & { readonly before: Paid };

const plus = (sum: Paid, { made, paid }: Paid): Paid => ({ made: sum.made + made, paid: sum.paid + paid });

const isTelling = ({ made, before }: Compared): boolean => Math.min(made, before.made) >= TELLING;

const isHalved = ({ made, paid, before }: Compared): boolean => 2 * paid * before.made < before.paid * made;
