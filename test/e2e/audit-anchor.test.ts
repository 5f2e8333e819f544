import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { checkoutBody, SERVICE_KEY } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

let world: World;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-anchor-'));
  world = await startWorld();
}, 120_000);
afterAll(async () => {
  await world.close();
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
  it('is printed, and is what the history is held against', async () => {
    const { service, rows } = world;
    const { merchantOrderNo } = await service.order(checkoutBody());
    await service.get(`/v1/admin/orders/${merchantOrderNo}`);
    await service.post(`/v1/admin/orders/${merchantOrderNo}/reveal`, { reason: 'the customer asks' });
    const ran = await run('audit-anchor');
    expect({ code: ran.code, errors: ran.errors }).toEqual({ code: 0, errors: '' });
    const anchor = ran.out.trimEnd();
    expect(anchor).toMatch(FORM);
    const sound = await verify((await run('audit-anchor')).out.trimEnd(), anchor);
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
});
