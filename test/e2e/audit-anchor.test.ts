import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { checkoutBody, SERVICE_KEY, until } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

let world: World;
let witness: Server;
let folder: string;
const posted: { readonly type: string | undefined; readonly body: string; readonly status: number }[] = [];
const ATTEMPTS_THAT_FAIL = 1;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-anchor-'));
  witness = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const status = posted.length < ATTEMPTS_THAT_FAIL ? 503 : 204;
      posted.push({ type: request.headers['content-type'], body, status });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((ready) => witness.listen(0, '127.0.0.1', ready));
  const { port } = witness.address() as AddressInfo;
  world = await startWorld({ AUDIT_ANCHOR_URL: `http://127.0.0.1:${port}/anchors` }, {}, 'process');
}, 120_000);
afterAll(async () => {
  await world.close();
  witness.close();
  rmSync(folder, { recursive: true });
});

const run = (name: string, args: readonly string[] = []): Promise<Ran> =>
  runToEnd(`src/cli/accounts/${name}.js`, args, { DATABASE_URL: world.databaseUrl, SERVICE_KEY });

function verify(...anchors: readonly string[]): Promise<Ran> {
  const file = join(folder, 'anchors.jsonl');
  writeFileSync(file, anchors.map((anchor) => `${anchor}\n`).join(''));
  return run('verify-history', ['--anchor', file]);
}

const FORM =
  /^\{"at":"[\d-]{10}T[\d:.]{12}Z","auditLog":\{"entry":\d+,"mac":(?:"[0-9a-f]{64}"|null)\},"history":\{"until":"[\d-]{10}T[\d:.]{12}Z","entries":\d+,"digest":"[0-9a-f]{64}"\}\}$/;

describe('an anchor', () => {
  it('is sent by one of all workers, and again while it is not taken', { timeout: 180_000 }, async () => {
    const { port } = witness.address() as AddressInfo;
    const env = { AUDIT_ANCHOR_URL: `http://127.0.0.1:${port}/anchors` };
    await world.replica(env);
    await until('a second attempt', () => Promise.resolve(posted.length >= 2));
    expect(posted.map(({ status }) => status)).toEqual([503, 204]);
    const [first, second] = posted;
    expect(second!.type).toBe('application/json');
    expect(second!.body).toMatch(FORM);
    expect(second!.body).toBe(first!.body);
    await world.service.program.says(/"event":"task_recovered".*"task":"audit_anchor"/);
    const entries = await world.rows.query(`SELECT actor_id FROM audit_log WHERE action = 'audit.anchor'`);
    expect(entries).toEqual([{ actor_id: 'service' }]);
  });

  it('is printed, and is what the history is held against', async () => {
    const { service, rows } = world;
    const { merchantOrderNo } = await service.order(checkoutBody());
    await service.post(`/v1/admin/orders/${merchantOrderNo}/reveal`, { reason: 'the customer asks' });
    const ran = await run('audit-anchor');
    expect({ code: ran.code, errors: ran.errors }).toEqual({ code: 0, errors: '' });
    const anchor = ran.out.trimEnd();
    expect(anchor).toMatch(FORM);
    const sound = await verify(posted.at(-1)!.body, anchor);
    expect(sound.out).toMatch(
      /^1 orders with \d+ entries checked: all is well\n\d+ entries of the audit log and 2 anchors checked: all is well\n$/,
    );
    expect(sound.code).toBe(0);
    // The owner of the database takes the last deed away: nothing in the database tells.
    await rows.query('ALTER TABLE audit_log DISABLE TRIGGER ALL');
    await rows.query(`DELETE FROM audit_log WHERE action = 'order.reveal'`);
    expect((await run('verify-history')).code).toBe(0);
    const found = await verify(anchor);
    expect(found.code).toBe(1);
    expect(found.out).toContain('audit log: it ends with entry 1, and the anchor names entry 2\n');
  });

  it('that is none is refused, and so is one beside a choice of orders', async () => {
    expect(await verify('{}')).toMatchObject({ code: 2, out: '' });
    expect((await run('verify-history', ['--anchor', join(folder, 'none')])).errors).toMatch(/cannot be read/);
    const both = await run('verify-history', ['--anchor', join(folder, 'anchors.jsonl'), '--order', 'A-1']);
    expect(both).toMatchObject({ code: 2, errors: '--anchor goes without --order, --from and --to\n' });
  });

  it('goes nowhere without TLS', async () => {
    const refused = await runToEnd('src/main.js', [], { AUDIT_ANCHOR_URL: 'http://witness.example/', AUTH: 'none' });
    expect(refused.errors).toContain('AUDIT_ANCHOR_URL must be https');
  });
});
