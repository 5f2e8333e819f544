import { vi } from 'vitest';

/** Waits until `check` no longer throws. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}
