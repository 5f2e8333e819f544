import { expect, it, vi } from 'vitest';
import { AskFirstService } from '#src/orders/ask/ask-first.service.js';
import { NOW, orderState, unknownTrade } from '../../support/order-builders.js';

const CAUSE = { kind: 'checkout' } as const;

/** A provider's answer about a number; the epoch began `sinceMs` ago. */
function asking(given: { asksFirst?: boolean; doubted?: boolean; sinceMs?: number } = {}) {
  const { asksFirst = true, doubted = false, sinceMs = 3_600_000 } = given;
  const ask = vi.fn(() => Promise.resolve({ kind: 'not_found', answeredAt: NOW, doubted, evidence: {} }));
  const service = new AskFirstService(
    {} as never,
    { lease: () => Promise.resolve([{ tradeNo: 'A-1001', leaseId: 'l', askedAt: NOW }]) } as never,
    { ask } as never,
    { recordAnswers: () => Promise.resolve() } as never,
    { asksFirst, look: () => Promise.resolve({ beganAt: new Date(NOW.getTime() - sinceMs) }) } as never,
    { ramp: { timeoutMs: 6000 } } as never,
  );
  return { service, ask };
}

it.each<[string, Parameters<typeof asking>[0], number, number, string]>([
  ['was never sent', {}, 0, 1, 'free'],
  ['was sent before, as far as the database remembers', {}, 1, 1, 'free'],
  ['is not in doubt', { asksFirst: false }, 0, 0, 'free'],
  ['the provider does not know, nor numbers that it has', { doubted: true }, 0, 1, 'doubted'],
  ['another process may be sending since before commits were lost', { sinceMs: 20_999 }, 0, 1, 'unknown'],
  ['no other process can be sending any more', { sinceMs: 21_000 }, 0, 1, 'free'],
  ['is looked up after the clock was set back', { sinceMs: -3_600_000 }, 0, 1, 'free'],
])('look-up before the send: a number that %s', async (_, given, sends, questions, kind) => {
  const trade = unknownTrade({ outcome: 'not_sent', sends });
  const { service, ask } = asking(given);
  expect(await service.ask(orderState({ trades: [trade] }), trade, CAUSE)).toMatchObject({ kind });
  expect(ask).toHaveBeenCalledTimes(questions);
});
