/** See temporary-postgres.mjs. */
export function startTemporaryPostgres(): Promise<{ url: string; release(): Promise<void> }>;
