import { describe, expect, it } from 'vitest';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import { QuestionService } from '#src/orders/ask/question.service.js';
import type { NotFoundDoubt } from '#src/orders/ask/not-found-doubt.service.js';
import type { ProviderState } from '#src/ramp/provider/provider-state.js';
import type { RampGateway } from '#src/ramp/port/ramp.gateway.js';
import {
  MINUTE,
  NOW,
  QUESTION,
  SECOND,
  at,
  orderState,
  snapshotContext,
  unknownTrade,
} from '../../support/order-builders.js';
import { answered, evidence } from '../catalog/scripted-ramp.js';

const NO_DOUBT = { isDoubted: () => Promise.resolve(false) } as unknown as NotFoundDoubt;
const SKEWS = [0, 20 * MINUTE, -20 * MINUTE, 12 * 60 * MINUTE, -12 * 60 * MINUTE];

/** Queries a provider that knows no trade. Its clock, and ours, is `ahead`; its answers have a date if `isDated`. */
async function answeredAt(ahead: number, isDated: boolean): Promise<Date> {
  const answer = { ...answered(null), evidence: { ...evidence('query'), answeredAt: isDated ? at(ahead) : null } };
  const ramp = { queryTrade: () => Promise.resolve(answer), stampNow: () => NOW.getTime() + ahead };
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
