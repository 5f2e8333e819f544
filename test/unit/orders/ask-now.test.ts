import { expect, it, vi, describe } from 'vitest';
import { AskNowService } from '#src/orders/ask/ask-now.service.js';
import { mayBePaid } from '#src/orders/decisions/existence.js';
import type { OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { LookUpService } from '#src/orders/ask/look-up.service.js';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import { QuestionService } from '#src/orders/ask/question.service.js';
import type { NotFoundDoubt } from '#src/orders/ask/not-found-doubt.service.js';
import type { ProviderState } from '#src/ramp/provider/provider-state.js';
import type { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import { QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { NOW, at, MINUTE, SECOND } from '../../support/moments.js';
import { orderState, refusal, trade, unknownTrade } from '../../support/order-builders.js';
import { answered, evidence } from '../catalog/scripted-ramp.js';
import { ProcessTime } from '#src/platform/time/time.js';

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
    { recordAnswer: () => Promise.resolve() } as never,
    { isBreakerOpen: () => false } as never,
    { ramp: { timeoutMs: 1 } } as never,
    new ProcessTime(),
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

/** A provider's answer about a number, in an epoch that began `sinceMs` ago. */
function askingFirst(
  given: { asksFirst?: boolean; doubt?: { isFresh: boolean }; doubted?: boolean; sinceMs?: number } = {},
) {
  const { asksFirst = true, doubt = null, doubted = false, sinceMs = 3_600_000 } = given;
  const ask = vi.fn(() => Promise.resolve({ kind: 'not_found', answeredAt: NOW, doubted, evidence: {} }));
  const service = new LookUpService(
    {} as never,
    { lease: () => Promise.resolve([{ tradeNo: 'A-1001', leaseId: 'l', askedAt: NOW }]) } as never,
    { ask } as never,
    { recordAnswer: () => Promise.resolve() } as never,
    {
      asksFirst: () => asksFirst,
      known: null,
      doubtOf: () => Promise.resolve(doubt),
      look: () => Promise.resolve({}),
      isYoungerThan: (ms: number) => sinceMs < ms,
    } as never,
    { ramp: { timeoutMs: 6000 } } as never,
  );
  return { service, ask };
}

it.each<[string, Parameters<typeof askingFirst>[0], number, number, string]>([
  ['was never sent', {}, 0, 1, 'clear'],
  ['was sent before, as far as the database remembers', {}, 1, 1, 'clear'],
  ['is not in doubt', { asksFirst: false }, 0, 0, 'clear'],
  ['the provider does not know, nor numbers that it has', { doubted: true }, 0, 1, 'doubted'],
  ['another process may be sending since before commits were lost', { sinceMs: 20_999 }, 0, 1, 'unknown'],
  ['no other process can be sending any more', { sinceMs: 21_000 }, 0, 1, 'clear'],
  ['an answer came of which the database lacks', { asksFirst: false, doubt: { isFresh: false } }, 0, 1, 'clear'],
  ['such an answer came of just now', { asksFirst: false, doubt: { isFresh: true } }, 0, 1, 'unknown'],
])('look-up before the send: a number that %s', async (_, given, sends, questions, kind) => {
  const trade = unknownTrade({ outcome: 'not_sent', sends });
  const { service, ask } = askingFirst(given);
  const state = orderState({ trades: [trade] });
  expect(await service.lookUp(state, state.trades, trade, { kind: 'checkout' })).toMatchObject({ kind });
  expect(ask).toHaveBeenCalledTimes(questions);
});

const NO_DOUBT = { isDoubted: () => Promise.resolve(false) } as unknown as NotFoundDoubt;
const SKEWS = [0, 20 * MINUTE, -20 * MINUTE, 12 * 60 * MINUTE, -12 * 60 * MINUTE];

/** Queries a provider that knows no trade. Its clock, and ours, is `ahead`; its answers have a date if `isDated`. */
async function answeredAt(ahead: number, isDated: boolean): Promise<Date> {
  const answer = { ...answered(null), evidence: { ...evidence('query'), answeredAt: isDated ? at(ahead) : null } };
  const ramp = { queryTrade: () => Promise.resolve(answer), timestampNow: () => NOW.getTime() + ahead };
  const questions = new QuestionService(ramp as unknown as RampGateway, {} as ProviderState, NO_DOUBT);
  const said = await questions.ask(unknownTrade(), 'poll');
  if (said.kind !== 'not_found') throw new Error(`not found, but ${said.kind}`);
  return said.answeredAt;
}

/** Whether a second not-found makes a trade *never created* whose request was stamped `ago` by the same clock. */
async function isBelieved(ago: number, ahead: number, isDated: boolean): Promise<boolean> {
  const row = unknownTrade({ stamp: at(ahead - ago).getTime(), notFoundAt: at(-10 * MINUTE) });
  const date = await answeredAt(ahead, isDated);
  const decision = decideNotFound(orderState({ trades: [row] }), row, QUESTION, date, {
    ...snapshotContext(),
    doubted: false,
  });
  return decision.updated[0]!.trade.outcome === 'never_created';
}

describe.each(SKEWS)('query dates, provider clock ahead by %i ms', (ahead) => {
  it('not found counts once its request could no longer be accepted by that clock', async () => {
    expect(await isBelieved(6 * MINUTE - SECOND, ahead, true)).toBe(false);
    expect(await isBelieved(6 * MINUTE + SECOND, ahead, true)).toBe(true);
  });

  it('without a date, not found counts later by the largest accepted skew', async () => {
    expect(await answeredAt(ahead, false)).toEqual(at(ahead - 5 * MINUTE));
    expect(await isBelieved(11 * MINUTE - SECOND, ahead, false)).toBe(false);
    expect(await isBelieved(11 * MINUTE + SECOND, ahead, false)).toBe(true);
  });
});
