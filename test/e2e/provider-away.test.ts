import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { checkoutBody, until } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';

const NO_ANSWER = { endpoint: 'any', act: 'hang-after', times: 0 } as const;

const world = useWorld({ RAMP_TIMEOUT_MS: '600' }, { own: 'process' });

afterEach(() => world.sandbox.control('DELETE', '/faults'));

const numberOf = (body: Readonly<Record<string, unknown>>): string => String(body['merchantOrderNo']);

async function providerIs(service: Service, state: string): Promise<void> {
  await until(`provider ${state}`, async () => (await service.get('/health/ready')).body['provider'] === state);
}

/** On a busy machine even a healthy provider may exceed the service's time limit. */
async function orderAtLast(service: Service): Promise<void> {
  await until('a checkout is served', async () => (await service.checkout(checkoutBody())).status === 201);
}

async function checkouts(service: Service, count: number): Promise<{ numbers: string[]; answers: Answer[] }> {
  const bodies = Array.from({ length: count }, () => checkoutBody());
  return { numbers: bodies.map(numberOf), answers: await Promise.all(bodies.map((body) => service.checkout(body))) };
}

describe('a provider that acts but never answers in time', () => {
  it('gets a limited number of trades, then only probes, and afterwards the orders go on', async () => {
    const { service, sandbox, rows } = world;
    await orderAtLast(service);
    await sandbox.fault(NO_ANSWER);
    const { numbers, answers } = await checkouts(service, 12);
    for (const answer of answers) expect([202, 503], answer.text).toContain(answer.status);
    await providerIs(service, 'down');
    expect(await service.metrics()).toContain('\nramp_checkout_provider_breaker_open 1\n');

    // All calls in flight have ended by now.
    await sleep(1000);
    const mark = await sandbox.mark();
    const began = performance.now();
    const held = await checkouts(service, 12);
    for (const answer of held.answers) {
      expect(answer.body, answer.text).toMatchObject({ status: 503, code: 'ramp_unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Long enough for the worker to poll each of them again.
    await sleep(3000);
    const since = (await sandbox.ledger(mark)).filter(({ kind }) => kind === 'call') as { endpoint: string }[];
    expect(new Set(since.map(({ endpoint }) => endpoint))).toEqual(new Set(['list']));
    expect(since.length).toBeGreaterThanOrEqual(2);
    // One probe a second.
    expect(since.length).toBeLessThanOrEqual((performance.now() - began) / 1000 + 3);
    for (const number of numbers) {
      const trades = await rows.trades(number);
      expect(trades.length).toBeLessThanOrEqual(3);
      expect((await sandbox.creates(number)).length).toBeLessThanOrEqual(trades.length);
    }

    await sandbox.control('DELETE', '/faults');
    await providerIs(service, 'up');
    await orderAtLast(service);
    for (const [index, number] of numbers.entries()) {
      const { status } = answers[index]!;
      if (status === 503) continue;
      const order = await until(`a payUrl of ${number}`, async () => {
        const seen = await service.read(number);
        return seen.payUrl !== null && seen;
      });
      expect(order.payUrl).toBe((await sandbox.order(order.trades.at(-1)!.tradeNo)).payUrl);
      expect((await rows.trades(number)).length).toBeLessThanOrEqual(3);
      expect(historyProblems(await rows.whole(number))).toEqual([]);
    }
    // Held-back calls leave nothing behind: the number stays free.
    await until('a number that was held back is served', async () => {
      const { status } = await service.checkout(checkoutBody({ merchantOrderNo: held.numbers[0] }));
      return status === 201 || status === 200;
    });
    const lines = service.program.output();
    expect(lines.split('"event":"provider_silent"').length - 1).toBe(1);
    expect(lines.split('"event":"provider_answers_again"').length - 1).toBe(1);
  });
});
