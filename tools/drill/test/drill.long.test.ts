import { existsSync, rmSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Figures } from '#tools/drill/figures.mjs';
import type { Struck } from '#tools/drill/strikes.mjs';
import { builtProgram, PROJECT, startProgram } from '../../../test/support/programs.js';

interface Outcome {
  readonly good: boolean;
  readonly scratch: string;
  readonly figures: Figures;
  readonly struck: Struck[];
  readonly disturbed: {
    readonly calls: Record<string, Record<string, number>>;
    readonly callbacks: Record<string, number>;
    readonly messages: number;
  };
}

beforeAll(() => {
  // Built already, or the drill would build under the tests that run beside this one.
  builtProgram('src/main.js');
});

it('nothing is lost or made twice under kills, a crash, a cut and a failover that loses commits', async () => {
  const size = ['--checkouts', '300', '--kills', '2', '--crashes', '1', '--cuts', '1'];
  const drill = startProgram('drill', `${PROJECT}/tools/drill/main.mjs`, {}, [...size, '--seed', '7', '--json']);
  try {
    const end = await drill.ended;
    const said = drill.output();
    expect(end, said).toBe(0);
    const { good, scratch, figures, struck, disturbed } = outcomeOf(said);
    expect(good).toBe(true);
    expect(figures.counts).toMatchObject({ 'orders asked for': 300, 'orders known here': 300 });
    expect(figures.counts['orders at the provider']).toBeGreaterThan(300);
    expect(figures.counts['  paid']).toBeGreaterThan(150);
    expect(figures.counts['  ended, or left unpaid']).toBe(300);
    expect(Object.keys(figures.mustBeNone)).toHaveLength(13);
    expect(Object.values(figures.mustBeNone).flat()).toEqual([]);
    const ofPostgres = struck.filter(({ what }) => what === 'Postgres').map(({ how }) => how);
    expect(ofPostgres.sort()).toEqual(['SIGKILL', 'cut', 'promotion']);
    expect(struck.filter(({ what }) => what.startsWith('replica'))).toHaveLength(2);
    expect(struck.filter(({ waiting }) => waiting === 0)).toEqual([]);
    // It was a drill: replies were lost after the provider had acted, and callbacks came twice, late, forged or not at all.
    for (const act of ['reset-after', 'status-after']) expect(disturbed.calls['create']?.[act]).toBeGreaterThan(0);
    for (const what of ['dropped', 'duplicates', 'delayed', 'forged']) {
      expect(disturbed.callbacks[what], what).toBeGreaterThan(0);
    }
    // Most orders have several events, and the shop was often away.
    expect(figures.counts['messages for the shop']).toBeGreaterThan(800);
    expect(disturbed.messages).toBeGreaterThan(0);
    expect(existsSync(scratch)).toBe(false);
  } finally {
    if (drill.isRunning()) await drill.stop('SIGTERM', 30_000);
    const [, left] = /database and logs: (\S+)/.exec(drill.output()) ?? [];
    if (left !== undefined) rmSync(left, { recursive: true, force: true });
  }
}, 240_000);

/** The document stands between lines of progress. */
function outcomeOf(said: string): Outcome {
  const begin = said.indexOf('\n{\n');
  return JSON.parse(said.slice(begin, said.indexOf('\n}\n', begin) + 2)) as Outcome;
}
