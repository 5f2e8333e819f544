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
      const { scratch, figures, struck, again } = await runDrill([...ONE_KILL, '--checkouts', '150']);
      expect(struck.map(({ what, how }) => [what, how])).toEqual([['the leader', 'SIGKILL']]);
      expect(figures.counts).toMatchObject({ 'orders asked for': 150, 'orders known here': 150 });
      expect(figures.counts['  ended, or left unpaid']).toBe(150);
      expect(Object.values(figures.mustBeNone).flat()).toEqual([]);
      expect(again).toBe(0);
      expect(existsSync(scratch)).toBe(false);
    }, 180_000);

    it('loses orders with asynchronous replication, which the service notices, and makes none twice', async () => {
      const { figures, struck, again } = await runDrill([...ONE_KILL, '--checkouts', '300', '--async']);
      expect(struck.map(({ what, how }) => [what, how])).toEqual([['Postgres', 'promotion']]);
      expect(again).toBeGreaterThan(0);
      expect(figures.counts).toMatchObject({ 'orders asked for': 300, 'orders known here': 300 });
      expect(figures.counts['  ended, or left unpaid']).toBe(300);
      expect(Object.values(figures.mustBeNone).flat()).toEqual([]);
    }, 180_000);
  },
);
