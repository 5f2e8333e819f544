import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HonestCustomers } from './honest-customers.js';
import { gains, memoryOf, schemaOf } from './proof.js';
import { Tour } from './tour.js';
import type { Stage } from './tour.js';

const MOST_MEMORY_MIB = 400;
const STAGE_PATIENCE_MS = 600_000;

/** An attacker goes through these stages while ordinary customers go on buying. */
export function takeTour(stages: readonly Stage[]): void {
  let tour: Tour;
  let honest: HonestCustomers;
  let before: { readonly schema: unknown; readonly memory: number };

  beforeAll(async () => {
    tour = await Tour.begin();
    before = { schema: await schemaOf(tour), memory: await memoryOf(tour) };
    honest = new HonestCustomers(tour);
  }, 240_000);

  afterAll(async () => {
    await honest.goHome();
    await tour.end();
  }, 240_000);

  describe('an attacker gets nothing by', () => {
    it.each(stages.map((stage, nth) => [stage.title, stage, nth] as const))(
      '%s',
      async (title, stage, nth) => {
        await stage.run(tour.stage(title, nth + 1));
        const found = tour.faults.filter((fault) => fault.startsWith(`${title}: `));
        expect(found.slice(0, 60), `${found.length} in all`).toEqual([]);
      },
      STAGE_PATIENCE_MS,
    );
  });

  describe('after the tour', () => {
    it(
      'ordinary customers were served all the while',
      async () => {
        await honest.goHome();
        expect(honest.complaints, honest.complaints.join('\n')).toEqual([]);
        expect(honest.made.length).toBeGreaterThan(stages.length);
        expect(honest.completed.toSorted()).toEqual(honest.made.toSorted());
      },
      STAGE_PATIENCE_MS,
    );

    it('nothing was gained, and nothing broke', async () => {
      expect(await gains(tour, honest)).toEqual([]);
      expect(await schemaOf(tour)).toEqual(before.schema);
      expect((await memoryOf(tour)) - before.memory).toBeLessThan(MOST_MEMORY_MIB);
    });
  });
}
