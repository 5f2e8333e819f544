import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillWithOrders } from '../support/many-orders.js';
import { runToEnd } from '../support/run-to-end.js';
import { expectProblem, SERVICE_KEY, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

type Headers = Readonly<Record<string, string>>;
type Big = Awaited<ReturnType<World['another']>>;

/** Neither as rows nor as text would all of them fit into the exporting process's memory. */
const MANY = 100_000;
const MIB = 1024 * 1024;
const LITTLE_MEMORY = { NODE_OPTIONS: '--max-old-space-size=72' };

const world = useWorld({ AUTH: 'required' }, { own: 'process', document: true });
let big: Big;
let bigFinance: Headers;

beforeAll(async () => {
  big = await world.another({ AUTH: 'required', ROLES: 'api', ...LITTLE_MEMORY }, 'process');
  bigFinance = { 'x-api-key': (await createKey(big.databaseUrl, 'finance', 'a finance')).key };
  await fillWithOrders(big.rows, MANY);
  await sealAgain(big.rows, { ring: SERVICE_RING });
}, 180_000);

describe('an export of many orders', () => {
  it('of a large number fits into little memory, even for a slow reader', async () => {
    const answer = await opened();
    let [bytes, chunks] = [0, 0];
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (++chunks % 100 === 0) await sleep(20);
    }
    expect(answer.complete).toBe(true);
    expect(bytes).toBeGreaterThan(80 * MIB);
  });

  it('ends when its reader disconnects; two run at once, and a third gets 503', async () => {
    const readers = [await opened(), await opened()];
    const third = await big.service.request('GET', '/v1/admin/orders/export', { headers: bigFinance });
    expectProblem(third, 503, 'unavailable');
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const reader of readers) reader.destroy();
    await until('a seat is free', async () => {
      const answer = await opened(false);
      const { statusCode } = answer;
      answer.destroy();
      return statusCode === 200;
    });
    expect(big.service.program.output()).not.toMatch(/unexpected_error/);
  });

  it('is written to a file by npm run export', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-export-'));
    const file = join(folder, 'orders.jsonl');
    const ran = await runToEnd('src/cli/accounts/export.js', ['--format', 'jsonl', '--output', file], {
      DATABASE_URL: big.databaseUrl,
      SERVICE_KEY,
      ...LITTLE_MEMORY,
    });
    expect(ran).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(MANY + 1);
    expect(readdirSync(folder)).toEqual(['orders.jsonl']);
    rmSync(folder, { recursive: true });
  });
});

/** A response whose body is not read yet. */
async function opened(must = true): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = '/v1/admin/orders/export?format=jsonl';
    request({ port: big.service.port, host: '127.0.0.1', path, headers: bigFinance, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  answer.on('error', () => undefined);
  if (must) expect(answer.statusCode).toBe(200);
  await sleep(50);
  return answer;
}
