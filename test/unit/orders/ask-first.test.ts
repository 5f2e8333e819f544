import { expect, it, vi } from 'vitest';
import { AskFirstService } from '#src/orders/ask/ask-first.service.js';
import { NOW, orderState, unknownTrade } from '../../support/order-builders.js';

const CAUSE = { kind: 'checkout' } as const;

/** The provider knows no number, and is asked about one where it has to be. */
function asking(askBeforeSend: boolean, doubted = false) {
  const ask = vi.fn(() => Promise.resolve({ kind: 'not_found', answeredAt: NOW, doubted, evidence: {} }));
  const service = new AskFirstService(
    {} as never,
    { lease: () => Promise.resolve([{ tradeNo: 'A-1001', leaseId: 'l', askedAt: NOW }]) } as never,
    { ask } as never,
    { recordAnswers: () => Promise.resolve() } as never,
    { ramp: { askBeforeSend, timeoutMs: 1 } } as never,
  );
  return { service, ask };
}

it.each<[string, boolean, number, number]>([
  ['was never sent', true, 0, 1],
  ['was sent before', true, 1, 0],
  ['was never sent, where nobody wants to know', false, 0, 0],
])('a number that %s', async (_, askBeforeSend, sends, questions) => {
  const trade = unknownTrade({ outcome: 'not_sent', sends });
  const { service, ask } = asking(askBeforeSend);
  expect(await service.ask(orderState({ trades: [trade] }), trade, CAUSE)).toEqual({ kind: 'free' });
  expect(ask).toHaveBeenCalledTimes(questions);
});

it('a number that the provider does not know is not free while not found is doubted', async () => {
  const trade = unknownTrade({ outcome: 'not_sent', sends: 0 });
  const { service, ask } = asking(true, true);
  const answer = await service.ask(orderState({ trades: [trade] }), trade, CAUSE);
  expect(answer).toMatchObject({ kind: 'doubted', failure: { kind: 'not_sent', reason: 'not_found_doubted' } });
  expect(ask).toHaveBeenCalledTimes(1);
});
