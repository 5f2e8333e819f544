import { expect, it, vi } from 'vitest';
import { AskNowService } from '#src/orders/ask/ask-now.service.js';
import { mayBePaid } from '#src/orders/decisions/existence.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { NOW, at, orderState, refusal, trade, unknownTrade } from '../../support/order-builders.js';

const CAUSE = { kind: 'retry' } as const;

it.each<[string, TradeRow, boolean]>([
  ['waits for its payment', trade(), true],
  ['was cancelled', trade({ status: 'CANCELLED' }), true],
  ['was cancelled, and its watch is closed for good', trade({ status: 'CANCELLED', nextQueryAt: null }), false],
  ['has lost its payUrl by age', trade({ payUrl: null }), true],
  ['was found before its first send', trade({ payUrl: null, payUrlAt: null, sends: 0 }), true],
  ['was found after a lost reply', trade({ payUrl: null, payUrlAt: null }), false],
  ['may exist', unknownTrade(), false],
  ['was refused', unknownTrade({ outcome: 'refused', status: 'REJECTED', refusal: refusal() }), false],
  ['was never sent', unknownTrade({ outcome: 'not_sent', sends: 0 }), false],
  ['is on its way', unknownTrade({ outcome: 'in_flight' }), false],
])('a trade that %s may be paid on its page: %s', (_, row, expected) => {
  expect(mayBePaid(row)).toBe(expected);
});

/** Our own side holds each query back. The order is `unseen` at first, and `seen` from the third round on. */
function asking(unseen: OrderState = orderState()) {
  let looks = 0;
  const seen: OrderState = orderState({ trades: [trade({ lastAskedAt: at(1), lastAnswerAt: at(2) })] });
  const find = () => Promise.resolve({ now: NOW, state: (looks += 1) > 3 ? seen : unseen });
  const ask = vi.fn(() => Promise.resolve({ kind: 'not_asked' }));
  const lease = () => Promise.resolve([{ tradeNo: 'A-1001', leaseId: 'l', askedAt: NOW }]);
  const service = new AskNowService(
    { find } as never,
    { lease } as never,
    { ask } as never,
    { recordAnswers: () => Promise.resolve() } as never,
    { isAway: () => false } as never,
    { ramp: { timeoutMs: 1 } } as never,
  );
  return { service, ask, seen };
}

it("ask now: each round awaits the caller's consent, and a refusal ends the queries", async () => {
  const goOn = vi.fn(() => Promise.resolve(true));
  const patient = asking();
  expect(await patient.service.askAll('A-1001', CAUSE, { deadline: Infinity, goOn })).toBe(patient.seen);
  expect(goOn).toHaveBeenCalledTimes(patient.ask.mock.calls.length);
  expect(patient.ask).toHaveBeenCalledTimes(2);

  goOn.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  const replaced = asking();
  expect(await replaced.service.askAll('A-1001', CAUSE, { deadline: Infinity, goOn })).toBeNull();
  expect(replaced.ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['was not answered', trade({ lastAskedAt: at(1), lastAnswerAt: NOW })],
  ['was answered before this call began', trade({ lastAskedAt: at(-2), lastAnswerAt: at(-1) })],
])('ask now: a query by another process that %s does not count', async (_, unseen) => {
  const { service, ask, seen } = asking(orderState({ trades: [unseen] }));
  expect(await service.askAll('A-1001', CAUSE, { deadline: Infinity })).toBe(seen);
  expect(ask).toHaveBeenCalledTimes(2);
});
