import { wereLost } from './observed.js';
import type { Observed, ProviderOrder, Received } from './observed.js';

/** Answers to a create request after which the same number may be sent again: the provider certainly did not act. */
const DID_NOT_ACT = /refused|429|rate/;

/** Orders and requests of the provider by number. Remembers orders that the provider has deleted since. */
export class ProviderIndex {
  readonly byOrderNo = new Map<string, ProviderOrder>();
  readonly #byPage = new Map<string, ProviderOrder>();
  readonly #byTrade = new Map<string, ProviderOrder>();
  readonly #received = new Map<string, Received[]>();
  readonly #said = new Set<string>();
  #looked = 0;

  constructor(private readonly world: Observed) {}

  /** Takes in what is new. Problems: invariants 3 and 16. */
  look(): string[] {
    const { orders, received } = this.world.provider;
    const fresh = received.slice(this.#looked);
    this.#looked = received.length;
    const problems = fresh.flatMap((one) => this.#take(one));
    return [...problems, ...(this.byOrderNo.size < orders.length ? orders.flatMap((order) => this.#add(order)) : [])];
  }

  ofTrade(tradeNo: string): ProviderOrder | undefined {
    return this.#byTrade.get(tradeNo.toLowerCase());
  }

  ofPage(payUrl: string): ProviderOrder | undefined {
    return this.#byPage.get(payUrl);
  }

  /** Oldest first. */
  requests(tradeNo: string, endpoint: 'create' | 'query'): Received[] {
    return (this.#received.get(tradeNo.toLowerCase()) ?? []).filter((one) => one.endpoint === endpoint);
  }

  /** Did the provider ever answer that this order has this status? */
  hasSaid(orderNo: string, status: string): boolean {
    return this.#said.has(`${orderNo} ${status}`);
  }

  #take(one: Received): string[] {
    const { tradeNo, orderNo, status } = one;
    if (orderNo !== null && status !== null) this.#said.add(`${orderNo} ${status}`);
    if (tradeNo === null) return [];
    const earlier = this.requests(tradeNo, 'create');
    const all = this.#received.get(tradeNo.toLowerCase()) ?? [];
    this.#received.set(tradeNo.toLowerCase(), [...all, one]);
    if (one.endpoint !== 'create') return [];
    const before = earlier.at(-1);
    const isDoubtful =
      before !== undefined && !DID_NOT_ACT.test(before.outcome) && !this.#wasFreed(tradeNo, before.at, one.at);
    return [
      ...(earlier.some(({ stamp }) => stamp === one.stamp)
        ? [`${tradeNo}: sent twice with the timestamp ${one.stamp}`]
        : []),
      ...(isDoubtful ? [`${tradeNo}: sent again after the answer ${before.outcome}`] : []),
    ];
  }

  #add(order: ProviderOrder): string[] {
    const { orderNo, merchantOrderNo, payUrl, madeAt } = order;
    if (this.byOrderNo.has(orderNo)) return [];
    const first = this.ofTrade(merchantOrderNo);
    this.byOrderNo.set(orderNo, order);
    if (payUrl !== null) this.#byPage.set(payUrl, order);
    this.#byTrade.set(merchantOrderNo.toLowerCase(), order);
    if (first === undefined || this.#wasFreed(merchantOrderNo, first.madeAt, madeAt)) return [];
    return [`${merchantOrderNo}: made twice at the provider, as ${first.orderNo} and ${orderNo}`];
  }

  /** Commits were lost in between, and the provider then denied the number when the service looked it up. */
  #wasFreed(tradeNo: string, from: number, to: number): boolean {
    const lostAt = this.world.epochs.findLast((at) => at > from && at <= to);
    if (lostAt === undefined) return false;
    return this.requests(tradeNo, 'query').some(({ at, outcome }) => at >= lostAt && at <= to && outcome !== 'told');
  }
}

function hasAlarm({ logged }: Observed, { orderNo, merchantOrderNo }: ProviderOrder): boolean {
  return logged.some(
    ({ event, fields }) =>
      (event === 'answer_without_trade' || event === 'callback_for_unknown_trade') &&
      [fields['orderNo'], fields['tradeNo'], fields['merchantOrderNo']].some(
        (no) => no === orderNo || no === merchantOrderNo,
      ),
  );
}

/** Invariant 16. The service can know of an order that it lost only if the provider tells it. */
export function isExcused(world: Observed, index: ProviderIndex, order: ProviderOrder): boolean {
  if (!wereLost(world, order.madeAt)) return false;
  const wasTold = index
    .requests(order.merchantOrderNo, 'query')
    .some(({ at, outcome }) => outcome === 'told' && wereLost(world, order.madeAt, at));
  return !wasTold || hasAlarm(world, order);
}
