import { expect, it } from 'vitest';
import { CallbacksService } from '#src/callbacks/callbacks.service.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';

it('a callback that is too large is answered once its trade is due, and not at all when it cannot be', async () => {
  let settle: { resolve: (known: boolean) => void; reject: (error: Error) => void } | undefined;
  const requestPoll = () => new Promise<boolean>((resolve, reject) => (settle = { resolve, reject }));
  const addresses = { tradeOf: () => Promise.resolve('A-1001') };
  const service = new CallbacksService(addresses as never, {} as never, { requestPoll } as never, new Metrics());
  let isAnswered = false;
  const answer = service.receiveTooLarge('token').then(() => (isAnswered = true));
  await expect.poll(() => settle).toBeDefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered).toBe(false);
  settle!.resolve(true);
  await answer;

  const failing = service.receiveTooLarge('token');
  settle = undefined;
  await expect.poll(() => settle).toBeDefined();
  settle!.reject(new Error('the database is away'));
  await expect(failing).rejects.toThrow('the database is away');
});
