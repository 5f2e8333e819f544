import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { Database } from '../platform/database/database.js';
import type { Duration, Durations, PageFacts } from '../platform/terms/terms.js';
import { Time } from '../platform/time/time.js';
import { parsedUrl } from '../platform/text/urls.js';
import { cachedFor, within } from '../platform/time/promises.js';
import { MINUTE } from '../platform/time/time.js';

const KEPT_MS = 5 * MINUTE;
/** A page is served without measured durations rather than late. */
const PATIENCE_MS = 500;
/** A stated duration that has passed so many times is unusual. */
const SLOW_FACTOR = 3;

type Measured = Omit<Durations, 'stated'>;
type Row = Duration & { readonly part: keyof Measured; readonly name: string };

const NOTHING_MEASURED: Measured = { payment: {}, delivery: {}, payout: {} };

/**
 * Reads at most the 2,000 newest completed orders per side by the index `orders_chosen`; the inner limit keeps Postgres
 * from scanning all trades. "Usually" is what three of four orders keep: a median would be wrong for half of them.
 * Orders whose times contradict each other are left out, since the provider's clock or time zone may be set wrong.
 */
export const MEASURE = `
  WITH done AS (
    SELECT trade.side, trade.asked, trade.facts, trade.created_at AS ordered,
           (trade.facts ->> 'paidAt')::timestamptz AS paid, (trade.facts ->> 'completedAt')::timestamptz AS completed
      FROM unnest('{BUY,SELL}'::text[]) AS wanted (side)
     CROSS JOIN LATERAL (
       SELECT merchant_order_no FROM orders
        WHERE side = wanted.side AND status = 'COMPLETED' AND in_review = false
          AND (created_at AT TIME ZONE 'UTC') >= (checkout_now() AT TIME ZONE 'UTC') - interval '30 days'
        ORDER BY (created_at AT TIME ZONE 'UTC') DESC, merchant_order_no DESC LIMIT 2000) AS newest
     CROSS JOIN LATERAL (
       SELECT * FROM trades WHERE merchant_order_no = newest.merchant_order_no AND status = 'COMPLETED'
        ORDER BY n DESC LIMIT 1) AS trade
  ), parts AS (
    SELECT 'payment' AS part, asked ->> 'payWayCode' AS name, paid - ordered AS took FROM done
     WHERE side = 'BUY' AND completed >= paid
    UNION ALL
    SELECT 'delivery', asked ->> 'network', completed - paid FROM done WHERE side = 'BUY' AND paid >= ordered
    UNION ALL
    SELECT 'payout', facts ->> 'paymentType', completed - paid FROM done WHERE side = 'SELL'
  ), measured AS (
    SELECT part, name, percentile_cont('{0.75,0.9}'::float8[]) WITHIN GROUP (ORDER BY extract(epoch FROM took)) AS seconds
      FROM parts WHERE name IS NOT NULL AND took >= interval '0' GROUP BY part, name HAVING count(*) >= 20
  )
  SELECT part, name, ceil(seconds[1] / 60)::integer AS "typicalMinutes", ceil(seconds[2] / 60)::integer AS "slowMinutes"
    FROM measured`;

/** By the index `trades_with_page`. */
const NEWEST_PAGE = `SELECT pay_url AS "payUrl" FROM trades WHERE pay_url IS NOT NULL ORDER BY pay_url_at DESC LIMIT 1`;

/** How long orders usually take, as the merchant states it and as measured on completed orders, and where they are paid. */
@Injectable()
export class DurationsService {
  readonly #stated: Durations['stated'];
  #measured = NOTHING_MEASURED;
  #payHost: string | null = null;
  private readonly measureAgain = cachedFor(this.time, KEPT_MS, async () => {
    // A failure is kept too, so that page views do not add load to a database in trouble.
    this.#measured = await this.measure().catch(() => this.#measured);
    this.#payHost = await this.payHost().catch(() => this.#payHost);
  });

  constructor(
    private readonly database: Database,
    private readonly time: Time,
    { pages }: Settings,
  ) {
    this.#stated = Object.fromEntries(
      [...pages.payWayMinutes].map(([payWayCode, typicalMinutes]) => [
        payWayCode,
        { typicalMinutes, slowMinutes: SLOW_FACTOR * typicalMinutes },
      ]),
    );
  }

  async find(): Promise<Pick<PageFacts, 'durations' | 'payHost'>> {
    await within(this.time, PATIENCE_MS, this.measureAgain(), undefined);
    return { durations: { stated: this.#stated, ...this.#measured }, payHost: this.#payHost };
  }

  async payHost(): Promise<string | null> {
    const [newest] = await this.database.query<{ payUrl: string }>(NEWEST_PAGE);
    return parsedUrl(newest?.payUrl ?? '')?.host ?? null;
  }

  async measure(): Promise<Measured> {
    const rows = await this.database.query<Row>(MEASURE);
    const of = (part: keyof Measured): Readonly<Record<string, Duration>> =>
      Object.fromEntries(
        rows
          .filter((row) => row.part === part)
          .map(({ name, typicalMinutes, slowMinutes }) => [name, { typicalMinutes, slowMinutes }]),
      );
    return { payment: of('payment'), delivery: of('delivery'), payout: of('payout') };
  }
}
