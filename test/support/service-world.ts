import { freshDatabase } from './database.js';
import { Sandbox } from './sandbox-client.js';
import { Service } from './service.js';
import { Rows } from './service-rows.js';

/** A service with its own database and provider. */
export interface World {
  readonly sandbox: Sandbox;
  readonly service: Service;
  readonly rows: Rows;
  readonly databaseUrl: string;
  /** Another service with its own database, at the same provider. */
  another(
    env: Readonly<Record<string, string>>,
    own?: OwnProcess,
  ): Promise<{ service: Service; rows: Rows; databaseUrl: string }>;
  close(): Promise<void>;
}

/** Run the service as its own process. */
export type OwnProcess = 'process';

/** `env`: further settings of the service; `sandboxEnv`: of the simulator. */
export async function startWorld(
  env: Readonly<Record<string, string>> = {},
  sandboxEnv: Readonly<Record<string, string>> = {},
  own?: OwnProcess,
): Promise<World> {
  const endings: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  const another: World['another'] = async (settings, ownOne) => {
    const database = await freshDatabase();
    endings.push(() => database.drop());
    const rows = Rows.of(database.url);
    endings.push(() => rows.close());
    const service = await Service.start({
      ...{ databaseUrl: database.url, rampUrl: sandbox.url, env: settings },
      process: ownOne !== undefined,
    });
    endings.push(() => service.stop());
    return { service, rows, databaseUrl: database.url };
  };
  const sandbox = await Sandbox.start(sandboxEnv);
  endings.push(() => sandbox.stop());
  try {
    return { sandbox, ...(await another(env, own)), another, close };
  } catch (error) {
    await close();
    throw error;
  }
}
