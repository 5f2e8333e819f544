import type { SeenCall } from '../../../support/sandbox-client.js';
import { callbackToken } from '../../../support/service-history.js';
import type { Facts, TradeFacts } from '../facts.js';

/**
 * Numbers are unique; every create that the provider saw was committed before, with the stamp that signed it and the
 * wish that it carried; no number was acted upon twice, nor sent again unless it was certain that nothing was done;
 * whatever the provider has is known to us.
 */
export function createProblems(facts: Facts): string[] {
  return [
    ...repeated('number', [...facts.orders, ...facts.trades.filter(({ n }) => n > 1)].map(numberOf)),
    ...repeated(
      'number of the provider',
      facts.trades.flatMap(({ order_no: no }) => (no === null ? [] : [no])),
    ),
    ...repeated(
      'number at the provider',
      facts.provider.map(({ merchantOrderNo }) => merchantOrderNo.toLowerCase()),
    ),
    ...facts.provider
      .filter(({ merchantOrderNo }) => !facts.trades.some(({ trade_no: no }) => no === merchantOrderNo))
      .map(({ merchantOrderNo }) => `the provider has ${merchantOrderNo}, which nobody here knows`),
    ...facts.creates.flatMap((create) => committedProblems(facts, create)),
    ...[...grouped(facts.creates, (create) => String(create.merchantOrderNo).toLowerCase())].flatMap(sentAgainProblems),
  ];
}

function numberOf(row: { readonly merchant_order_no: string; readonly trade_no?: string }): string {
  return (row.trade_no ?? row.merchant_order_no).toLowerCase();
}

function repeated(what: string, values: readonly string[]): string[] {
  return [...grouped(values, (value) => value)]
    .filter(([, same]) => same.length > 1)
    .map(([value, same]) => `the ${what} ${value} stands for ${same.length}`);
}

function committedProblems(facts: Facts, { merchantOrderNo: number, headers, body }: SeenCall): string[] {
  const trade = facts.trades.find(({ trade_no: tradeNo }) => tradeNo === number);
  if (trade === undefined) return [`a create of ${String(number)} was sent, and nobody here knows it`];
  const stamps = stampsOf(facts, trade);
  const problems = [];
  if (!stamps.includes(headers['timestamp'] ?? '')) {
    problems.push(`${trade.trade_no} was sent with the stamp ${String(headers['timestamp'])}, of ${stamps.join(', ')}`);
  }
  const { asked } = trade;
  const wish = { amount: asked['amount'], address: asked['address'], cryptoCurrency: asked['crypto'] };
  for (const [field, value] of Object.entries({ ...wish, payWayCode: asked['payWayCode'] })) {
    if (body?.[field] !== value) problems.push(`${trade.trade_no} was sent with ${field} ${String(body?.[field])}`);
  }
  if (String(body?.['callbackUrl']).endsWith(`/${callbackToken(trade.trade_no)}`)) return problems;
  return [...problems, `${trade.trade_no} was sent with the callback address ${String(body?.['callbackUrl'])}`];
}

/** Every stamp that was committed: the trade holds the newest one, its history all of them. */
function stampsOf({ events }: Facts, trade: TradeFacts): string[] {
  const kept = events.filter((event) => event.trade_no === trade.trade_no && 'stamp' in event.data);
  return [String(trade.stamp), ...kept.map(({ data }) => String(data['stamp']))];
}

function sentAgainProblems([number, creates]: readonly [string, readonly SeenCall[]]): string[] {
  const acted = creates.filter((create) => create.acted).length;
  const doubtful = creates
    .slice(0, -1)
    .filter(({ acted, returnCode, httpStatus }) => acted || (returnCode !== '3103' && httpStatus !== 429));
  return [
    ...(acted > 1 ? [`${number} was created ${acted} times`] : []),
    ...doubtful.map(({ outcome, returnCode }) => `${number} was sent again after ${outcome} ${returnCode ?? ''}`),
  ];
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
