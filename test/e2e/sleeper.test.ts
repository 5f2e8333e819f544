import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, newCheckout, Service, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { Rows } from '../support/service-rows.js';

/** A driver may send for ten seconds after its commit; here it sleeps a little longer. */
const SLEEP_MS = 11_000;
const CERTIFICATE = fileURLToPath(new URL('../unit/ramp/fixtures/localhost-cert.pem', import.meta.url));
const KEY = fileURLToPath(new URL('../unit/ramp/fixtures/localhost-key.pem', import.meta.url));

/** TLS before the simulator: while the gate is shut, connections wait to be opened. */
async function gateBefore(sandboxUrl: string) {
  const waiting: Socket[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  let isShut = false;
  const tls = createTlsServer({ key: readFileSync(KEY), cert: readFileSync(CERTIFICATE) }, (secure) => {
    const provider = keep(connect(Number(new URL(sandboxUrl).port), '127.0.0.1'));
    keep(secure).pipe(provider).pipe(secure);
  });
  const server = createServer((socket) => {
    keep(socket);
    if (isShut) waiting.push(socket);
    else tls.emit('connection', socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** With it every open connection ends, so that the next call needs another. */
    shut: () => {
      isShut = true;
      closeAll();
    },
    open: () => waiting.splice(0).forEach((socket) => tls.emit('connection', socket)),
    waiting: () => waiting.length,
    stop: () => {
      closeAll();
      server.close();
    },
  };
}

it('a process that is stopped between its commit and its request does not send it when it wakes', async () => {
  // Behind TLS, pages without it would not be believed.
  const sandbox = await Sandbox.start({ SANDBOX_PUBLIC_URL: 'https://pay.example' });
  const gate = await gateBefore(sandbox.url);
  const database = await freshDatabase();
  const rows = Rows.of(database.url);
  const sleeper = await Service.start({
    databaseUrl: database.url,
    rampUrl: gate.url,
    // Longer than it sleeps, so that nothing but its lease keeps it from sending.
    env: {
      ...{ ROLES: 'api', RAMP_TIMEOUT_MS: '30000', CHECKOUT_DEADLINE_MS: '30000' },
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    },
    process: true,
  });
  let second: Service | null = null;
  try {
    await sleeper.order(checkoutBody());
    gate.shut();
    await sleep(100);
    const { body, number } = newCheckout();
    const checkout = sleeper.checkout(body);
    const stamp = await until('the trade is committed', async () => (await rows.trades(number))[0]?.stamp);
    await until('its connection is being opened', () => Promise.resolve(gate.waiting() === 1));
    process.kill(sleeper.program.pid, 'SIGSTOP');
    const stoppedAt = performance.now();
    expect(await sandbox.creates(number)).toEqual([]);

    // Its lease is over by the clock of Postgres, as the sessions of the second process see it.
    await rows.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ramp_checkout.clock_shift = ''60 s''', current_database()); END $$`,
    );
    second = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url });
    await until('the second process has made the next trade', async () => {
      const [, next] = await rows.trades(number);
      return next?.outcome === 'created';
    });
    await sleep(SLEEP_MS - (performance.now() - stoppedAt));
    gate.open();
    process.kill(sleeper.program.pid, 'SIGCONT');

    const answer = await checkout;
    const creates = await sandbox.creates(number);
    expect(creates.map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([`${number}-r2`]);
    expect(creates.map(({ headers }) => headers['timestamp'])).not.toContain(stamp);
    const next = await sandbox.order(`${number}-r2`);
    // Its caller gets the page of the trade that the other process made.
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body['payUrl']).toBe(next.payUrl);
    expect(await rows.trades(number)).toMatchObject([
      { trade_no: number, outcome: 'unknown', superseded: true, pay_url: null, stamp },
      { trade_no: `${number}-r2`, outcome: 'created', superseded: false, pay_url: next.payUrl },
    ]);
    expect(historyProblems(await rows.whole(number))).toEqual([]);
  } finally {
    process.kill(sleeper.program.pid, 'SIGCONT');
    await second?.stop();
    await sleeper.stop();
    gate.stop();
    await sandbox.stop();
    await rows.close();
    await database.drop();
  }
});
