/** Named after the OWASP Application Logging Vocabulary. `warn`: anyone can cause it, so lines are thinned out. */
export const SECURITY_EVENTS = {
  authn_login_fail: ['warn', 'Credentials were refused.'],
  authn_login_suspicious: ['warn', 'Credentials look guessed, forged or altered.'],
  authn_token_reuse: ['warn', 'A revoked API key was used.'],
  authn_token_created: ['log', 'An API key was made.'],
  authn_token_revoked: ['log', 'An API key, or client secrets, were revoked.'],
  authz_fail: ['warn', 'A caller lacks the right.'],
  authz_admin: ['log', 'Staff acted on an order, or paused sales.'],
  sensitive_read: ['log', 'Staff read a whole order, or searched by text.'],
  sensitive_reveal: ['log', 'Staff revealed personal data.'],
  sensitive_export: ['log', 'Staff exported orders or a report.'],
  sensitive_delete: ['log', 'A customer was forgotten.'],
  excess_rate_limit_exceeded: ['warn', 'A caller exceeded a limit.'],
  guest_ceiling_exceeded: ['warn', 'Guests exceeded their ceiling.'],
  guest_challenge_failed: ['warn', 'A guest sent no good response of a challenge.'],
  webhook_changed: ['log', 'Staff made, changed or deleted a webhook endpoint, or had messages delivered again.'],
  message_altered: ['error', 'The service did not write a message so: no endpoint and no reader gets it.'],
  audit_log_altered: ['error', 'The audit log has an entry that the service did not write.'],
  audit_not_written: [
    'error',
    'A right was taken away, and the audit log took no entry of it: this line is the record.',
  ],
  order_state_altered: ['error', 'An order differs from its seal: it is hidden until staff settles that.'],
} as const satisfies Readonly<Record<string, readonly ['error' | 'warn' | 'log', string]>>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

export interface RefusalEvent {
  readonly event: SecurityEvent;
  /** The owner of the credentials, if known; defaults to the caller. */
  readonly actor?: string | null;
  /** Must not contain secrets or personal data. */
  readonly facts?: Readonly<Record<string, unknown>>;
}
