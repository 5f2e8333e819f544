import { currentSpan } from '../telemetry/trace-context.js';
import { endAfter } from '../telemetry/tracing.js';

const MOST_NAMED = 4;

/** Runs a statement within a span, if its work has one. The span includes waiting for a connection or a shared commit. */
export function inSpan<T>(sql: string, run: () => Promise<T>): Promise<T> {
  const span = currentSpan();
  if (span === null) return run();
  const summary = statementSummary(sql);
  return endAfter(span.call(summary), run(), { 'db.system.name': 'postgresql', 'db.query.summary': summary });
}

/** What it writes, or else what it reads: `UPDATE orders INSERT trades`. No values and no columns. */
export function statementSummary(sql: string): string {
  const writes = sql
    .match(/\b(?:INSERT INTO|UPDATE|DELETE FROM) [a-z_]+/g)
    ?.map((text) => text.replace(/ (?:INTO|FROM)/, ''));
  const named = new Set(writes ?? sql.match(/(?<=\b(?<!DISTINCT )(?:FROM|JOIN) )[a-z_]+/g));
  return [...(writes === undefined ? ['SELECT'] : []), ...[...named].slice(0, MOST_NAMED)].join(' ');
}
