import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSlices } from '../../../src/ramp/rate/call-slices.js';
import type { Slice } from '../../../src/ramp/rate/call-slices.js';
import { divideCalls, slicesAfter, slicesWithout } from '../../../src/ramp/rate/divide-calls.js';
import type { Visit } from '../../../src/ramp/rate/divide-calls.js';

const NOW = 1_800_000_000_000;
const slice = (replica: string | null, calls: number, given: Partial<Slice> = {}): Slice => ({
  ...{ replica, calls, wants: calls, limit: 10, until: NOW + 4000 },
  ...given,
});
const visit = (given: Partial<Visit> = {}): Visit => ({ replica: 'me', wants: 10, limit: 10, now: NOW, ...given });
const mine = (slices: readonly Slice[], given: Partial<Visit> = {}) => divideCalls(slices, visit(given)).mine;
const callsOf = (slices: readonly Slice[]) => slices.reduce((sum, { calls }) => sum + calls, 0);

describe('what a visitor may hold', () => {
  it.each<[string, Slice[], number]>([
    ['all of a rate that nobody holds', [], 10],
    ['what others have not', [slice('other', 6)], 4],
    ['not yet its equal part, while another holds more', [slice('other', 9)], 1],
    ['nothing beyond a rate that is exceeded', [slice('other', 12)], 0],
    ['what it holds itself, although its lease is over', [slice('me', 5, { until: NOW - 60_000 })], 10],
    ['no more than its part, when another wants as much', [slice('me', 10), slice('other', 0, { wants: 10 })], 5],
    ['what another that died held, only after its lease and a second', [slice('dead', 9, { until: NOW - 999 })], 1],
    ['what another that died held, after its lease and a second', [slice('dead', 9, { until: NOW - 1000 })], 10],
    ['not what was given up within the last second', [slice(null, 3, { until: NOW - 500 })], 7],
    ['no more than the smallest rate that anybody names', [slice('other', 1, { limit: 4, wants: 0 })], 3],
    ['not less for a small rate that a dead one named', [slice('dead', 1, { limit: 4, until: NOW - 500 })], 9],
  ])('%s', (_, slices, expected) => {
    expect(mine(slices)).toBe(expected);
  });

  it('says what it is entitled to, and when something will be free', () => {
    const slices = [slice('other', 7), slice(null, 2, { until: NOW - 300 })];
    expect(divideCalls(slices, visit())).toMatchObject({ before: 0, mine: 1, entitled: 5, freeInMs: 700 });
    expect(divideCalls([slice('other', 9)], visit()).freeInMs).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the row after a visit', () => {
  const other = slice('other', 2, { wants: 8 });
  it('has the visitor with its wishes and a new lease, and everybody else', () => {
    const division = divideCalls([other, slice('me', 3)], visit());
    const me = { replica: 'me', calls: 5, wants: 10, limit: 10, until: NOW + 5000 };
    expect(slicesAfter(division, visit(), -Infinity)).toEqual([other, me]);
  });

  it('has what was given up, until its last call is a second old', () => {
    const division = divideCalls([other, slice('me', 8)], visit());
    const me: unknown = expect.objectContaining({ replica: 'me', calls: 5 });
    const resting = { replica: null, calls: 3, wants: 0, limit: 0, until: NOW - 999 };
    expect(slicesAfter(division, visit(), NOW - 999)).toEqual([other, me, resting]);
    expect(slicesAfter(division, visit(), NOW - 1000)).toEqual([other, me]);
    expect(slicesWithout(division, visit(), NOW - 10)).toEqual([other, { ...resting, calls: 8, until: NOW - 10 }]);
    expect(slicesWithout(division, visit(), -Infinity)).toEqual([other]);
  });

  it('has no lease that ends later than one which begins now', () => {
    const division = divideCalls([slice('other', 2, { until: NOW + 3_600_000 })], visit());
    expect(division.others).toEqual([expect.objectContaining({ until: NOW + 5000 })]);
  });

  it('never holds more than the rate, or than it held before', () => {
    const slices = fc.uniqueArray(
      fc.record<Slice>({
        replica: fc.constantFrom('me', 'b', 'c', 'd', null),
        calls: fc.nat(8),
        wants: fc.nat(20),
        limit: fc.integer({ min: 1, max: 20 }),
        until: fc.integer({ min: NOW - 1500, max: NOW + 6000 }),
      }),
      { selector: ({ replica }) => replica },
    );
    const visits = fc.record({ wants: fc.nat(20), limit: fc.integer({ min: 1, max: 20 }), lastUsed: fc.nat(1500) });
    fc.assert(
      fc.property(slices, visits, (row, { wants, limit, lastUsed }) => {
        const me = visit({ wants, limit });
        const division = divideCalls(row, me);
        const after = slicesAfter(division, me, NOW - lastUsed);
        const held = row.filter(({ replica, until }) => replica === 'me' || until + 1000 > NOW);
        expect(callsOf(after)).toBeLessThanOrEqual(Math.max(callsOf(held), limit));
        expect(division.mine).toBeGreaterThanOrEqual(0);
        expect(division.mine).toBeLessThanOrEqual(limit);
        expect(readSlices(JSON.parse(JSON.stringify(after)))).toEqual(after);
        // Nobody else's slice is touched.
        const others = (list: readonly Slice[]) => list.filter(({ replica }) => replica !== null && replica !== 'me');
        expect(others(after).map(({ calls }) => calls)).toEqual(others(held).map(({ calls }) => calls));
      }),
      { numRuns: 500 },
    );
  });
});

describe('what was stored', () => {
  it.each([
    ['not a list', {}],
    ['something that is no slice', [null]],
    ['a replica that is a number', [{ ...slice('a', 1), replica: 7 }]],
    ['half a call', [slice('a', 0.5)]],
    ['less than nothing', [slice('a', -1)]],
    ['no lease', [{ ...slice('a', 1), until: undefined }]],
  ])('%s cannot be read', (_, stored) => {
    expect(readSlices(stored)).toBeNull();
  });
});
