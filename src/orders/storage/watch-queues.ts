import type { Queue } from '../model/watch-class.types.js';

const CALLBACK = `LIKE 'callback:%'`;
const FOLLOWED = `= 'order-followed'`;

/** The trades of each queue. Partial indexes repeat the first three texts. */
export const QUEUE_SQL: Readonly<Record<Queue, string>> = {
  callback: `watch_class = 'waiting' AND hint_cause ${CALLBACK}`,
  followed: `watch_class = 'waiting' AND hint_cause ${FOLLOWED}`,
  waiting: `watch_class = 'waiting' AND NOT coalesce(hint_cause ${CALLBACK} OR hint_cause ${FOLLOWED}, false)`,
  paid: `watch_class = 'paid'`,
  young: `watch_class = 'young'`,
  old: `watch_class = 'old'`,
  closed: `watch_class = 'closed'`,
};

export const isCallbackSql = (cause: string): string => `coalesce(${cause} ${CALLBACK}, false)`;

/** A callback ranks above a stream, a stream above a read. */
export const rankSql = (cause: string): string =>
  `CASE WHEN ${cause} ${CALLBACK} THEN 2 WHEN ${cause} ${FOLLOWED} THEN 1 ELSE 0 END`;

/** Each unanswered query takes one interval. Equals the text of a partial index. */
export const MISSED_SQL = 'missed_answers >= 3';

/** SQL: three unanswered queries in a row, or due without a query for two intervals more. All arguments are SQL. */
export function unansweredSql(alias: string, now: string, firstDelayMs: string): string {
  const pause = `greatest(${firstDelayMs}::integer * interval '1 millisecond', ${alias}.next_query_at - ${alias}.last_asked_at)`;
  return `(${alias}.next_query_at IS NOT NULL
    AND (${alias}.${MISSED_SQL} OR ${now} >= ${alias}.next_query_at + 2 * ${pause}))`;
}
