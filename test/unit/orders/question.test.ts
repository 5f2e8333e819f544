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

/** Asks a provider that knows no trade. It stamps by a clock that is ahead by `ahead`, as do its answers, if they do. */
async function answeredAt(ahead: number, isDated: boolean): Promise<Date> {
  const answer = { ...answered(null), evidence: { ...evidence('query'), answeredAt: isDated ? at(ahead) : null } };
  const ramp = { queryTrade: () => Promise.resolve(answer), stampNow: () => NOW.getTime() + ahead };
  const questions = new QuestionService(ramp as unknown as RampGateway, {} as ProviderState, NO_DOUBT);
  const said = await questions.ask(unknownTrade(), 'poll');
  if (said.kind !== 'not_found') throw new Error(`not found, but ${said.kind}`);
  return said.answeredAt;
}

/** Is it believed that a trade was never created, whose request was stamped `ago` by the same clock? It was said before. */
async function isBelieved(ago: number, ahead: number, isDated: boolean): Promise<boolean> {
  const row = unknownTrade({ stamp: at(ahead - ago).getTime(), notFoundAt: at(-10 * MINUTE) });
  const date = await answeredAt(ahead, isDated);
  const decision = decideNotFound(orderState({ trades: [row] }), row, QUESTION, date, {
    ...snapshotContext(),
    doubted: false,
  });
  return decision.updated[0]!.trade.outcome === 'never_created';
}

describe.each(SKEWS)('a provider whose clock is ahead by %i ms, once our stamps follow it', (ahead) => {
  it('not found counts when its request could no longer be acted upon, by that clock', async () => {
    expect(await isBelieved(6 * MINUTE - SECOND, ahead, true)).toBe(false);
    expect(await isBelieved(6 * MINUTE + SECOND, ahead, true)).toBe(true);
  });

  it('without dates it counts later by the largest skew of a stamp that is accepted', async () => {
    expect(await answeredAt(ahead, false)).toEqual(at(ahead - 5 * MINUTE));
    expect(await isBelieved(11 * MINUTE - SECOND, ahead, false)).toBe(false);
    expect(await isBelieved(11 * MINUTE + SECOND, ahead, false)).toBe(true);
  });
});
