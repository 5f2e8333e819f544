import { expect, it } from 'vitest';
import type { RecordResult } from '#src/orders/write/poll-result-writer.service.js';
import { ReconciliationService } from '#src/reconciliation/reconciliation.service.js';

const ASKED_AT = new Date('2026-01-31T12:00:00.000Z');

/** Runs one round; returns how many trades it claims, and its record of the results of `trades`. */
async function roundOf(
  { batch, allowed }: { readonly batch: number; readonly allowed: number },
  trades: readonly (RecordResult | Error)[] = [],
): Promise<{ limits: number[]; runs: unknown[] }> {
  const limits: number[] = [];
  const runs: unknown[] = [];
  let round: () => Promise<void> = () => Promise.resolve();
  const service = new ReconciliationService(
    { reconcile: { batch, intervalMs: 1 }, ramp: { timeoutMs: 1 } } as never,
    { pollsAllowedNow: () => allowed } as never,
    {
      claim: (limit: number) => {
        limits.push(limit);
        return Promise.resolve(trades.map((result) => ({ result, askedAt: ASKED_AT })));
      },
      recordRun: (startedAt: Date, counts: object) => {
        runs.push({ startedAt, ...counts });
        return Promise.resolve();
      },
    } as never,
    {
      poll: ({ result }: { result: RecordResult | Error }) =>
        result instanceof Error ? Promise.reject(result) : Promise.resolve(result),
    } as never,
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
  return { limits, runs };
}

it.each([
  ['as many as a batch holds', 50, 100, [50]],
  ['no more than the rate allows', 50, 7, [7]],
  ['nothing if the rate allows none', 50, 0, []],
])('polling: a round claims %s', async (_, batch, allowed, limits) => {
  expect(await roundOf({ batch, allowed })).toEqual({ limits, runs: [] });
});

it('polling: a round records how many trades were answered', async () => {
  const results = ['changed', 'quiet', 'quiet', 'unanswered', new Error('the database is away')] as const;
  const { runs } = await roundOf({ batch: 50, allowed: 50 }, results);
  expect(runs).toEqual([{ startedAt: ASKED_AT, claimed: 5, answered: 3, changed: 1, unanswered: 1 }]);
});
