import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from '../../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../../support/service.js';
import { migrate, OwnPostgres } from '../../support/service-postgres.js';

interface Line {
  readonly event: string;
  readonly level: string;
  readonly of?: string;
  readonly code?: string;
  readonly result?: string;
  readonly problem?: string;
  readonly task?: string;
  readonly times?: number;
}

interface Sizes {
  readonly askMs: number;
  readonly restMs: number;
  readonly least: number;
  readonly only?: string;
}

/**
 * Requests go on for `askMs` of each outage. `restMs`: how long the log is read afterwards; a lease that outlives the
 * outage ends 16 s later. `least`: requests of each outage. `only`: one of the outages.
 */
export function outageLog({ askMs, restMs, least, only }: Sizes): void {
  let postgres: OwnPostgres;
  let sandbox: Sandbox;
  let service: Service;
  beforeAll(async () => {
    [postgres, sandbox] = await Promise.all([OwnPostgres.start(), Sandbox.start()]);
    const databaseUrl = await postgres.createDatabase('shop');
    await migrate(databaseUrl);
    const env = { RAMP_TIMEOUT_MS: '600', CHECKOUT_PATIENCE_MS: '3000' };
    service = await Service.start({ databaseUrl, rampUrl: sandbox.url, env, process: true });
  });
  afterAll(async () => {
    await service.stop();
    await sandbox.stop();
    await postgres.release();
  });

  const lines = (): Line[] =>
    service.program
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

  const OUTAGES: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['the provider does not answer', () => fault({ act: 'hang' }), () => sandbox.control('DELETE', '/faults')],
    [
      'the provider answers with errors',
      () => fault({ act: 'status', code: 503 }),
      () => sandbox.control('DELETE', '/faults'),
    ],
    ['the database is away', () => postgres.stop(), () => postgres.startAgain()],
  ];

  const fault = (what: { act: string; code?: number }): Promise<unknown> =>
    sandbox.fault({ endpoint: 'any', times: 0, ...what });

  describe('the log of an outage', () => {
    it.each(OUTAGES.filter(([name]) => only === undefined || name === only))(
      'has one line for its beginning and one for its end: %s',
      async (_, begin, mend) => {
        await service.order(checkoutBody());
        const before = lines().length;
        await begin();
        const end = performance.now() + askMs;
        let asked = 0;
        while (performance.now() < end || asked < least) {
          asked += 8;
          await Promise.all(
            Array.from({ length: 4 }, () => [service.checkout(checkoutBody()), service.get('/v1/orders/any')]).flat(),
          );
          await sleep(50);
        }
        await mend();
        await until('it works again', async () => (await service.checkout(checkoutBody())).status === 201);
        await until('its end is logged', () =>
          Promise.resolve(
            lines()
              .slice(before)
              .some(({ event }) => event === 'outage_ended'),
          ),
        );
        await sleep(restMs);
        const told = lines()
          .slice(before)
          .filter(({ level, event }) => ['warn', 'error'].includes(level) || event === 'outage_ended')
          .map(({ event, of, code, result, problem, task }) =>
            [event, of, code, result, problem, task].filter((part) => part !== undefined).join(' '),
          );
        // Not one of them twice.
        expect(told.filter((line, at) => told.indexOf(line) !== at)).toEqual([]);
        expect(told.length).toBeLessThan(16);
      },
    );
  });
}
