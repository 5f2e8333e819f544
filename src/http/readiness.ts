export interface DatabaseReadiness {
  readonly database: 'up' | 'down';
  readonly migrations: 'applied' | 'pending' | 'unknown';
}

/** Tells whether the database can be used; whoever holds the database implements it. Must not throw. */
export abstract class Readiness {
  abstract check(): Promise<DatabaseReadiness>;
}

/** The answer of `GET /health/ready`. */
export interface ReadinessReport extends DatabaseReadiness {
  readonly status: 'ok' | 'unavailable';
  readonly provider: 'up' | 'down' | 'unknown';
}
