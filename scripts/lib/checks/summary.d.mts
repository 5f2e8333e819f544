/** See summary.mjs. */
export function summary(
  outcomes: { name: string; ok: boolean; ms: number }[],
  tests: { passed: number; failed: number; skipped: { name: string; reason: string }[] },
): string;
export function indented(text: string): string;
