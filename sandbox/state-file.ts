import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Order } from './orders/order.js';
import type { IssuedToken } from './tokens.js';

/** State that survives a restart. Ledger, faults and switches belong to one run. */
export interface SavedState {
  readonly version: 1;
  readonly serial: number;
  readonly orders: readonly Order[];
  readonly tokens: readonly IssuedToken[];
}

/** null: no file yet. Throws, with the file's name, if its content is something else. */
export function loadState(path: string): SavedState | null {
  if (!existsSync(path)) return null;
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isSavedState(state)) return state;
  } catch {
    // A truncated or foreign file gets the error below.
  }
  throw new Error(`SANDBOX_STATE_FILE ${path} does not hold a sandbox's state: move it away to start afresh`);
}

/** Atomic: a reader, or a crash half-way, leaves the old state or the new one. */
export function saveState(path: string, state: SavedState): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, JSON.stringify(state));
  renameSync(unfinished, path);
}

function isSavedState(value: unknown): value is SavedState {
  if (typeof value !== 'object' || value === null) return false;
  const state = value as Partial<SavedState>;
  return state.version === 1 && Array.isArray(state.orders) && Array.isArray(state.tokens);
}
