import { freePort } from '#scripts/lib/ports.mjs';
import { freshDatabase } from './database.js';
import { Sandbox } from './sandbox-client.js';
import { Rows } from './service-rows.js';
import { Service } from './service.js';
import type { OwnProcess } from './service-world.js';

/** A service with pages that customers return to; it can stop and restart at its address. */
export interface Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly rows: Rows;
  readonly databaseUrl: string;
  /** The running service. */
  readonly service: Service;
  /** Kills the service. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** `env`: further settings; `sandboxEnv`: of the simulator; `own`: a process that can be killed. */
export async function openShop(
  env: Readonly<Record<string, string>> = {},
  sandboxEnv: Readonly<Record<string, string>> = {},
  own?: OwnProcess,
): Promise<Shop> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  const sandbox = await Sandbox.start(sandboxEnv);
  endings.push(() => sandbox.stop());
  try {
    const database = await freshDatabase();
    endings.push(() => database.drop());
    const rows = Rows.of(database.url);
    endings.push(() => rows.close());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = { BRAND_NAME: 'Nimbus', ...env };
    const start = (): Promise<Service> =>
      Service.start({
        databaseUrl: database.url,
        rampUrl: sandbox.url,
        port,
        env: settings,
        process: own !== undefined,
      });
    let service = await start();
    endings.push(async () => (own === undefined || service.program.isRunning()) && (await service.stop()));
    return {
      url,
      sandbox,
      rows,
      databaseUrl: database.url,
      close,
      get service() {
        return service;
      },
      kill: async () => {
        await service.program.kill();
      },
      startAgain: async () => {
        service = await start();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
