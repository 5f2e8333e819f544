import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatheredChanges } from '../../../../src/orders/announce/gathered-changes.js';

function gather(versions: readonly (number | null)[], most = 10): GatheredChanges {
  const gathered = new GatheredChanges(most);
  for (const version of versions) gathered.add({ merchantOrderNo: 'A-1', version });
  return gathered;
}

describe('changes that wait to be told', () => {
  it('are one for each order: the newest version, or none when one of them had none', () => {
    const version = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
    fc.assert(
      fc.property(fc.array(version, { minLength: 1 }), (versions) => {
        const newest = versions.includes(null) ? null : Math.max(...versions.map(Number));
        expect(gather(versions).take()).toEqual([{ merchantOrderNo: 'A-1', version: newest }]);
      }),
    );
  });

  it('wait no more once they were taken', () => {
    const gathered = gather([3]);
    expect(gathered.isEmpty).toBe(false);
    gathered.take();
    expect([gathered.isEmpty, gathered.take()]).toEqual([true, []]);
  });

  it('are not kept without end: those that wait already still grow', () => {
    const gathered = gather([1], 1);
    gathered.add({ merchantOrderNo: 'A-2', version: 5 });
    gathered.add({ merchantOrderNo: 'A-1', version: 2 });
    expect(gathered.take()).toEqual([{ merchantOrderNo: 'A-1', version: 2 }]);
  });
});
