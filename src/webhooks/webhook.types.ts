import { ORDER_EVENTS, OWN_EVENTS } from '../orders/model/announcement.types.js';

/** A notice to other endpoints that one was disabled; a test message. */
export const [DISABLED_EVENT, TEST_EVENT] = OWN_EVENTS;
export const WEBHOOK_EVENTS: readonly string[] = [...ORDER_EVENTS, DISABLED_EVENT];
export const ALL_EVENTS = '*';
export const EVENT_NAMES: readonly string[] = [ALL_EVENTS, ...WEBHOOK_EVENTS];

export function eventsFault(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of one name of an event or more';
  if (!value.every((name) => EVENT_NAMES.some((one) => one === name))) return `must be '*' or names of events`;
  return new Set(value).size < value.length ? 'must not name an event twice' : null;
}

export const DISABLED_REASONS = ['failing', 'gone', 'staff'] as const;

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** null: enabled. */
  readonly disabledReason: (typeof DISABLED_REASONS)[number] | null;
  /** Deliveries exist for outbox messages up to this position. */
  readonly position: number;
  /** The signing keys, encrypted: the current secret, and former ones with their expiry. */
  readonly secret: Buffer;
  readonly secretKeyId: string;
  /** Consecutive failed attempts, and the time of the first. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export interface DeliveryRow {
  readonly id: string;
  readonly endpointId: string;
  readonly messageId: string;
  /** Copied from the message, so that lists by event need not read the messages. */
  readonly event: string;
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly createdAt: Date;
  /** null: the delivery has ended. */
  readonly nextAt: Date | null;
  readonly plannedAt: Date;
  readonly leaseId: string | null;
  readonly leaseUntil: Date | null;
  readonly attempts: number;
}

export interface AttemptRow {
  readonly deliveryId: string;
  readonly n: number;
  readonly at: Date;
  readonly durationMs: number;
  /** null: there was no response, and `error` holds the reason. */
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}
