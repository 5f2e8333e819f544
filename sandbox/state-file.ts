import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Order } from './orders/order.js';
import type { IssuedToken } from './tokens.js';

/** What survives a restart. The ledger, faults and switches do not: they belong to one run. */
export interface SavedState {
  readonly version: 1;
  readonly serial: number;
  readonly orders: readonly Order[];
  readonly tokens: readonly IssuedToken[];
}

/** null when there is no file yet. Throws, with the file's name, when it holds something else. */
export function loadState(path: string): SavedState | null {
  if (!existsSync(path)) return null;
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isSavedState(state)) return state;
  } catch {
    // Torn or foreign: said below, in the same words as a file of another kind.
  }
  throw new Error(`SANDBOX_STATE_FILE ${path} does not hold a sandbox's state: move it away to start afresh`);
}

/** All or nothing: a reader, or a process that dies half-way, finds the old state or the new one. */
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
