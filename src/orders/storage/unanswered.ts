/** Each unanswered query takes one interval. Equals the text of a partial index. */
export const MISSED_SQL = 'missed_answers >= 3';

/**
 * SQL: has the trade `alias` had no answer for three intervals? Three unanswered queries in a row, or due without a query
 * for two more intervals. False for unwatched trades. `now` and `firstDelayMs` are SQL too.
 */
export function unansweredSql(alias: string, now: string, firstDelayMs: string): string {
  const pause = `greatest(${firstDelayMs}::integer * interval '1 millisecond', ${alias}.next_query_at - ${alias}.last_asked_at)`;
  return `(${alias}.next_query_at IS NOT NULL
    AND (${alias}.${MISSED_SQL} OR ${now} >= ${alias}.next_query_at + 2 * ${pause}))`;
}
