import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** How a feature of SQL looks, by its name in docs/scale.md. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  'foreign keys': /\bREFERENCES \w+/,
  'triggers of rows': /FOR EACH ROW/,
  'functions in PL/pgSQL': /LANGUAGE plpgsql/,
  'partial indexes': /CREATE (?:UNIQUE )?INDEX[^`]*\bWHERE\b/,
  'indexes of expressions': /CREATE (?:UNIQUE )?INDEX[^`]*\((?:\(|\w+\()/,
  'hash indexes': /USING hash/i,
  'GIN indexes': /USING gin/i,
  '`COLLATE "C"`': /COLLATE "C"/,
  '`FOR UPDATE SKIP LOCKED`': /SKIP LOCKED/,
  'writes in `WITH`': /AS \(\s*(?:UPDATE|INSERT|DELETE)/,
  'advisory locks': /_advisory_/,
  'transaction ids': /\b(?:xmin|xmax|ctid|backend_xmin|pg_current_xact_id|txid_current)\b/,
  'positions of the write-ahead log': /pg_(?:current_wal|walfile|last_wal)/,
  '`LISTEN`': /\b(?:LISTEN|NOTIFY) \w|pg_notify/,
  extensions: /CREATE EXTENSION/,
  partitions: /PARTITION BY (?:RANGE|LIST|HASH)|PARTITION OF/,
  'exclusion constraints': /EXCLUDE USING/,
  'deferred constraints': /\bDEFERRABLE/,
  sequences: /CREATE SEQUENCE|nextval|AS IDENTITY|bigserial/,
  'materialized views': /MATERIALIZED VIEW/,
  savepoints: /\bSAVEPOINT\b/,
  'locks of tables': /\bLOCK TABLE\b/,
};

const used = (): string[] => {
  const texts = ['migrations', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')),
  );
  return Object.keys(FEATURES).filter((name) => texts.some((text) => FEATURES[name]!.test(text)));
};

it('SQL: the features that are used are those of the table in docs/scale.md', () => {
  const [, rows = ''] =
    /^\| feature \| for \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(readFileSync('docs/scale.md', 'utf8')) ?? [];
  const named = [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));
  expect(named.sort()).toEqual(used().sort());
});

it('SQL: transaction ids serve a metric alone', () => {
  const file = 'src/reconciliation/stalled-work.service.ts';
  expect(FEATURES['transaction ids']!.test(readFileSync(file, 'utf8'))).toBe(true);
  const others = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => name.endsWith('.ts') && name !== join(file));
  expect(others.filter((name) => FEATURES['transaction ids']!.test(readFileSync(name, 'utf8')))).toEqual([]);
});
