import { expect, it } from 'vitest';
import { statementSummary } from '#src/platform/database/statement-span.js';

it.each([
  ['SELECT checkout_now() AS now', 'SELECT'],
  ['SELECT a FROM orders AS o JOIN trades t ON t.n = o.n WHERE o.name = $1', 'SELECT orders trades'],
  ['SELECT 1 FROM trades FOR UPDATE SKIP LOCKED', 'SELECT trades'],
  [
    'WITH new AS (INSERT INTO orders (a) SELECT $1 FROM input) INSERT INTO trades (b) SELECT 1',
    'INSERT orders INSERT trades',
  ],
  ['INSERT INTO call_budget (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET a = 1', 'INSERT call_budget'],
  ['DELETE FROM outbox WHERE id < $1', 'DELETE outbox'],
  [
    'WITH a AS (UPDATE a SET x = 1), b AS (UPDATE b SET x = 1), c AS (UPDATE c SET x = 1), d AS (UPDATE d SET x = 1) UPDATE e SET x = 1',
    'UPDATE a UPDATE b UPDATE c UPDATE d',
  ],
])('%s: %s', (sql, summary) => {
  expect(statementSummary(sql)).toBe(summary);
});
