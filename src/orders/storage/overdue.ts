import { isSettledStatus, TRADE_STATUSES } from '../model/order-status.js';
import { unansweredSql } from './watch-queues.js';

export const ENDED = TRADE_STATUSES.filter(isSettledStatus);
export const NOT_ENDED = TRADE_STATUSES.filter((status) => !isSettledStatus(status));

const UNMADE = `(t.outcome IN ('refused', 'never_created') OR (t.outcome = 'not_sent' AND t.status IN ('EXPIRED', 'REJECTED')))`;

/** An unsent number can be requested again days later, so its age counts from the newest request. */
const NEWEST = `max(greatest(t.created_at, to_timestamp(t.stamp / 1000.0)))`;

/** SQL: aggregates over an order's trades `t` and their schedules `s`, for `overdueSql`. */
export const standingSql = (now: string, firstDelayMs: string): string =>
  `bool_and(${UNMADE}) AS unmade, ${NEWEST} AS newest, bool_or(${unansweredSql('s', now, firstDelayMs)}) AS unanswered`;

/** SQL: true if nobody has answered for too long, or the order is too old. Of created orders that have not ended. */
export const overdueSql = (standing: string, now: string, expiryMs: string): string =>
  `(${standing}.unanswered OR ${now} - ${standing}.newest > ${expiryMs}::bigint * interval '1 millisecond')`;
