import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import { Database } from '#src/platform/database/database.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

let testDatabase: TestDatabase;
let database: Database;
let outbox: OutboxRepository;
let source: ReturnType<typeof createDataSource>;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  source = createDataSource(testDatabase.url);
  database = new Database(source);
  outbox = new OutboxRepository(database);
});

afterEach(async () => {
  await source.destroy();
  await testDatabase.drop();
});

/** Only the position matters here, so any HMAC will do. */
const COLUMNS = 'id, type, data, mac, key_id, created_at';
const ROW = `'endpoint.test', '{}', sha256('x'), 'k', checkout_now()`;
const write = (id: string = randomUUID()): Promise<unknown> =>
  database.query(`INSERT INTO outbox (${COLUMNS}) VALUES ($1, ${ROW})`, [id]);

describe('outbox positions', () => {
  it('a reader that continues from a position misses no message, however late it was committed', async () => {
    const [writers, each] = [12, 25];
    const seen: { id: string; position: number }[] = [];
    const work = { areBusy: true };

    const writing = Promise.all(
      Array.from({ length: writers }, async () => {
        const client = new pg.Client({ connectionString: testDatabase.url });
        await client.connect();
        for (let n = 0; n < each; n++) {
          await client.query('BEGIN');
          await client.query(`INSERT INTO outbox (${COLUMNS}) VALUES ($1, ${ROW})`, [randomUUID()]);
          // Some commit long after transactions that began later.
          await sleep(Math.random() < 0.1 ? 150 : Math.random() * 5);
          await client.query(Math.random() < 0.1 ? 'ROLLBACK' : 'COMMIT');
        }
        await client.end();
      }),
    ).finally(() => {
      work.areBusy = false;
    });
    const placing = Array.from({ length: 3 }, async () => {
      while (work.areBusy) await outbox.place(7);
    });
    const readOn = async (): Promise<boolean> => {
      const { messages: more } = await outbox.behind(seen.at(-1)?.position ?? 0, 10);
      seen.push(...more);
      return more.length > 0;
    };
    const reading = (async () => {
      while (work.areBusy) await readOn();
    })();
    await Promise.all([writing, reading, ...placing]);
    while ((await outbox.place(500)) > 0);
    while (await readOn());

    const stored = await database.query<{ id: string }>('SELECT id FROM outbox');
    expect(stored.length).toBeGreaterThan((writers * each) / 2);
    expect(seen.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort());
    const positions = seen.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  });

  it('a holder of the head blocks no other process, and no messages are placed beside it', async () => {
    await write();
    const holder = new pg.Client({ connectionString: testDatabase.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM outbox_head FOR UPDATE');
    expect(await outbox.place(500)).toBe(0);
    await holder.query('COMMIT');
    await holder.end();
    expect(await outbox.place(500)).toBe(1);
  });

  it('nothing is written without new messages', async () => {
    await write();
    await outbox.place(500);
    const before = await database.query('SELECT xmin, xmax FROM outbox_head');
    expect(await outbox.place(500)).toBe(0);
    expect(await database.query('SELECT xmin, xmax FROM outbox_head')).toEqual(before);
  });

  it('old messages are deleted in batches; those without a position stay', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await write(id);
    await outbox.place(3);
    await database.query(`UPDATE outbox SET created_at = created_at - interval '31 days'`);
    expect(await outbox.forget(30 * 86_400_000, 2)).toBe(2);
    expect(await outbox.forget(30 * 86_400_000, 2)).toBe(1);
    expect(await database.query('SELECT id FROM outbox')).toHaveLength(2);
    // A reader at an earlier position sees that messages are gone.
    await outbox.place(500);
    const { head, forgotten, messages } = await outbox.behind(null, 10);
    expect([head, forgotten, messages.map(({ position }) => position)]).toEqual([5, 3, [4, 5]]);
  });
});
