import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { findHaPrograms } from '#tools/drill/ha/programs.mjs';
import { builtProgram } from '../../../test/support/programs.js';
import { runDrill } from './run-drill.js';

const ONE_KILL = ['--ha', '--failovers', '1', '--seed', '7'];

beforeAll(() => {
  builtProgram('src/main.js');
});

describe.skipIf('missing' in findHaPrograms())(
  'a killed leader of Patroni (left out without patroni, etcd, haproxy and postgresql)',
  () => {
    it('loses no order with synchronous replication', async () => {
      const { scratch, counts, problems } = await runDrill([...ONE_KILL, '--checkouts', '150']);
      expect(Object.values(problems).flat()).toEqual([]);
      expect(counts).toMatchObject({
        'orders asked for': 150,
        'orders known here': 150,
        'orders with a difference': 0,
        'orders lost with commits': 0,
        'of them with requests waiting': 1,
      });
      expect(existsSync(scratch)).toBe(false);
    }, 180_000);

    it('loses orders with asynchronous replication, which the service notices, and makes none twice', async () => {
      const { counts, problems } = await runDrill([...ONE_KILL, '--checkouts', '300', '--async']);
      expect(Object.values(problems).flat()).toEqual([]);
      expect(counts).toMatchObject({
        'orders asked for': 300,
        'orders known here': 300,
        'orders with a difference': 0,
      });
      expect(counts['orders lost with commits']).toBeGreaterThan(0);
    }, 180_000);
  },
);
