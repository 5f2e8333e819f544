import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { freePort } from '#scripts/lib/ports.mjs';
import { freshDatabase } from './database.js';
import { builtProgram, PROJECT, startProgram } from './programs.js';
import type { Ending, Program } from './programs.js';
import type { OwnProcess } from './service-world.js';
import { Sandbox } from './sandbox-client.js';
import { Service, serviceEnvironment } from './service.js';
import { Rows } from './service-rows.js';

type Environment = Readonly<Record<string, string>>;

const EFFECTS_PRELOAD = pathToFileURL(join(PROJECT, 'test/support/effects.mjs')).href;
const PATIENCE_MS = 60_000;
/** Longer than any lease of a killed process; some wait two minutes for the provider. */
const SHIFT = '3 min';
/** Their leases hold while the next processes start and die, so that none takes over before all are dead. */
const DOOMED = { RAMP_TIMEOUT_MS: '30000' };

/** A process's effects before its end. */
export interface Death {
  readonly ending: Ending;
  readonly effects: readonly string[];
}

/** A database and a provider on which services are killed, one per point, and a later service that continues their work. */
export class CrashWorld {
  private readonly endings: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly sandbox: Sandbox,
    readonly rows: Rows,
    readonly databaseUrl: string,
    /** Port of the later service; all callbacks go there. */
    private readonly port: number,
  ) {}

  static async start(): Promise<CrashWorld> {
    const sandbox = await Sandbox.start();
    const database = await freshDatabase();
    const rows = Rows.of(database.url);
    const world = new CrashWorld(sandbox, rows, database.url, await freePort());
    world.endings.push(
      () => sandbox.stop(),
      () => database.drop(),
      () => rows.close(),
    );
    return world;
  }

  /** A service that reports its effects and dies after `dieAfter` of them; null: never. */
  async service(dieAfter: number | null, env: Environment = {}): Promise<Service> {
    const service = await Service.start(this.options({ ...doomed(dieAfter), ...env }));
    this.endings.push(() => service.program.kill());
    return service;
  }

  /** Runs a worker until it dies after `dieAfter` effects; null: stops it after `isDone`. */
  async worker(dieAfter: number | null, env: Environment, isDone: () => Promise<unknown>): Promise<Death> {
    const options = this.options({ ROLES: 'worker', ...doomed(dieAfter), ...env });
    // A worker needs no port; 0 avoids a clash.
    const environment = serviceEnvironment(options, 0);
    const program = startProgram('worker', builtProgram('src/main.js'), { ...environment, PUBLIC_URL: this.url });
    this.endings.push(() => program.kill());
    if (dieAfter !== null) return deathOf(program);
    await isDone();
    await program.stop();
    return deathOf(program);
  }

  /** Starts the later service, after all leases have expired. */
  async restart(env: Environment = {}, own?: OwnProcess): Promise<Service> {
    await this.letLeasesEnd();
    const options = { databaseUrl: this.databaseUrl, rampUrl: this.sandbox.url, port: this.port, env };
    const service = await Service.start({ ...options, process: own !== undefined });
    this.endings.push(() => service.stop());
    return service;
  }

  /** A provider address that refuses connections until `open`, which also creates `openFile`. */
  async closedDoor(): Promise<{ readonly url: string; readonly openFile: string; readonly open: () => Promise<void> }> {
    const port = await freePort();
    const target = new URL(this.sandbox.url);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      const beyond = connect(Number(target.port), target.hostname);
      for (const [end, other] of [[socket, beyond] as const, [beyond, socket] as const]) {
        sockets.add(end.on('error', () => other.destroy()));
        end.pipe(other);
      }
    });
    this.endings.push(async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    });
    const folder = await mkdtemp(join(tmpdir(), 'ramp-checkout-door-'));
    this.endings.push(() => rm(folder, { recursive: true }));
    const openFile = join(folder, 'open');
    const open = async (): Promise<void> => {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      await writeFile(openFile, '');
    };
    return { url: `http://127.0.0.1:${port}`, openFile, open };
  }

  async close(): Promise<void> {
    for (const end of this.endings.splice(0).reverse()) await end();
  }

  /** Shifts Postgres' clock by more than a lease, for new connections. */
  private async letLeasesEnd(): Promise<void> {
    const name = pg.escapeIdentifier(new URL(this.databaseUrl).pathname.slice(1));
    await this.rows.query(`ALTER DATABASE ${name} SET ramp_checkout.clock_shift = '${SHIFT}'`);
  }

  private get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  private options(env: Environment) {
    const { databaseUrl } = this;
    return { databaseUrl, rampUrl: this.sandbox.url, env: { PUBLIC_URL: this.url, ...DOOMED, ...env } };
  }
}

function doomed(dieAfter: number | null): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${EFFECTS_PRELOAD}`,
    ...(dieAfter === null ? {} : { DIE_AFTER_EFFECTS: String(dieAfter) }),
  };
}

/** Waits for the process to end and returns its effects. Kills it after a timeout. */
export async function deathOf(program: Program): Promise<Death> {
  const patience = setTimeout(() => void program.kill(), PATIENCE_MS);
  const ending = await program.ended;
  clearTimeout(patience);
  return { ending, effects: effectsOf(program) };
}

function effectsOf(program: Program): string[] {
  return [...program.output().matchAll(/^effect: (.+)$/gm)].map(([, effect]) => effect!);
}

/** Every point before, between and after these effects, with a name and the number of effects done. */
export function pointsOf(effects: readonly string[], first = 0): { readonly name: string; readonly done: number }[] {
  const named = effects.map((effect, index) => {
    const sameBefore = effects.slice(0, index).filter((other) => other === effect).length;
    return effects.filter((other) => other === effect).length > 1 ? `${effect} ${sameBefore + 1}` : effect;
  });
  const points = Array.from({ length: effects.length + 1 }, (_, done) => {
    const sides = [
      ...(done > 0 ? [`after ${named[done - 1]!}`] : []),
      ...(done < effects.length ? [`before ${named[done]!}`] : []),
    ];
    return { name: sides.join(', '), done };
  });
  return points.slice(first);
}

/** Three at a time: each starts a process. */
export async function someAtATime<In>(items: readonly In[], work: (item: In) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([lane(), lane(), lane()]);
}
