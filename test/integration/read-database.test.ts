import { expect, it } from 'vitest';
import { readDatabase } from '#src/cli/lib/database.js';
import { Secret } from '#src/platform/callers/secret.js';
import { freshDatabase } from '../support/database.js';

it.each(['', '?options=-c%20default_transaction_read_only%3Doff'])(
  'whatever a statement says and the address asks for, nothing is written %s',
  async (options) => {
    const database = await freshDatabase();
    try {
      await readDatabase(new Secret(database.url + options), async (reading) => {
        expect(await reading.query('SELECT 1 AS one FROM orders RIGHT JOIN (SELECT 1) x ON true')).toEqual([
          { one: 1 },
        ]);
        for (const write of ['DELETE FROM call_budget', 'CREATE TABLE more ()']) {
          await expect(reading.query(write)).rejects.toThrow(/read-only/);
        }
        expect(await reading.query('SELECT id FROM call_budget')).toEqual([{ id: 1 }]);
      });
    } finally {
      await database.drop();
    }
  },
);
