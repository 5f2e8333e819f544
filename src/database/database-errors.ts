/** The SQLSTATE of a database error, or null when the error did not come from a statement. */
export function sqlState(error: unknown): string | null {
  const code = property(error, 'code') ?? property(property(error, 'driverError'), 'code');
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** The name of the constraint that a statement broke, or null. */
export function brokenConstraint(error: unknown): string | null {
  const name = property(error, 'constraint') ?? property(property(error, 'driverError'), 'constraint');
  return typeof name === 'string' ? name : null;
}

/** Postgres rolled the statement back because of others; the same statement may be tried again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/**
 * The statement may or may not have been committed: the connection broke, or the server went down, before an answer
 * came. Every other failure means that nothing was changed.
 */
export function isAmbiguous(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || state.startsWith('08') || state.startsWith('57P');
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
