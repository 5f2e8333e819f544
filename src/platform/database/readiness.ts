import type { MigrationState } from './migration-state.js';

export interface DatabaseReadiness {
  readonly database: 'up' | 'down';
  readonly migrations: MigrationState | 'unknown';
}

/** Tells whether the database can be used; whoever holds the database implements it. Must not throw. */
export abstract class Readiness {
  abstract check(): Promise<DatabaseReadiness>;
}

/** The answer of `GET /health/ready`. */
export interface ReadinessReport extends DatabaseReadiness {
  readonly status: 'ok' | 'draining' | 'unavailable';
  /** `none`: whoever can connect may do everything. */
  readonly auth: 'required' | 'none';
  readonly provider: 'up' | 'down' | 'unknown';
  readonly providerClock: {
    /** How far the provider's clock is ahead of ours, by the date of its last answer. */
    readonly skewSeconds: number | null;
    /** Requests are stamped by the provider's clock, as it has refused ours. */
    readonly corrected: boolean;
  };
  /** Which app secret signs: RAMP_APP_SECRET or RAMP_APP_SECRET_NEXT. */
  readonly appSecretInUse: 'first' | 'second';
}
