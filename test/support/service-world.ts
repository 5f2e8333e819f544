import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { freshDatabase } from './database.js';
import { holdAgainstDocument } from './openapi/held-answers.js';
import { Sandbox } from './sandbox-client.js';
import { Service } from './service.js';
import type { ServiceOptions } from './service.js';
import { Rows } from './service-rows.js';

/** Run the service as its own process. */
export type OwnProcess = 'process';

type Env = Readonly<Record<string, string>>;

type ReplicaOptions = Partial<Omit<ServiceOptions, 'env'>> & { readonly lasts?: boolean };

/** A service and its database. */
export interface Installation {
  readonly service: Service;
  readonly rows: Rows;
  readonly databaseUrl: string;
  /** A further service on the database. It stops after the test, or with the world if `lasts`. */
  readonly replica: (env?: Env, options?: ReplicaOptions) => Promise<Service>;
}

/** A service with its own database and provider. */
export interface World extends Installation {
  readonly sandbox: Sandbox;
  /** Another service with its own database, at the same provider. */
  readonly another: (env: Env, own?: OwnProcess) => Promise<Installation>;
  readonly close: () => Promise<void>;
}

/** `env`: further settings of the service; `sandboxEnv`: of the simulator. */
export async function startWorld(env: Env = {}, sandboxEnv: Env = {}, own?: OwnProcess): Promise<World> {
  const endings: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  const sandbox = await Sandbox.start(sandboxEnv);
  endings.push(() => sandbox.stop());
  const another: World['another'] = async (settings, ownOne) => {
    const database = await freshDatabase();
    endings.push(() => database.drop());
    const rows = Rows.of(database.url);
    endings.push(() => rows.close());
    const at = { databaseUrl: database.url, rampUrl: sandbox.url };
    const service = await Service.start({ ...at, env: settings, process: ownOne !== undefined });
    endings.push(() => service.stop());
    const replica: World['replica'] = async (replicaEnv = {}, { lasts = false, ...options } = {}) => {
      const started = await Service.start({ ...at, ...options, env: replicaEnv });
      if (lasts) endings.push(() => started.stop());
      else onTestFinished(() => started.stop());
      return started;
    };
    return { service, rows, databaseUrl: database.url, replica };
  };
  try {
    return { sandbox, ...(await another(env, own)), another, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The world of a file's tests, started before them. `document`: responses must match the API's document. */
export function useWorld(
  env: Env = {},
  { sandbox = {}, own, document = false }: { sandbox?: Env; own?: OwnProcess; document?: boolean } = {},
): World {
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await startWorld(env, sandbox, own));
    if (document) await holdAgainstDocument(world.service);
  });
  afterAll(() => world.close());
  return world;
}
