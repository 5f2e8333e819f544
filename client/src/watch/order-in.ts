import { ConnectionError } from '../errors.js';
import type { Order } from '../types.js';

/** Parses the order of an event. Throws a ConnectionError without its text if there is none. */
export function orderIn(text: string): Order {
  const value = parsed(text);
  if (!isOrder(value)) throw new ConnectionError('an event could not be read');
  return value;
}

/** Checks only the fields that watching relies on. */
function isOrder(value: unknown): value is Order {
  if (typeof value !== 'object' || value === null) return false;
  const { merchantOrderNo, version, settled, final } = value as Readonly<Record<string, unknown>>;
  const isEndKnown = typeof settled === 'boolean' && typeof final === 'boolean';
  return typeof merchantOrderNo === 'string' && typeof version === 'number' && isEndKnown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
