import { LONGEST_PAUSE_MS, MOST_QUIET_ANSWERS, PAUSE_GROWTH } from '../decisions/watch.js';

/** A question without an answer uses up a pause; three of them are three. A partial index knows this text. */
export const MISSED_SQL = 'missed_answers >= 3';

/**
 * SQL: had the trade `alias` no answer for three of the pauses that `nextLook` gives it? Either three questions in a row
 * found none, or it was due and two further pauses went by without anybody asking. A trade that is not watched is never
 * meant. `now` and `firstDelayMs` are SQL too.
 */
export function unansweredSql(alias: string, now: string, firstDelayMs: string): string {
  const longest = Object.entries(LONGEST_PAUSE_MS).map(([watchClass, ms]) => `WHEN '${watchClass}' THEN ${ms}`);
  const grown = `${firstDelayMs}::integer * power(${PAUSE_GROWTH}, least(${alias}.quiet_answers, ${MOST_QUIET_ANSWERS}))`;
  const pause = `least(CASE ${alias}.watch_class ${longest.join(' ')} END, ${grown}) * interval '1 millisecond'`;
  return `(${alias}.next_query_at IS NOT NULL
    AND (${alias}.${MISSED_SQL} OR ${now} >= ${alias}.next_query_at + 2 * ${pause}))`;
}
