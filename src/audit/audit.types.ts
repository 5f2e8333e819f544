import type { SecurityEvent } from '../platform/callers/security-events.js';

export interface Actor {
  /** `command-line` for a command beside the database, `service` for the service itself. */
  readonly id: string;
  readonly name: string;
  /** The client's IP address; null: not a network request. */
  readonly address: string | null;
}

/** Actions of staff, with the security event of each; null: none. */
export const AUDIT_EVENTS = {
  'order.read': 'sensitive_read',
  'order.search': 'sensitive_read',
  'order.ask': 'authz_admin',
  'order.note': null,
  'order.read_notes': 'sensitive_read',
  'order.reveal': 'sensitive_reveal',
  'order.customer_link': 'authn_token_created',
  'order.revoke_secret': 'authn_token_revoked',
  'order.rebuild': 'authz_admin',
  'mismatch.resolve': 'authz_admin',
  'pause.begin': 'authz_admin',
  'pause.end': 'authz_admin',
  'person.forget': 'sensitive_delete',
  'person.replay': 'sensitive_delete',
  'report.export': 'sensitive_export',
  'order.export': 'sensitive_export',
  'key.create': 'authn_token_created',
  'key.rotate': 'authn_token_created',
  'key.revoke': 'authn_token_revoked',
  'webhook.create': 'webhook_changed',
  'webhook.change': 'webhook_changed',
  'webhook.delete': 'webhook_changed',
  'webhook.rotate': 'webhook_changed',
  'webhook.test': null,
  'webhook.replay': 'webhook_changed',
  'webhook.redeliver': null,
  'servicekey.retire': 'authn_token_revoked',
  'servicekey.reencrypt': null,
} as const satisfies Readonly<Record<string, SecurityEvent | null>>;
export type AuditAction = keyof typeof AUDIT_EVENTS;

export interface AuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The number of an order, or the id of a mismatch, pause, key or service key; null: none. */
  readonly target: string | null;
  /** The actor's reason; null: not required. */
  readonly reason: string | null;
  /** Must not contain secrets or personal data. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface AuditRate {
  readonly most: number;
  readonly withinMs: number;
}

export const NO_RATE: AuditRate = { most: Infinity, withinMs: 0 };

/** `id` 0 and `mac` null: the log is empty. */
export interface AuditHead {
  readonly id: number;
  readonly mac: Buffer | null;
}
