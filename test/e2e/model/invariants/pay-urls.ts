import { orderOf } from '../../../support/service.js';
import type { Facts } from '../facts.js';
import type { Run, Shown } from '../run.js';

/**
 * Every `payUrl` that was ever shown was the page of the trade that was the newest one, by the answer itself and by what
 * was stored when the question was sent; an older one never came back.
 */
export function payUrlProblems(run: Run, facts: Facts): string[] {
  const shown = run.shown.flatMap((answer) => {
    const { merchantOrderNo, payUrl, trades } = orderOf(answer.answer);
    return payUrl === null ? [] : [{ ...answer, number: merchantOrderNo, payUrl, n: trades.length }];
  });
  return [...shown.flatMap((answer) => ofNewest(facts, answer)), ...shown.flatMap((answer) => wentBack(shown, answer))];
}

type ShownUrl = Shown & { readonly number: string; readonly payUrl: string; readonly n: number };

function ofNewest(facts: Facts, { what, number, payUrl, n, tradesBefore }: ShownUrl): string[] {
  const newest = n === 1 ? number : `${number}-r${n}`;
  const page = facts.provider.find((order) => order.payUrl === payUrl);
  const problems = [];
  if (page?.merchantOrderNo !== newest) {
    problems.push(`${what} showed the page of ${String(page?.merchantOrderNo)}, while ${newest} was the newest trade`);
  }
  if (n < tradesBefore) problems.push(`${what} showed the page of ${newest}, after ${tradesBefore} trades were made`);
  return problems;
}

function wentBack(all: readonly ShownUrl[], { number, n, ended }: ShownUrl): string[] {
  const older = all.filter((later) => later.number === number && later.began > ended && later.n < n);
  return older.map((later) => `${number}: the page of trade ${later.n} was shown after that of trade ${n}`);
}
