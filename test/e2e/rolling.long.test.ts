import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBalancer } from '../support/balancer.js';
import { EventStream } from '../support/event-stream.js';
import { freshDatabase } from '../support/database.js';
import { FeedReader } from '../support/feed.js';
import { Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../support/service.js';

const DRAIN_MS = 2000;
/** A busy machine answers several requests meanwhile. */
const LONG_DRAIN_MS = 10_000;
const CLIENTS = 8;

let sandbox: Sandbox;
let databaseUrl: string;
const endings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  sandbox = await Sandbox.start();
  const database = await freshDatabase();
  databaseUrl = database.url;
  endings.push(
    () => sandbox.stop(),
    () => database.drop(),
  );
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

async function start(env: Readonly<Record<string, string>> = {}, port = 0, url = databaseUrl): Promise<Service> {
  const settings = { DRAIN_MS: String(DRAIN_MS), LOG_LEVEL: 'info', ...env };
  const options = { databaseUrl: url, rampUrl: sandbox.url, env: settings, process: true };
  const service = await Service.start(port === 0 ? options : { ...options, port });
  await until('ready', async () => (await service.get('/health/ready')).status === 200);
  return service;
}

/** One after the other, until `isOver`; gives what became of each request that did not get the answer of the service. */
async function buyAndRead(url: string, isOver: () => boolean): Promise<{ sent: number; cut: string[] }> {
  const cut: string[] = [];
  let sent = 0;
  while (!isOver()) {
    const body = checkoutBody();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    for (const [path, how] of [
      ['/v1/checkouts', init],
      [`/v1/orders/${String(body['merchantOrderNo'])}`, {}],
    ] as const) {
      sent += 1;
      const said = await fetch(url + path, how).then(
        // A 503 of a busy service is no cut connection.
        async (answer) => (answer.headers.has('x-request-id') ? null : `${answer.status} ${await answer.text()}`),
        (error: unknown) => `no answer: ${String(error)}`,
      );
      if (said !== null) cut.push(`${path} ${said}`);
    }
  }
  return { sent, cut };
}

/** Two replicas behind a balancer are restarted one after the other while clients buy. */
async function roll(): Promise<{ sent: number; cut: string[] }> {
  const replicas = [await start(), await start()];
  const balancer = await startBalancer(replicas.map(({ port }) => port));
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, () => buyAndRead(balancer.url, () => isOver));
  for (const index of [0, 1]) {
    const { port, program } = replicas[index]!;
    expect(await program.stop()).toBe(0);
    replicas[index] = await start({}, port);
    await sleep(1000);
  }
  isOver = true;
  const all = await Promise.all(clients);
  await balancer.close();
  await Promise.all(replicas.map((replica) => replica.stop()));
  return { sent: all.reduce((sum, { sent }) => sum + sent, 0), cut: all.flatMap(({ cut }) => cut) };
}

describe('a rolling restart behind a balancer', () => {
  it('cuts no request', async () => {
    const { sent, cut } = await roll();
    expect(cut).toEqual([]);
    expect(sent).toBeGreaterThan(100);
  });
});

/** A question on a connection that is kept, as a balancer asks. */
function ask(service: Service, path: string, agent: Agent): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    get(service.url + path, { agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve(Object.assign(answer, { text })));
    }).on('error', reject);
  });
}

describe('the drain after SIGTERM', () => {
  it('is not ready at once, serves on and asks each connection to end, then takes no more of them', async () => {
    const service = await start({ DRAIN_MS: String(LONG_DRAIN_MS) });
    const agent = new Agent({ keepAlive: true });
    expect((await ask(service, '/health/ready', agent)).headers.connection).toBe('keep-alive');
    const began = performance.now();
    const ended = service.program.stop();
    const ready = await until('not ready', async () => {
      const answer = await ask(service, '/health/ready', agent);
      return answer.statusCode === 503 && answer;
    });
    expect(performance.now() - began).toBeLessThan(LONG_DRAIN_MS);
    expect(JSON.parse(ready.text)).toMatchObject({ status: 'draining', database: 'up', migrations: 'applied' });
    expect(ready.headers.connection).toBe('close');
    const [live, cryptos] = [
      await ask(service, '/health/live', agent),
      await ask(service, '/v1/cryptos?fiat=USD', agent),
    ];
    expect([live.statusCode, live.headers.connection]).toEqual([200, 'close']);
    expect([cryptos.statusCode, cryptos.headers.connection]).toEqual([200, 'close']);
    expect((await service.checkout(checkoutBody())).status).toBe(201);
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(LONG_DRAIN_MS);
    await expect(ask(service, '/health/live', agent)).rejects.toThrow('ECONNREFUSED');
    agent.destroy();
  });

  it('lets streams and waiting reads of the feed go on, and ends them whole', async () => {
    const database = await freshDatabase();
    endings.push(() => database.drop());
    const service = await start({ DRAIN_MS: String(LONG_DRAIN_MS) }, 0, database.url);
    const { merchantOrderNo } = await service.order(checkoutBody());
    const stream = await EventStream.open(service.url, merchantOrderNo);
    expect(stream.status).toBe(200);
    const feed = new FeedReader(() => service);
    await feed.told(
      'the last change',
      ({ type, data }) => type === 'order.updated' && data['rampStatus'] === 'PENDING',
    );
    const waiting = service.get(`/v1/events?after=${String(feed.cursor)}&wait=30`);
    await sleep(500);
    const began = performance.now();
    const ended = service.program.stop();
    await until('it drains', async () => (await service.get('/health/ready')).status === 503);
    expect(stream.over).toBeNull();
    const answer = await waiting;
    expect(answer.status, answer.text).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(LONG_DRAIN_MS);
    expect(await ended).toBe(0);
    expect(await stream.ended()).toBe('end');
  });

  it.each([
    ['a second SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
  ] as const)('ends at once with %s', async (_, signal) => {
    const service = await start({ DRAIN_MS: '60000' });
    const first = service.program.stop();
    await until('it drains', async () => (await service.get('/health/ready')).status === 503);
    await sleep(300);
    const began = performance.now();
    process.kill(service.program.pid, signal);
    expect(await first).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('counts the signal that npm passes on beside the one of its group as one', async () => {
    const service = await start();
    const began = performance.now();
    const ended = service.program.stop();
    process.kill(service.program.pid, 'SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(DRAIN_MS);
  });
});
