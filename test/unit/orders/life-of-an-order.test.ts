import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isDone, isRetryable, isSettledStatus } from '#src/orders/model/order-status.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import { STATUSES_SEEN } from '#src/platform/shared/statuses-seen.js';

const page = readFileSync('docs/integrate.md', 'utf8');
const [, table = ''] = /^## The life of an order$(.*?)^## /ms.exec(page) ?? [];

interface Row {
  readonly status: TradeStatus;
  readonly settled: string;
  readonly final: string;
  readonly retryable: string;
}

const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line): Row[] => {
    const [statuses = '', settled = '', final = '', retryable = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const named = [...statuses.matchAll(/`(\w+)`/g)].map(([, status]) => status as TradeStatus);
    return named.map((status) => ({ status, settled, final, retryable }));
  });

const yes = (says: string): boolean => says === 'yes';

it('the page for a shop’s developer has each status of a purchase, once', () => {
  expect(rows.map(({ status }) => status).sort()).toEqual(['CREATING', ...STATUSES_SEEN.BUY].sort());
});

it.each(rows)('$status ends there as it does in the code', ({ status, settled, final, retryable }) => {
  expect(yes(settled), 'settled').toBe(isSettledStatus(status));
  expect(yes(final), 'final at once').toBe(isDone(status));
  // An open order is retried once its page is gone, which is no fact of the status.
  if (status !== 'AWAITING_PAYMENT') expect(yes(retryable), 'retryable').toBe(isRetryable(status));
});
