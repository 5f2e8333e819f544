import { expect, it } from 'vitest';
import { FAILURE_CODES, foldTrades } from '#src/orders/model/fold.js';
import type { FoldedTrade } from '#src/orders/model/fold.js';
import { CREATE_OUTCOMES, TRADE_STATUSES } from '#src/orders/model/order-status.js';
import { failureOf } from '#src/reading/api/order.presenter.js';
import { REFUSALS } from '#src/ramp/port/refusal-table.js';
import { refusal } from '../../support/order-builders.js';

const refusals = [
  null,
  ...Object.values(REFUSALS).map(({ problem }) => refusal({ problem })),
  refusal({ problem: 'quote_moved' }),
];

const trades = (['BUY', 'SELL'] as const).flatMap((side) =>
  TRADE_STATUSES.flatMap((status) =>
    CREATE_OUTCOMES.flatMap((outcome) =>
      [true, false].flatMap((superseded) =>
        refusals.map((one): FoldedTrade => ({ tradeNo: 'A-1', n: 1, side, status, outcome, superseded, refusal: one })),
      ),
    ),
  ),
);

it('failure codes: every code of the fold has a text', () => {
  const given = new Set(trades.flatMap((trade) => foldTrades([trade]).failureCode ?? []));
  expect([...given].sort()).toEqual([...FAILURE_CODES].sort());
  for (const code of FAILURE_CODES) expect(failureOf(code)?.message, code).toMatch(/\.$/);
});
