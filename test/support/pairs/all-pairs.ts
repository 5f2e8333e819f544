import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTS } from './acts.js';
import { Pairs } from './pairs.js';
import type { Scene } from './scenes.js';

/** Of a scene. */
const LONGEST_MS = 20 * 60_000;

/** Registers a test for each scene that runs the pairs of its acts for which `isWanted` says so. */
export function testPairs(scenes: readonly Scene[], isWanted: (first: string, second: string) => boolean): void {
  Logger.overrideLogger(false);
  let pairs: Pairs;
  const writing = new Set<string>();
  beforeAll(async () => {
    pairs = await Pairs.open();
  });
  afterAll(() => pairs.close());

  it.each(scenes)(
    'statement pairs: %s',
    async (scene) => {
      const names = await pairs.prepare(scene);
      for (const name of names.filter((one) => pairs.writesOf(one) > 0)) writing.add(name);
      const faults: string[] = [];
      for (const first of names) {
        for (const second of names) if (isWanted(first, second)) faults.push(...(await pairs.faults(first, second)));
      }
      expect(faults.join('\n')).toBe('');
    },
    LONGEST_MS,
  );

  it('statement pairs: each act writes in one of its scenes', () => {
    const acts = Object.entries(ACTS).filter(([, act]) => act.in.every((scene) => scenes.includes(scene)));
    expect(acts.filter(([name, { onlyReads }]) => !writing.has(name) && onlyReads !== true)).toEqual([]);
  });
}
