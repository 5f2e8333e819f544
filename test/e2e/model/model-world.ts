import { freePort } from '#scripts/lib/ports.mjs';
import { freshDatabase } from '../../support/database.js';
import type { Program } from '../../support/programs.js';
import { Sandbox } from '../../support/sandbox-client.js';
import { Service } from '../../support/service.js';
import { Rows } from '../../support/service-rows.js';
import { DatabaseClock, WITNESS } from './database-clock.js';
import { Wire } from './wire.js';

/** Small enough that a provider that is silent, late or gone costs a run little time. */
const SETTINGS = {
  RAMP_TIMEOUT_MS: '700',
  CHECKOUT_DEADLINE_MS: '1800',
  RECONCILE_INTERVAL_MS: '150',
  LOG_LEVEL: 'info',
};

/** One of two processes of the service, on a port of its own that it keeps over restarts. */
class Replica {
  /** Every process that this replica ever was; what they have written is looked through for secrets. */
  readonly programs: Program[] = [];
  private service: Service | null = null;
  private starting: Promise<void> = Promise.resolve();

  constructor(
    private readonly databaseUrl: string,
    private readonly rampUrl: string,
    private readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it answers. */
  up(): Promise<void> {
    this.starting = this.starting.then(async () => {
      if (this.service !== null) return;
      const { databaseUrl, rampUrl, port } = this;
      this.service = await Service.start({ databaseUrl, rampUrl, port, env: SETTINGS, process: true });
      this.programs.push(this.service.program);
    });
    return this.starting;
  }

  async kill(): Promise<void> {
    await this.starting;
    const { service } = this;
    this.service = null;
    await service?.program.kill();
  }

  async stop(): Promise<void> {
    await this.starting;
    await this.service?.stop();
  }
}

/** Everything that runs outlive: processes are started once, and killed and started again only by commands. */
export interface ModelWorld {
  readonly sandbox: Sandbox;
  readonly wire: Wire;
  readonly replicas: readonly [Replica, Replica];
  readonly rows: Rows;
  readonly clock: DatabaseClock;
  close(): Promise<void>;
}

export async function startModelWorld(): Promise<ModelWorld> {
  const endings: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const sandbox = await Sandbox.start({ SANDBOX_PACE_MS: '150' });
    endings.push(() => sandbox.stop());
    const wire = await Wire.to(sandbox.url);
    endings.push(() => wire.cut());
    const database = await freshDatabase();
    endings.push(() => database.drop());
    const rows = Rows.of(`${database.url}?application_name=${WITNESS}`);
    endings.push(() => rows.close());
    const replica = async (): Promise<Replica> => new Replica(database.url, wire.url, await freePort());
    const replicas = [await replica(), await replica()] as const;
    for (const one of replicas) endings.push(() => one.stop());
    await Promise.all(replicas.map((one) => one.up()));
    return { sandbox, wire, replicas, rows, clock: new DatabaseClock(database.url), close };
  } catch (error) {
    await close();
    throw error;
  }
}
