import pg from 'pg';

/** Connections of this name are the tests' own, and are left alone. */
export const WITNESS = 'witness';

/**
 * Postgres' clock as the service reads it, which only goes forward. The shift takes hold of new connections, so the old
 * ones are ended, in the middle of whatever they do.
 */
export class DatabaseClock {
  private seconds = 0;

  constructor(private readonly databaseUrl: string) {}

  /** The present moment by that clock: Postgres runs on this machine. */
  now(): Date {
    return new Date(Date.now() + this.seconds * 1000);
  }

  /** `time`: such as `25 s`, `7 min` or `25 h`. */
  async forward(time: string): Promise<void> {
    this.seconds += secondsOf(time);
    // A connection of its own each time: the pools of others are what is ended.
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      await client.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ramp_checkout.clock_shift = %L',
                                    current_database(), '${this.seconds} s'); END $$`,
      );
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> $1
            AND backend_type = 'client backend'`,
        [WITNESS],
      );
    } finally {
      await client.end();
    }
  }
}

function secondsOf(time: string): number {
  const [, count, unit] = /^(\d+) (s|min|h)$/.exec(time) ?? [];
  const seconds = { s: 1, min: 60, h: 3600 }[unit ?? ''];
  if (seconds === undefined) throw new Error(`"${time}" is not a time`);
  return Number(count) * seconds;
}
