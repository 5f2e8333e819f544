import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newKeyText, sealKey } from '#src/access/api-keys/api-key.js';
import type { NewKey } from '#src/access/api-keys/api-key.js';
import { isDatabaseAway } from '#src/platform/database/database-errors.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { Role, Scope } from '#src/platform/callers/caller.js';
import { Secret } from '#src/platform/callers/secret.js';
import { openApiKeys } from '../support/api-keys.js';
import type { OpenApiKeys } from '../support/api-keys.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { until } from '../support/service.js';
import { Rows } from '../support/service-rows.js';
import { LOG_EVENTS } from '#src/platform/telemetry/log-events.js';
import { OutageLogger } from '#src/platform/telemetry/outages.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SystemChance } from '#src/platform/chance.js';

const OLD = { id: 'a', bytes: Buffer.alloc(32, 1) };
const NEW = { id: 'b', bytes: Buffer.alloc(32, 2) };
const ACTOR = { id: 'key:of-an-admin', name: 'anna', address: '192.0.2.1' };
const LOOK_UP = /SELECT .* FROM api_keys k WHERE k\.prefix/s;
const HOUR = 3_600_000;

const logged: unknown[] = [];
const keep = (line: unknown) => void logged.push(line);
Logger.overrideLogger(new OutageLogger({ log: () => undefined, warn: keep, error: keep }, new ProcessTime()));

let testDatabase: TestDatabase;
let rows: Rows;
let opened: OpenApiKeys;
let others: OpenApiKeys[];

beforeEach(async () => {
  testDatabase = await freshDatabase();
  rows = Rows.of(testDatabase.url);
  opened = await openApiKeys(testDatabase.url, [OLD]);
  others = [];
  logged.length = 0;
});
afterEach(async () => {
  for (const other of others) await other.close();
  await opened.close();
  await rows.close();
  await testDatabase.drop();
});

/** One more process on the same database, with nothing in its memory. */
async function another(keys = [OLD], shift = '0'): Promise<OpenApiKeys> {
  const other = await openApiKeys(testDatabase.url, keys, shift);
  others.push(other);
  return other;
}

async function create(role: Role = 'checkout', expiry: { afterMs: number } | null = null): Promise<NewKey> {
  const expiresAt = expiry === null ? null : new Date((await opened.database.now()).getTime() + expiry.afterMs);
  return opened.management.create(ACTOR, { name: 'shop', role, expiresAt });
}

interface StoredKey {
  readonly id: string;
  readonly role: string;
  readonly account: string;
  readonly key_id: string;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
  readonly last_used_at: Date | null;
  readonly replaced_by: string | null;
}
const stored = async (id: string): Promise<StoredKey> =>
  (await rows.query<StoredKey & Record<string, unknown>>('SELECT * FROM api_keys WHERE id = $1', [id]))[0]!;
const audited = (): Promise<Record<string, unknown>[]> =>
  rows.query('SELECT actor_id, actor_name, address, action, target, reason, detail FROM audit_log ORDER BY id');

/** What somebody does who may write whatever there is, and has no service key. */
async function tamper(sql: string, parameters: unknown[] = []): Promise<void> {
  await rows.query('ALTER TABLE api_keys DISABLE TRIGGER USER');
  await rows.query(sql, parameters);
  await rows.query('ALTER TABLE api_keys ENABLE TRIGGER USER');
}

const REFUSED = { code: 'unauthenticated', message: 'The API key is invalid.' };
const refuses = (process: OpenApiKeys, key: Secret): Promise<void> =>
  expect(process.service.callerOf(key)).rejects.toMatchObject(REFUSED);

