import { ALL_EVENTS, WEBHOOK_EVENTS } from '../webhook.types.js';

export const EVENT_NAMES: readonly string[] = [ALL_EVENTS, ...WEBHOOK_EVENTS];

export const LONGEST_DESCRIPTION = 200;

export function eventsFault(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of one name of an event or more';
  if (!value.every((name) => EVENT_NAMES.some((one) => one === name))) return `must be '*' or names of events`;
  return new Set(value).size < value.length ? 'must not name an event twice' : null;
}
