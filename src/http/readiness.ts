export interface DatabaseReadiness {
  readonly database: 'up' | 'down';
  readonly migrations: 'applied' | 'pending' | 'unknown';
}

/** Tells whether the database can be used; whoever holds the database implements it. Must not throw. */
export abstract class Readiness {
  abstract check(): Promise<DatabaseReadiness>;
}

/** Tells how the provider has been answering lately, without asking it. It is shown and never fails readiness. */
export abstract class ProviderState {
  abstract current(): 'up' | 'down' | 'unknown';
}

/** The answer of `GET /health/ready`. */
export interface ReadinessReport extends DatabaseReadiness {
  readonly status: 'ok' | 'unavailable';
  readonly provider: 'up' | 'down' | 'unknown';
}