describe('a key', () => {
  it('of a server sees all orders unless it is made to see its own; its successor as it does, staff as their role', async () => {
    const scoped = (role: Role, scope: Scope | null): Promise<NewKey> =>
      opened.management.create(ACTOR, { name: 'shop', role, scope, expiresAt: null });
    for (const [wish, scope] of [
      [null, 'all'],
      ['all', 'all'],
      ['own', 'own'],
    ] as const) {
      const { key, row } = await scoped('checkout', wish);
      expect(row.scope).toBe(scope);
      expect(await opened.service.callerOf(key)).toMatchObject({ scope });
      expect((await audited()).at(-1)!['detail']).toMatchObject({ scope });
      const { successor } = await opened.management.rotate(ACTOR, row.id, 0);
      expect(await opened.service.callerOf(successor.key)).toMatchObject({ scope });
    }
    await expect(scoped('support', 'all')).rejects.toMatchObject({
      extras: { errors: [{ field: 'scope', message: 'is for the role checkout alone' }] },
    });
  });

  it('is not made when the audit log cannot be written', async () => {
    opened.database.before = (sql) => (sql.includes('audit_log') ? Promise.reject(new Error('no')) : Promise.resolve());
    await expect(create()).rejects.toThrow('no');
    expect(await rows.query('SELECT 1 FROM api_keys')).toEqual([]);
  });

  it('is not rotated while the audit log cannot be written, and is revoked all the same', async () => {
    const { row } = await create();
    const before = await rows.query('SELECT * FROM api_keys');
    opened.database.before = (sql) => (sql.includes('audit_log') ? Promise.reject(new Error('no')) : Promise.resolve());
    await expect(opened.management.rotate(ACTOR, row.id, 0)).rejects.toThrow('no');
    expect(await rows.query('SELECT * FROM api_keys')).toEqual(before);
    await opened.management.revoke(ACTOR, row.id, null);
    expect(await rows.query('SELECT revoked_by FROM api_keys')).toEqual([{ revoked_by: ACTOR.id }]);
  });

  it('is refused in the same words whatever is wrong with it', async () => {
    const { key, row } = await create();
    const text = key.reveal();
    const strangers = [
      '',
      'k',
      `${text}x`,
      newKeyText(new SystemChance()).key.reveal(),
      text.slice(0, 17) + newKeyText(new SystemChance()).key.reveal().slice(17),
    ];
    for (const stranger of strangers) await refuses(opened, new Secret(stranger));
    await opened.management.revoke(ACTOR, row.id, null);
    await refuses(await another(), key);
    const ended = await create('checkout', { afterMs: 60_000 });
    await refuses(await another([OLD], '2 minutes'), ended.key);
    expect(logged).toEqual([]);
  });

  it('that cannot be one costs no statement', async () => {
    const before = opened.database.statements.length;
    for (const text of ['', 'rck_', 'x'.repeat(5000), `rck_abcdefghijkl_${'A'.repeat(43)}`, "rck_'; DROP TABLE x"]) {
      await refuses(opened, new Secret(text));
    }
    expect(opened.database.statements.length).toBe(before);
  });

  it('expires by Postgres’ clock, of which no memory makes it longer', async () => {
    const { key } = await create('checkout', { afterMs: HOUR });
    expect(await (await another([OLD], '59 minutes')).service.callerOf(key)).toMatchObject({ kind: 'key' });
    await refuses(await another([OLD], '1 hour'), key);
    // Accepted within the last second of its life, it is refused after it, though two seconds have not gone by.
    const late = await create('checkout', { afterMs: 1000 });
    const made = performance.now();
    await opened.service.callerOf(late.key).catch(() => null);
    await until('it has expired', () => Promise.resolve(performance.now() - made > 1000));
    await refuses(opened, late.key);
  });

  it('of staff ends, after 30 days where nothing else is said, and within 90', async () => {
    const [day, roles] = [24 * HOUR, ['support', 'finance', 'admin'] as const];
    for (const role of roles) {
      const { row } = await create(role);
      expect(row.expiresAt!.getTime() - row.createdAt.getTime()).toBe(30 * day);
      expect((await create(role, { afterMs: 90 * day })).row.expiresAt).not.toBeNull();
      await expect(create(role, { afterMs: 90 * day + 60_000 })).rejects.toMatchObject({
        code: 'invalid_request',
        extras: { errors: [{ field: 'expiresAt', message: `must be within 90 days for the role ${role}` }] },
      });
      const more = `UPDATE api_keys SET expires_at = NULL WHERE id = $1`;
      await expect(tamper(more, [row.id])).rejects.toMatchObject({ constraint: 'api_keys_of_staff_end' });
      await rows.query('ALTER TABLE api_keys ENABLE TRIGGER USER');
    }
    expect((await create('checkout')).row.expiresAt).toBeNull();
    expect((await create('checkout', { afterMs: 1000 * day })).row.expiresAt).not.toBeNull();
    // Its successor lives as long, and no longer.
    const { row } = await create('admin', { afterMs: 90 * day });
    const { successor } = await opened.management.rotate(ACTOR, row.id, 0);
    expect(successor.row.expiresAt!.getTime() - successor.row.createdAt.getTime()).toBe(
      row.expiresAt!.getTime() - row.createdAt.getTime(),
    );
  });

  it('of some addresses counts from them alone, from the first request on and in memory too', async () => {
    const addresses = ['10.0.0.0/8', '2001:db8::/32', '::ffff:192.0.2.7'];
    const made = await opened.management.create(ACTOR, { name: 'shop', role: 'checkout', expiresAt: null, addresses });
    expect(made.row.addresses).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);
    const elsewhere = ['11.0.0.1', '2001:db9::1', '192.0.2.8', '::ffff:11.0.0.1', '', 'unknown', null];
    const from = (process: OpenApiKeys, address: string | null) => process.service.callerOf(made.key, address);
    const process = await another();
    for (const address of elsewhere) await expect(from(process, address)).rejects.toMatchObject(REFUSED);
    expect((await stored(made.row.id)).last_used_at).toBeNull();
    for (const address of ['10.9.8.7', '2001:db8:1::1', '::ffff:10.0.0.1', '::ffff:c000:207', '192.0.2.7']) {
      expect(await from(process, address)).toMatchObject({ id: `key:${made.row.id}` });
      expect(process.service.familiarCaller(made.key, address)).toBe(`key:${made.row.id}`);
    }
    for (const address of elsewhere) {
      await expect(from(process, address)).rejects.toMatchObject({
        ...REFUSED,
        extras: { security: { event: 'authn_login_suspicious', facts: { by: 'api_key', reason: 'elsewhere' } } },
      });
      expect(process.service.familiarCaller(made.key, address)).toBeNull();
    }
    // A successor is bound as it is.
    const { successor } = await opened.management.rotate(ACTOR, made.row.id, 0);
    expect(successor.row.addresses).toEqual(made.row.addresses);
  });

  it('cannot be unbound by whoever can write to the table', async () => {
    const wish = { name: 'shop', role: 'checkout', expiresAt: null, addresses: ['10.0.0.1'] } as const;
    const { key, row } = await opened.management.create(ACTOR, wish);
    await expect(rows.query('UPDATE api_keys SET addresses = NULL')).rejects.toThrow('an API key can only end');
    await tamper(`UPDATE api_keys SET addresses = '{11.0.0.1}' WHERE id = $1`, [row.id]);
    await expect((await another()).service.callerOf(key, '11.0.0.1')).rejects.toMatchObject(REFUSED);
    expect(logged).toEqual([expect.objectContaining({ event: 'api_key_altered' }) as unknown]);
  });
});

