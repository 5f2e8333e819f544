import { describe, expect, it } from 'vitest';
import { behindMs, replicaFault } from '#src/orders/epoch/replica-fault.js';
import type { StandbyReading } from '#src/orders/storage/epoch.repository.js';

const NOW = new Date('2026-02-01T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const PRIMARY = { epoch: 'e1', cluster: 'c1/5', lsn: '5000' };
const CURRENT: StandbyReading = { epoch: 'e1', cluster: 'c1/5', isStandby: true, lsn: '5000', committedAt: ago(10) };

describe('a standby is read', () => {
  it.each<[string, Partial<StandbyReading>, number]>([
    ['it has replayed all that the primary had', {}, 0],
    ['it has replayed all, and nothing was written for an hour', { committedAt: ago(3_600_000) }, 0],
    ['it has replayed more, since the primary was read before', { lsn: '6000' }, 0],
    ['it has replayed all, none of it a commit', { committedAt: null }, 0],
    ['it is behind by less than 30 s', { lsn: '4999', committedAt: ago(30_000) }, 30_000],
    ['its newest commit is ahead of our reading of the clock', { lsn: '4999', committedAt: ago(-5) }, 0],
  ])('if %s', (_, given, behind) => {
    const standby = { ...CURRENT, ...given };
    expect([replicaFault(PRIMARY, standby, NOW), behindMs(PRIMARY, standby, NOW)]).toEqual([null, behind]);
  });
});

describe('a standby is not read', () => {
  it.each<[string, string, Partial<StandbyReading>]>([
    ['behind', 'by more than 30 s', { lsn: '4999', committedAt: ago(30_001) }],
    ['behind', 'since it replayed no commit yet', { lsn: '4999', committedAt: null }],
    ['behind', 'since it has no log', { lsn: null, committedAt: null }],
    ['other_database', 'as a standby of another server', { cluster: 'c2/5' }],
    ['other_database', 'as another database of the server', { cluster: 'c1/6' }],
    [
      'other_database',
      'after a failover that it does not follow, however far its log goes',
      { epoch: 'e0', lsn: '9999' },
    ],
    ['not_a_standby', 'once it is promoted', { isStandby: false }],
  ])('%s: %s', (fault, _, given) => {
    expect(replicaFault(PRIMARY, { ...CURRENT, ...given }, NOW)).toBe(fault);
  });
});
