import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { builtProgram, PROJECT, startProgram } from './programs.js';

interface Running {
  readonly url: string;
  readonly port: number;
  stop(patienceS?: number): Promise<void>;
}

interface Scripts {
  startPostgres(options: { dir: string; port?: number; flags?: string[] }): Promise<Running>;
  guardPostgres(dir: string, then: 'stop' | 'remove'): { release(): Promise<void> };
}

const FLAGS = ['fsync=off', 'full_page_writes=off'];

/** A Postgres of its own that can be stopped and restarted with its data and port. */
export class OwnPostgres {
  private constructor(
    private readonly scripts: Scripts,
    private readonly guard: { release(): Promise<void> },
    private readonly dir: string,
    private running: Running,
  ) {}

  static async start(): Promise<OwnPostgres> {
    const scripts = { ...(await script('embedded-postgres.mjs')), ...(await script('postgres/guard.mjs')) } as Scripts;
    const dir = mkdtempSync(join(tmpdir(), 'ramp-checkout-own-'));
    const guard = scripts.guardPostgres(dir, 'remove');
    try {
      return new OwnPostgres(scripts, guard, dir, await scripts.startPostgres({ dir, flags: FLAGS }));
    } catch (error) {
      await guard.release();
      throw error;
    }
  }

  /** Returns the address of a new, empty database. */
  async createDatabase(name: string): Promise<string> {
    const admin = new pg.Client({ connectionString: this.running.url });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    await admin.end();
    const url = new URL(this.running.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Closes every connection, like a restart or a failover. */
  stop(): Promise<void> {
    return this.running.stop();
  }

  async startAgain(): Promise<void> {
    this.running = await this.scripts.startPostgres({ dir: this.dir, port: this.running.port, flags: FLAGS });
  }

  /** Stops it and deletes its data. */
  release(): Promise<void> {
    return this.guard.release();
  }
}

async function script(name: string): Promise<object> {
  const file = pathToFileURL(join(PROJECT, 'scripts/lib', name)).href;
  return (await import(/* @vite-ignore */ file)) as object;
}

/** Runs `npm run migrate` and returns its output. Throws if it fails. */
export async function migrate(databaseUrl: string): Promise<string> {
  const program = startProgram('migrate', builtProgram('src/cli/migrate/main.js'), { DATABASE_URL: databaseUrl });
  const ending = await program.ended;
  if (ending !== 0) throw new Error(`the migrations ended with ${ending}:\n${program.output()}`);
  return program.output();
}
