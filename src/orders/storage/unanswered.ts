/** A question without an answer uses up a pause; three of them are three. A partial index knows this text. */
export const MISSED_SQL = 'missed_answers >= 3';

/**
 * SQL: had the trade `alias` no answer for three of the pauses that it was given? Either three questions in a row found
 * none, or it was due and two further pauses went by without anybody asking. A trade that is not watched is never meant.
 * `now` and `firstDelayMs` are SQL too.
 */
export function unansweredSql(alias: string, now: string, firstDelayMs: string): string {
  const pause = `greatest(${firstDelayMs}::integer * interval '1 millisecond', ${alias}.next_query_at - ${alias}.last_asked_at)`;
  return `(${alias}.next_query_at IS NOT NULL
    AND (${alias}.${MISSED_SQL} OR ${now} >= ${alias}.next_query_at + 2 * ${pause}))`;
}
