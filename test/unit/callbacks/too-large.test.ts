import { expect, it } from 'vitest';
import { CallbacksService } from '#src/callbacks/callbacks.service.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';

it('callbacks: a too large body is answered only after its trade is due', async () => {
  const addresses = { tradeOf: () => Promise.resolve('A-1001') };
  const pollRequests = { requestPoll: () => Promise.reject(new Error('the database is away')) };
  const service = new CallbacksService(
    addresses as never,
    {} as never,
    pollRequests as never,
    {} as never,
    new Metrics(),
  );
  await expect(service.receiveTooLarge('token')).rejects.toThrow('the database is away');
});
