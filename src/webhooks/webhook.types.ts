import { ORDER_EVENTS, OWN_EVENTS } from '../orders/model/announcement.types.js';

/** The accounting report of a day; one that the others are sent when an endpoint is disabled; a test of one endpoint. */
export const [REPORT_EVENT, DISABLED_EVENT, TEST_EVENT] = OWN_EVENTS;
export const WEBHOOK_EVENTS: readonly string[] = [...ORDER_EVENTS, REPORT_EVENT, DISABLED_EVENT];
/** Asks for all of them, and for those that will be. */
export const ALL_EVENTS = '*';

export const DISABLED_REASONS = ['failing', 'gone', 'staff', 'setting'] as const;
type DisabledReason = (typeof DISABLED_REASONS)[number];

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  /** null: it is enabled. */
  readonly disabledReason: DisabledReason | null;
  /** Up to this place of the outbox its deliveries are made. */
  readonly position: number;
  /** What messages are signed with, encrypted: the present secret, and former ones with the end of each. */
  readonly secret: Buffer;
  readonly secretKeyId: string;
  /** Attempts in a row that failed, and since when. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** An endpoint with what its receiver verifies by: shown this once. */
export interface NewEndpoint {
  readonly endpoint: EndpointRow;
  readonly verifier: string;
  /** Until then what it had before counts as well; null: it had nothing. */
  readonly formerUntil: Date | null;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryRow {
  readonly id: string;
  readonly endpointId: string;
  readonly messageId: string;
  /** The message's type: lists by event would otherwise read all messages. */
  readonly event: string;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  /** null: it has ended. */
  readonly nextAt: Date | null;
  /** When `nextAt` was decided. */
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
  /** null: there was no answer, and `error` says why. */
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}
