export interface Actor {
  /** The caller's id; `command-line` for a program that is run beside the database, `service` for the service itself. */
  readonly id: string;
  readonly name: string;
  /** The network address that the request came from; null: it did not come over the network. */
  readonly address: string | null;
}

export const SERVICE: Actor = { id: 'service', name: 'service', address: null };

/** What the merchant's staff does, in the audit log's words; `audit.anchor` is the service's own. */
export const AUDIT_ACTIONS = [
  'order.read',
  'order.search',
  'order.ask',
  'order.reveal',
  'order.revoke_secret',
  'mismatch.resolve',
  'person.forget',
  'person.replay',
  'report.export',
  'order.export',
  'key.create',
  'key.rotate',
  'key.revoke',
  'webhook.create',
  'webhook.change',
  'webhook.delete',
  'webhook.rotate',
  'webhook.test',
  'webhook.replay',
  'webhook.redeliver',
  'servicekey.retire',
  'servicekey.reencrypt',
  'audit.anchor',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** What it is done to: an order's number, the id of a mismatch, key or service key; null: nothing in particular. */
  readonly target: string | null;
  /** Why, in the actor's words; null: none is asked for. */
  readonly reason: string | null;
  /** What else is worth knowing; no secret, no personal data. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface AuditRate {
  readonly most: number;
  readonly withinMs: number;
}

export const NO_RATE: AuditRate = { most: Infinity, withinMs: 0 };

/** Where the log ends: its newest entry. `id` 0 and `mac` null: there is none. */
export interface AuditHead {
  readonly id: number;
  readonly mac: Buffer | null;
}
