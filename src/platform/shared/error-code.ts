/** The code of an error of Node's, such as ECONNREFUSED; null: it has none. */
export function errorCode(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}

/** Of a failed `fetch`, which hides what happened in its cause. */
export const causeCode = (error: unknown): string | null => errorCode((error as Error | null)?.cause);
