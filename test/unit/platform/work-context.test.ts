import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WorkContext } from '#src/platform/time/work-context.js';

const one = new WorkContext<number>('one');
const other = new WorkContext<string | null>('other');
const both = () => [one.getStore(), other.getStore()];

describe('values that follow work', () => {
  it('are kept apart, nested and over awaits', async () => {
    const seen: unknown[] = [both()];
    await one.run(1, async () => {
      await turn();
      await other.run('a', async () => {
        seen.push(both());
        await one.run(2, async () => {
          await turn();
          seen.push(both());
        });
        other.run(null, () => seen.push(both()));
      });
      seen.push(both());
    });
    seen.push(both());
    const none = [undefined, undefined];
    expect(seen).toEqual([none, [1, 'a'], [2, 'a'], [1, null], [1, undefined], none]);
  });

  it('do not reach work that runs beside', async () => {
    const runs = [1, 2, 3].map((value) => one.run(value, () => turn().then(both)));
    expect(await Promise.all(runs)).toEqual([1, 2, 3].map((value) => [value, undefined]));
  });
});
