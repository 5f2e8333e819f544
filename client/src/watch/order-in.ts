import { ConnectionError } from '../errors.js';
import type { Order } from '../types.js';

/** The order that an event brings. Throws a ConnectionError, which repeats nothing of it, when there is none in it. */
export function orderIn(text: string): Order {
  const value = parsed(text);
  if (!isOrder(value)) throw new ConnectionError('an event could not be read');
  return value;
}

/** As much as watching relies on; all else is the service's word. */
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
