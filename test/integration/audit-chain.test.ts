import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditKeys } from '#src/audit/audit-chain.js';
import { AuditVerifier } from '#src/audit/audit-check.service.js';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { AuditService } from '#src/audit/audit.service.js';
import type { AuditHead } from '#src/audit/audit.types.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { ServiceKeyRepository } from '#src/platform/crypto/service-key.repository.js';
import { copyOf, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { openDesk } from '../support/desk.js';
import { openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

const ANN = { id: 'key:ann', name: 'Ann \u{1f469}', address: '192.0.2.7' };
const BOB = { id: 'key:bob', name: 'Bob', address: null };
const HOUR_MS = 3_600_000;

let original: TestDatabase;
let testDatabase: TestDatabase;
let opened: OrderWriter;
let audit: AuditService;

/** Five entries, copied for every test. */
beforeAll(async () => {
  original = await freshDatabase();
  const writer = openOrderWriter(original.url);
  const { audit: log } = await openDesk(writer);
  for (const [n, actor] of [ANN, BOB, ANN, BOB, ANN].entries()) {
    const detail = { z: n, a: { nested: ['\u0000', null, 1.5] } };
    await log.record({ actor, action: 'order.ask', target: `A-${n}`, reason: n === 2 ? 'half \ud83d' : null, detail });
  }
  await writer.close();
});
afterAll(() => original.drop());

beforeEach(async () => {
  testDatabase = await copyOf(original);
  opened = openOrderWriter(testDatabase.url);
  ({ audit } = await openDesk(opened));
});
afterEach(async () => {
  await opened.close();
  await testDatabase.drop();
});

const sql = <Row>(text: string): Promise<Row[]> => opened.database.query<Row>(text);
const log = (): AuditVerifier => new AuditVerifier(new AuditRepository(opened.database));

async function check(heads: readonly AuditHead[] = []): Promise<{ entries: number; faults: string[] }> {
  const ring = await opened.keys.ring();
  const faults: string[] = [];
  const entries = await log().check(ring, heads, ({ entry, reason }) => {
    faults.push(`${entry ?? 'end'}: ${reason}`);
    return Promise.resolve();
  });
  return { entries, faults };
}

/** Actions of a database owner without the key. */
async function tamper(...statements: readonly string[]): Promise<void> {
  await sql('ALTER TABLE audit_log DISABLE TRIGGER ALL');
  for (const statement of statements) await sql(statement);
}

describe('audit log', () => {
  it('is valid as written, with any content', async () => {
    expect(await check()).toEqual({ entries: 5, faults: [] });
  });

  it.each([
    ['what was done', `UPDATE audit_log SET target = 'A-9' WHERE id = 3`, '3: does not have'],
    ['who did it', `UPDATE audit_log SET actor_id = 'key:bob' WHERE id = 3`, '3: does not have'],
    ['his name', `UPDATE audit_log SET actor_name = 'Bob' WHERE id = 3`, '3: does not have'],
    ['where from', `UPDATE audit_log SET address = '192.0.2.8' WHERE id = 3`, '3: does not have'],
    ['in which request', `UPDATE audit_log SET trace_id = 'other' WHERE id = 3`, '3: does not have'],
    ['why', `UPDATE audit_log SET reason = 'asked' WHERE id = 3`, '3: does not have'],
    ['when', `UPDATE audit_log SET at = at + interval '1 microsecond' WHERE id = 3`, '3: does not have'],
    ['a detail', `UPDATE audit_log SET detail = detail || '{"z": 7}' WHERE id = 3`, '3: does not have'],
    ['an entry away', `DELETE FROM audit_log WHERE id = 3`, '4: stands where entry 3 belongs'],
    ['the first away', `DELETE FROM audit_log WHERE id = 1`, '2: stands where entry 1 belongs'],
  ])('reveals an altered field: %s', async (_what, statement, fault) => {
    await tamper(statement);
    const { faults } = await check();
    expect(faults[0]).toContain(fault);
  });

  it('reveals a removed entry with the rest renumbered, and an added one', async () => {
    await tamper('DELETE FROM audit_log WHERE id = 3', 'UPDATE audit_log SET id = id - 1 WHERE id = 4');
    expect((await check()).faults).toContainEqual(expect.stringMatching(/^3: does not have the HMAC/));
    await tamper(
      `INSERT INTO audit_log SELECT (jsonb_populate_record(a, '{"id": 6}')).* FROM audit_log a WHERE id = 2`,
    );
    expect((await check()).faults).toContainEqual(expect.stringMatching(/^6: does not have the HMAC/));
  });

  it('reveals a truncated end only with a noted head', async () => {
    const head = await log().head();
    await tamper('DELETE FROM audit_log WHERE id = 5');
    expect((await check()).faults).toEqual([]);
    expect((await check([head])).faults).toEqual(['end: it ends with entry 4, and the anchor names entry 5']);
  });
});

describe('audit log: an entry that the service did not write', () => {
  const entry = { actor: ANN, action: 'order.read', target: 'A-1', reason: null } as const;
  const insert = (id: string, more = 1): Promise<unknown> =>
    sql(`INSERT INTO audit_log (id, at, actor_id, actor_name, action, key_id, mac)
         SELECT ${id} + n, now(), 'key:ann', 'Ann', 'key.revoke', 'k1', sha256('thief') FROM generate_series(1, ${more}) n`);
  const NEXT = '(SELECT max(id) FROM audit_log)';

  it.each(['9007199254740992', '9223372036854775806', `${NEXT} + 1`])(
    'audit: no entry is inserted that does not follow the newest: %s',
    async (id) => {
      await expect(insert(id)).rejects.toThrow('follows the newest one');
    },
  );

  it.each([1, 99, 150])(
    'audit: the log continues after %s foreign entries, which are reported once and found',
    async (count) => {
      const told: unknown[] = [];
      const guarded = new AuditService(new AuditRepository(opened.database), opened.keys, {
        tell: (event, facts) => told.push([event, facts['entry']]),
      });
      await insert(NEXT, count);
      for (let n = 0; n < 3; n++) await guarded.record(entry);
      expect(told).toEqual([
        ['audit_log_altered', 5 + count],
        ...Array.from({ length: 3 }, () => ['sensitive_read', undefined]),
      ]);
      const { entries, faults } = await check();
      expect(entries).toBe(8 + count);
      expect(faults.map((fault) => fault.split(':')[0])).toEqual(
        Array.from({ length: count }, (_, n) => String(6 + n)),
      );
    },
  );

  it('audit: an entry under a newer service key of another process is valid', async () => {
    const told: unknown[] = [];
    const [ring, bytes] = [await opened.keys.ring(), Buffer.alloc(32, 9)];
    const both = new KeyRing([{ id: 'k2', bytes }]);
    await new ServiceKeyRepository(opened.database).add(both);
    const ahead = new AuditService(
      new AuditRepository(opened.database),
      { ring: () => Promise.resolve(both) },
      { tell: () => undefined },
    );
    await ahead.record(entry);
    const behind = new AuditService(new AuditRepository(opened.database), opened.keys, {
      tell: (event) => told.push(event),
    });
    await behind.record(entry);
    expect(told).toEqual(['sensitive_read']);
    const faults: (number | null)[] = [];
    const keys: AuditKeys = {
      has: () => true,
      verify: (purpose, text, keyId, mac) => (keyId === 'k2' ? both : ring).verify(purpose, text, keyId, mac),
    };
    await log().check(keys, [], ({ entry: at }) => Promise.resolve(void faults.push(at)));
    expect(faults).toEqual([]);
  });

  it('audit: an entry dated in the future does not count for rates', async () => {
    const rate = { most: 1, withinMs: HOUR_MS };
    await sql(`INSERT INTO audit_log (id, at, actor_id, actor_name, action, key_id, mac)
               VALUES (${NEXT} + 1, 'infinity', 'key:ann', 'Ann', 'report.export', 'k1', sha256('thief'))`);
    const repeated = { ...entry, action: 'report.export' } as const;
    expect(await audit.recordWithin(repeated, rate)).toBe(0);
    expect(await audit.recordWithin(repeated, rate)).toBeGreaterThan(0);
  });
});

describe('audit log: an action with a rate', () => {
  const entry = { actor: ANN, action: 'order.reveal', target: 'A-1', reason: 'why' } as const;
  const reveal = (service = audit): Promise<number> => service.recordWithin(entry, { most: 3, withinMs: HOUR_MS });

  it('is recorded up to the rate, across two replicas', async () => {
    const other = openOrderWriter(testDatabase.url);
    const both = [audit, (await openDesk(other)).audit];
    const waits = await Promise.all(Array.from({ length: 12 }, (_, n) => reveal(both[n % 2])));
    await other.close();
    expect(waits.filter((ms) => ms === 0)).toHaveLength(3);
    expect(await sql(`SELECT 1 FROM audit_log WHERE action = 'order.reveal'`)).toHaveLength(3);
    const longest = Math.max(...waits);
    expect(longest).toBeGreaterThan(HOUR_MS - 120_000);
    expect(longest).toBeLessThanOrEqual(HOUR_MS + 1);
    // Other actors and actions are counted separately.
    expect(await audit.recordWithin({ ...entry, actor: BOB }, { most: 3, withinMs: HOUR_MS })).toBe(0);
    expect(await audit.recordWithin({ ...entry, action: 'order.ask' }, { most: 9, withinMs: HOUR_MS })).toBe(0);
  });

  it('is possible again after the oldest entry expires', async () => {
    for (let n = 0; n < 3; n++) expect(await reveal()).toBe(0);
    expect(await reveal()).toBeGreaterThan(0);
    await tamper(`UPDATE audit_log SET at = at - interval '61 minutes' WHERE id = 6`);
    expect(await reveal()).toBe(0);
    expect(await reveal()).toBeGreaterThan(0);
  });
});

it('audit: a slow worker does not move the cut back', async () => {
  const repository = new AuditRepository(opened.database);
  const cutAt = (entry: number) => ({
    entry,
    mac: Buffer.alloc(32, entry),
    keyId: 'k1',
    seal: Buffer.alloc(32, entry),
  });
  await repository.moveCut(cutAt(2));
  await repository.moveCut(cutAt(4));
  await repository.moveCut(cutAt(3));
  expect(await repository.cut()).toMatchObject(cutAt(4));
});
