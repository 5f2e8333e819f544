import { expect, it } from 'vitest';
import { ReconciliationService } from '#src/reconciliation/reconciliation.service.js';

/** How many trades a round claims, where the provider's rate lets so many questions through now. */
async function claimed(batch: number, allowed: number): Promise<number[]> {
  const limits: number[] = [];
  let round: () => Promise<void> = () => Promise.resolve();
  const service = new ReconciliationService(
    { reconcile: { batch, intervalMs: 1 }, ramp: { timeoutMs: 1 } } as never,
    { pollsAllowedNow: () => allowed } as never,
    {
      claim: (limit: number) => {
        limits.push(limit);
        return Promise.resolve([]);
      },
    } as never,
    {} as never,
    {
      repeat: (_name: string, _role: string, _ms: number, work: () => Promise<void>) => {
        round = work;
        return { stop: () => Promise.resolve() };
      },
    } as never,
    { gauge: () => undefined } as never,
  );
  await round();
  await service.onApplicationShutdown();
  return limits;
}

it.each([
  ['as many as a batch holds', 50, 100, [50]],
  ['no more than the rate lets through', 50, 7, [7]],
  ['nothing where it lets none through', 50, 0, []],
])('a round claims %s', async (_, batch, allowed, limits) => {
  expect(await claimed(batch, allowed)).toEqual(limits);
});
