export interface Actor {
  /** The caller's id; `command-line` for a command beside the database, `service` for the service itself. */
  readonly id: string;
  readonly name: string;
  /** The client's IP address; null: not a network request. */
  readonly address: string | null;
}

export const SERVICE: Actor = { id: 'service', name: 'service', address: null };

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
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The number of an order, or the id of a mismatch, key or service key; null: none. */
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

/** The newest entry of the log; `id` 0 and `mac` null: the log is empty. */
export interface AuditHead {
  readonly id: number;
  readonly mac: Buffer | null;
}
