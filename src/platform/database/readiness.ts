import type { MigrationState } from './migration-state.js';

export interface DatabaseReadiness {
  /** `read_only`: it answers, and takes no writes. */
  readonly database: 'up' | 'read_only' | 'down';
  readonly migrations: MigrationState | 'unknown';
}

/** Reports whether the database is usable. Must not throw. */
export abstract class Readiness {
  abstract check(): Promise<DatabaseReadiness>;
}

/** The response of `GET /health/ready`. */
export interface ReadinessReport extends DatabaseReadiness {
  readonly status: 'ok' | 'draining' | 'unavailable';
  /** `none`: any client may do everything. */
  readonly auth: 'required' | 'none';
  readonly provider: 'up' | 'down' | 'unknown';
  readonly providerClock: {
    /** How far the provider's clock is ahead of ours, by the date of its last response. */
    readonly skewSeconds: number | null;
    /** Requests use the provider's clock, because it refused ours. */
    readonly corrected: boolean;
  };
  /** The app secret that signs: RAMP_APP_SECRET or RAMP_APP_SECRET_NEXT. */
  readonly appSecretInUse: 'first' | 'second';
}
