import { vi } from 'vitest';

/** Waits until `check` throws no more; a busy machine may take its time. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}
