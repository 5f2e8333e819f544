import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { currentSpan } from '../../platform/telemetry/trace-context.js';

const TRACE_OF_ORDER = `SELECT cause ->> 'traceId' AS "traceId" FROM order_events
  WHERE merchant_order_no = (SELECT merchant_order_no FROM trades WHERE trade_no = $1) ORDER BY seq LIMIT 1`;

/** Links what happens to an order later to the trace of the request that made it. */
@Injectable()
export class OrderTraceService {
  constructor(private readonly database: Database) {}

  /** `tradeNo`: of any of its trades; the order's own number is that of the first. */
  link(tradeNo: string): void {
    currentSpan()?.link(async () => {
      const [first] = await this.database.query<{ traceId: string | null }>(TRACE_OF_ORDER, [tradeNo]);
      return first?.traceId ?? null;
    });
  }
}
