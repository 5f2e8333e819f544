export function errorCode(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}

/** The code of a failed `fetch`, which is on its cause. */
export const causeCode = (error: unknown): string | null => errorCode((error as Error | null)?.cause);
