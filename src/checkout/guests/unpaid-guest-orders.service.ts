import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { Database } from '../../platform/database/database.js';
import { Time } from '../../platform/time/time.js';
import { cachedFor } from '../../platform/time/promises.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { Metrics } from '../../platform/telemetry/metrics.js';

/** An office or a carrier's gateway has no more; each unpaid order is polled for a day. */
const MOST_OF_BLOCK = 30;
const LOOK_EVERY_MS = 1000;
/** Seconds. Unpaid orders take a while to be paid or to expire. */
const RETRY_AFTER_S = 60;

/** Equals the predicate of its index. */
const UNPAID = `
  SELECT encode(guest_block, 'hex') AS block, count(*)::integer AS orders FROM orders
   WHERE guest_block IS NOT NULL AND status = ANY ('{CREATING,AWAITING_PAYMENT,PAYMENT_FAILED}')
   GROUP BY guest_block`;

export const UNPAID_KINDS = ['unpaid_guests', 'unpaid_guest_block'] as const;

/** Each unpaid order is polled for a day and kept permanently. Replicas count anew each second. */
@Injectable()
export class UnpaidGuestOrders {
  private readonly look = cachedFor(this.time, LOOK_EVERY_MS, async () => {
    const blocks = await this.unpaidByBlock();
    const byBlock = new Map(blocks.map(({ block, orders }) => [block, orders]));
    return { byBlock, all: blocks.reduce((sum, { orders }) => sum + orders, 0) };
  });

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly metrics: Metrics,
    private readonly time: Time,
  ) {}

  /** Throws `rate_limited`, and counts nothing, if there are too many unpaid ones. `counts` false only checks. */
  async admit(guestBlock: Buffer, counts = true): Promise<void> {
    const { unpaidOrders } = this.settings.guests;
    if (unpaidOrders === 0) return;
    const counted = await this.look();
    const block = guestBlock.toString('hex');
    const ofBlock = counted.byBlock.get(block) ?? 0;
    if (ofBlock >= MOST_OF_BLOCK) this.refuse('unpaid_guest_block');
    if (counted.all >= unpaidOrders) this.refuse('unpaid_guests');
    if (!counts) return;
    counted.byBlock.set(block, ofBlock + 1);
    counted.all += 1;
  }

  /** Counts the orders that may still be paid, by address block in hexadecimal. */
  unpaidByBlock(): Promise<{ block: string; orders: number }[]> {
    return this.database.query(UNPAID);
  }

  private refuse(kind: (typeof UNPAID_KINDS)[number]): never {
    this.metrics.rateLimited.inc({ kind });
    throw new Problem('rate_limited', PROBLEM_TEXTS.tooManyUnpaid, {
      retryAfter: RETRY_AFTER_S,
      security: { event: 'guest_ceiling_exceeded', facts: { limit: kind } },
    });
  }
}