describe('a row that was written to', () => {
  it.each<[string, string]>([
    ['role', `role = 'admin', scope = NULL`],
    ['expires_at', `expires_at = expires_at + interval '1 day'`],
    ['revoked_at', `revoked_at = now(), revoked_by = 'x'`],
    ['hash and seal of another', `(hash, seal) = (SELECT hash, seal FROM api_keys WHERE role = 'admin')`],
  ])('is good for nothing, and the operator is told once: %s', async (_, change) => {
    await create('admin');
    const { key, row } = await create('checkout', { afterMs: HOUR });
    await opened.service.callerOf(key);
    await tamper(`UPDATE api_keys SET ${change} WHERE id = $1`, [row.id]);
    const other = await another();
    await refuses(other, key);
    await refuses(other, key);
    expect(logged).toEqual([
      {
        event: 'api_key_altered',
        msg: LOG_EVENTS.api_key_altered[1],
        keyOf: row.id,
        prefix: row.prefix,
        serviceKeyId: 'a',
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain(key.reveal().slice(17));
    // Rotating it must not seal what was written into it.
    await expect(opened.management.rotate(ACTOR, row.id, 0)).rejects.toMatchObject({ code: 'key_not_rotatable' });
    expect(await rows.query('SELECT 1 FROM api_keys')).toHaveLength(2);
  });

  it('is good for nothing after its end was undone', async () => {
    const { key, row } = await create('admin', { afterMs: HOUR });
    await opened.management.revoke(ACTOR, row.id, null);
    await tamper('UPDATE api_keys SET revoked_at = NULL, revoked_by = NULL WHERE id = $1', [row.id]);
    await refuses(await another(), key);
    const rotated = await create();
    await opened.management.rotate(ACTOR, rotated.row.id, 0);
    await tamper('UPDATE api_keys SET expires_at = NULL, replaced_by = NULL WHERE id = $1', [rotated.row.id]);
    await refuses(await another(), rotated.key);
  });

  it('stays revoked when an altered one is revoked and its end is undone', async () => {
    const { key, row } = await create('checkout', { afterMs: HOUR });
    await tamper(`UPDATE api_keys SET role = 'admin', scope = NULL WHERE id = $1`, [row.id]);
    await opened.management.revoke(ACTOR, row.id, null);
    await tamper('UPDATE api_keys SET revoked_at = NULL, revoked_by = NULL WHERE id = $1', [row.id]);
    await refuses(await another(), key);
  });

  it('put in by somebody without the service key is good for nothing', async () => {
    const { row } = await create();
    const own = newKeyText(new SystemChance());
    const ring = new KeyRing([{ id: 'a', bytes: Buffer.alloc(32, 7) }]);
    const forged = sealKey(ring, { ...row, id: '99999999-9999-4999-8999-999999999999', prefix: own.prefix }, own.key);
    await rows.query(
      `INSERT INTO api_keys (id, name, role, scope, account, prefix, hash, seal, key_id, created_at, created_by)
       VALUES ($1, $2, $3, 'all', $4, $5, $6, $7, $8, $9, $10)`,
      [forged.id, forged.name, forged.role, forged.account, forged.prefix, forged.hash, forged.seal].concat([
        forged.keyId,
        forged.createdAt,
        forged.createdBy,
      ] as never[]),
    );
    await refuses(opened, own.key);
    expect(logged).toHaveLength(1);
  });

  it.each([
    `UPDATE api_keys SET role = 'admin'`,
    `UPDATE api_keys SET scope = 'own' WHERE role = 'checkout'`,
    `UPDATE api_keys SET name = 'x'`,
    `UPDATE api_keys SET account = (SELECT id FROM api_keys WHERE role = 'admin') WHERE role = 'checkout'`,
    `UPDATE api_keys SET prefix = 'aaaaaaaaaaaa' WHERE role = 'checkout'`,
    `UPDATE api_keys SET expires_at = NULL WHERE role = 'checkout'`,
    `UPDATE api_keys SET expires_at = expires_at + interval '1 ms' WHERE role = 'checkout'`,
    `UPDATE api_keys SET revoked_at = NULL, revoked_by = NULL WHERE role = 'finance'`,
    `UPDATE api_keys SET revoked_by = 'x' WHERE role = 'finance'`,
    `UPDATE api_keys SET replaced_by = NULL WHERE replaced_by IS NOT NULL`,
    `DELETE FROM api_keys WHERE role = 'finance'`,
  ])('is not written: %s', async (statement) => {
    await create('admin');
    const limited = await create('checkout', { afterMs: HOUR });
    const revoked = await create('finance');
    await opened.management.revoke(ACTOR, revoked.row.id, null);
    await opened.management.rotate(ACTOR, (await create('support')).row.id, 0);
    await expect(rows.query(statement)).rejects.toMatchObject({ code: '23001' });
    await rows.query(`UPDATE api_keys SET expires_at = expires_at - interval '1 minute' WHERE id = $1`, [
      limited.row.id,
    ]);
  });
});

describe('rotating', () => {
  it('gives the same caller a new key; both are good until the overlap is over', async () => {
    const old = await create('checkout');
    const { successor, replaced } = await opened.management.rotate(ACTOR, old.row.id, HOUR);
    const owner = `key:${old.row.id}`;
    const capacities = ['checkout', 'all_orders'];
    for (const key of [old.key, successor.key]) {
      expect(await opened.service.callerOf(key)).toMatchObject({ id: owner, name: 'shop', capacities });
    }
    expect(replaced.row).toMatchObject({ id: old.row.id, replacedBy: successor.row.id });
    expect(successor.row.id).not.toBe(old.row.id);
    const later = await another([OLD], '61 minutes');
    await refuses(later, old.key);
    expect(await later.service.callerOf(successor.key)).toMatchObject({ id: owner });
    expect((await audited()).at(-1)).toMatchObject({
      action: 'key.rotate',
      target: old.row.id,
      detail: { prefix: old.row.prefix, successor: successor.row.id, successorPrefix: successor.row.prefix },
    });
  });

  it('never makes the old key live longer; the successor lives as long as the old one was made for', async () => {
    const { key, row } = await create('checkout', { afterMs: HOUR });
    const later = await another([OLD], '30 minutes');
    const { successor } = await later.management.rotate(ACTOR, row.id, 24 * HOUR);
    expect((await stored(row.id)).expires_at).toEqual(row.expiresAt);
    const { createdAt, expiresAt } = successor.row;
    expect(expiresAt!.getTime() - createdAt.getTime()).toBe(HOUR);
    expect(createdAt.getTime() - row.createdAt.getTime()).toBeGreaterThanOrEqual(HOUR / 2);
    await refuses(await another([OLD], '61 minutes'), key);
  });
});

describe('revoking', () => {
  it('wins against a key that is moved to a newer service key in between', async () => {
    const { key, row } = await create();
    const moving = await another([NEW, OLD]);
    opened.database.before = async (sql) => {
      if (!/^UPDATE api_keys SET hash/.test(sql)) return;
      opened.database.before = () => Promise.resolve();
      await moving.service.callerOf(key);
      await moving.use.onApplicationShutdown();
      expect((await stored(row.id)).key_id).toBe('b');
    };
    await opened.management.revoke(ACTOR, row.id, null);
    const { key_id: keyId, revoked_at: revokedAt } = await stored(row.id);
    expect({ keyId, isRevoked: revokedAt !== null }).toEqual({ keyId: 'b', isRevoked: true });
    await refuses(await another([NEW, OLD]), key);
    expect((await audited()).filter(({ action }) => action === 'key.revoke')).toHaveLength(1);
  });

  it('is not undone by a key that was being moved', async () => {
    const { key, row } = await create();
    const moving = await another([NEW, OLD]);
    moving.database.before = async (sql) => {
      if (/^UPDATE api_keys SET hash/.test(sql)) await opened.management.revoke(ACTOR, row.id, null);
    };
    await moving.service.callerOf(key);
    await moving.use.onApplicationShutdown();
    expect(await stored(row.id)).toMatchObject({ key_id: 'a', revoked_by: ACTOR.id });
    expect(logged).toEqual([]);
    await refuses(await another([NEW, OLD]), key);
  });
});

describe('the rotation of the service key', () => {
  it('keeps a key that is good, and moves it when it is shown', async () => {
    const { key, row } = await create();
    const rotated = await another([NEW, OLD]);
    await Promise.all(Array.from({ length: 5 }, () => rotated.service.callerOf(key)));
    await rotated.use.onApplicationShutdown();
    expect((await stored(row.id)).key_id).toBe('b');
    expect(await (await another([NEW])).service.callerOf(key)).toMatchObject({ id: `key:${row.id}` });
    // One that was never shown stays where it is.
    const unused = await create();
    await refuses(await another([NEW]), unused.key);
    expect((await stored(unused.row.id)).key_id).toBe('a');
  });

  it('refuses a key whose service key is gone, and tells the operator once', async () => {
    const { key, row } = await create();
    const without = await another([NEW]);
    for (let time = 0; time < 3; time++) await refuses(without, key);
    expect(logged).toEqual([
      {
        event: 'api_key_without_service_key',
        msg: LOG_EVENTS.api_key_without_service_key[1],
        keyOf: row.id,
        prefix: row.prefix,
        serviceKeyId: 'a',
      },
    ]);
    await expect(without.management.rotate(ACTOR, row.id, 0)).rejects.toMatchObject({ code: 'key_not_rotatable' });
    // Revoked without the service key, it stays so when that is there again.
    await without.management.revoke(ACTOR, row.id, null);
    await refuses(await another(), key);
  });

  it('by two processes at once, each with another newest key, leaves the key good', async () => {
    const { key } = await create();
    const [one, two] = [await another([NEW, OLD]), await another([OLD, NEW])];
    await Promise.all([one, two].map(({ service }) => service.callerOf(key)));
    await Promise.all([one, two].map(({ use }) => use.onApplicationShutdown()));
    for (const process of [await another([NEW, OLD]), await another([OLD, NEW])]) {
      expect(await process.service.callerOf(key)).toMatchObject({ kind: 'key' });
    }
  });
});

describe('look-ups', () => {
  it('are one for many first uses at once, and none soon after', async () => {
    const { key } = await create();
    const asked = performance.now();
    const callers = await Promise.all(Array.from({ length: 20 }, () => opened.service.callerOf(key)));
    expect(new Set(callers.map(({ id }) => id)).size).toBe(1);
    expect(opened.database.count(LOOK_UP)).toBe(1);
    await opened.service.callerOf(key);
    const isSoon = performance.now() - asked < 2000;
    expect(opened.database.count(LOOK_UP) === 1 || !isSoon).toBe(true);
  });

  it('that fail are shared by those at once, and not remembered', async () => {
    const { key } = newKeyText(new SystemChance());
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => opened.service.callerOf(key)));
    expect(all.every((result) => result.status === 'rejected')).toBe(true);
    expect(opened.database.count(LOOK_UP)).toBe(1);
    await refuses(opened, key);
    expect(opened.database.count(LOOK_UP)).toBe(2);
    expect(opened.service.familiarCaller(key)).toBeNull();
  });
});

describe('the last use', () => {
  const TOUCH = /SET last_used_at/;

  it('is noted at most once a minute, by all processes together', async () => {
    const { key, row } = await create();
    expect((await stored(row.id)).last_used_at).toBeNull();
    const first = [await another(), await another()];
    await Promise.all(first.map(({ service }) => service.callerOf(key)));
    for (const { use } of first) await use.onApplicationShutdown();
    const noted = (await stored(row.id)).last_used_at;
    expect(noted).not.toBeNull();
    const soon = await another([OLD], '30 seconds');
    await soon.service.callerOf(key);
    await soon.use.onApplicationShutdown();
    expect(soon.database.count(TOUCH)).toBe(0);
    expect((await stored(row.id)).last_used_at).toEqual(noted);
    const later = await another([OLD], '10 minutes');
    await later.service.callerOf(key);
    await later.use.onApplicationShutdown();
    expect((await stored(row.id)).last_used_at!.getTime()).toBeGreaterThan(noted!.getTime() + 60_000);
  });

  it('holds up no request and fails none; the end of the process waits for it', async () => {
    const { key, row } = await create();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    opened.database.before = (sql) => (TOUCH.test(sql) ? held : Promise.resolve());
    expect(await opened.service.callerOf(key)).toMatchObject({ kind: 'key' });
    let isOver = false;
    const ending = opened.use.onApplicationShutdown().then(() => (isOver = true));
    await opened.management.list(1, null);
    expect(isOver).toBe(false);
    go();
    await ending;
    expect((await stored(row.id)).last_used_at).not.toBeNull();

    const failing = await another();
    failing.database.before = (sql) => (TOUCH.test(sql) ? Promise.reject(new Error('no')) : Promise.resolve());
    const unused = await create();
    expect(await failing.service.callerOf(unused.key)).toMatchObject({ kind: 'key' });
    await failing.use.onApplicationShutdown();
    expect(logged).toEqual([expect.objectContaining({ event: 'task_failing', task: 'api_key_use' })]);
    expect((await stored(unused.row.id)).last_used_at).toBeNull();
  });

  it('of different secrets of one prefix are not the same', async () => {
    const { key } = await create();
    const wrong = new Secret(key.reveal().slice(0, 17) + 'A'.repeat(43));
    const [good, bad] = await Promise.allSettled([opened.service.callerOf(key), opened.service.callerOf(wrong)]);
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
    expect([opened.service.familiarCaller(key), opened.service.familiarCaller(wrong)]).toEqual([
      expect.any(String),
      null,
    ]);
    await refuses(opened, wrong);
  });

  it('throw what the database throws while it is away, and work again after', async () => {
    const { key } = await create();
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    opened.database.before = () => Promise.reject(away);
    const error: unknown = await opened.service.callerOf(key).catch((thrown: unknown) => thrown);
    expect(error).toBe(away);
    expect(isDatabaseAway(error)).toBe(true);
    opened.database.before = () => Promise.resolve();
    expect(await opened.service.callerOf(key)).toMatchObject({ kind: 'key' });
  });
});
