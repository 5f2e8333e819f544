import { asBody, LATE_MS, madeAt, MINUTE_MS } from './observed.js';
import type { Observed, ProviderTrade, Received } from './observed.js';

/** Refusals after which the same number may be sent again: the provider certainly did not act. */
const DID_NOT_ACT: readonly unknown[] = ['3103', '4001', '429'];

/** By the form that the settings name. */
export const saysNotFound = ({ said }: Received): boolean => said?.code === '0000' && said.data === null;

/** What the provider made and answered, by number. */
export class ProviderIndex {
  readonly #byPage = new Map<string | null, ProviderTrade>();
  readonly #byTradeNo = new Map<string, ProviderTrade>();
  readonly #received = new Map<string, Received[]>();
  readonly #said = new Set<string>();
  #looked = 0;

  constructor(private readonly world: Observed) {}

  get all(): ProviderTrade[] {
    return [...this.world.provider.trades.values()];
  }

  /** Takes in what is new. Problems: invariants 3 and 16. */
  look(): string[] {
    const { trades, received } = this.world.provider;
    const fresh = received.slice(this.#looked);
    this.#looked = received.length;
    const problems = fresh.flatMap((one) => this.#take(one));
    const made = this.#byPage.size < trades.size ? this.all : [];
    return [...problems, ...made.flatMap((trade) => this.#add(trade))];
  }

  ofTrade(tradeNo: string): ProviderTrade | undefined {
    return this.#byTradeNo.get(tradeNo.toLowerCase());
  }

  ofPage(payUrl: string): ProviderTrade | undefined {
    return this.#byPage.get(payUrl);
  }

  /** Oldest first. */
  requests(tradeNo: string, endpoint: 'create' | 'query'): Received[] {
    return (this.#received.get(tradeNo.toLowerCase()) ?? []).filter((one) => one.endpoint === endpoint);
  }

  /** When the service tried to query it, whether the provider got the query or not. */
  tries(trade: ProviderTrade): number[] {
    const numbers = [trade.orderNo, trade.tradeNo?.toLowerCase()];
    const missed = this.world.provider.missed.filter(({ number }) => numbers.includes(number.toLowerCase()));
    const arrived = this.requests(trade.tradeNo ?? '', 'query').map(({ sentAt }) => sentAt);
    return [...missed.map(({ at }) => at), ...arrived].sort((a, b) => a - b);
  }

  /** The newest answer to a query that the service got and could read. */
  lastAnswer(tradeNo: string): Received | undefined {
    return this.requests(tradeNo, 'query').findLast(
      ({ deliveredAt, said }) => deliveredAt !== null && said?.code === '0000',
    );
  }

  /** Did the provider ever answer that this order has this status? */
  hasSaid(orderNo: string, status: string): boolean {
    return this.#said.has(`${orderNo} ${status}`);
  }

  /**
   * Invariant 16: the service can know of an order that it lost only if the provider tells it after the loss, and then it
   * alarms. What it was told before may have been lost as well.
   */
  isExcused(made: ProviderTrade): boolean {
    const { tradeNo, terms } = made;
    const { logged, lostTrades, scheduler, told } = this.world;
    const lostAt = lostTrades.get(tradeNo);
    if (lostAt === undefined) return false;
    const answers = [...this.requests(tradeNo ?? '', 'create'), ...this.requests(tradeNo ?? '', 'query')];
    const wasAnswered = answers.some(({ deliveredAt, trade, said }) => {
      const hasTime = deliveredAt !== null && deliveredAt < scheduler.now - MINUTE_MS;
      return hasTime && deliveredAt > lostAt && trade === made && said !== null;
    });
    const wasCalled = told.some((one) => {
      const isCallback = one.kind === 'answer' && terms['callbackUrl']?.endsWith(one.request.path) === true;
      return isCallback && one.sentAt > lostAt && one.answer.status === 200;
    });
    const isAlarmed = logged.some(({ at, event, fields }) => {
      return at >= lostAt && event === 'answer_without_trade' && fields['tradeNo'] === tradeNo;
    });
    return isAlarmed || !(wasAnswered || wasCalled);
  }

  #take(one: Received): string[] {
    const { said, stamp } = one;
    const tradeNo = one.tradeNo ?? this.world.provider.trades.get(one.orderNo ?? '')?.tradeNo ?? null;
    const { orderNo, status } = asBody(said?.data);
    this.#said.add(`${String(orderNo)} ${String(status)}`);
    const key = (tradeNo ?? '').toLowerCase();
    const earlier = this.requests(key, 'create');
    this.#received.set(key, (this.#received.get(key) ?? []).concat(one));
    if (earlier.length === 0 || one.endpoint !== 'create' || tradeNo === null) return [];
    // One that was sent before may arrive after it.
    const sent = earlier.concat(one).sort((a, b) => a.sentAt - b.sentAt);
    const isAgain = sent.some((create, index) => {
      const before = sent[index - 1];
      if (before === undefined || (create !== one && before !== one)) return false;
      const isCertain = before.trade === null && DID_NOT_ACT.includes(before.said?.code);
      return !isCertain && !this.#wasFreed(key, before.sentAt, create.sentAt);
    });
    return [
      ...(earlier.some((create) => create.stamp === stamp)
        ? [`${tradeNo}: sent twice with the timestamp ${stamp}`]
        : []),
      ...(isAgain ? [`${tradeNo}: sent again, and was not refused`] : []),
    ];
  }

  #add(trade: ProviderTrade): string[] {
    const { orderNo, tradeNo, payUrl } = trade;
    const page = payUrl ?? orderNo;
    const key = (tradeNo ?? orderNo).toLowerCase();
    const first = this.#byTradeNo.get(key);
    if (this.#byPage.has(page)) return [];
    this.#byPage.set(page, trade);
    this.#byTradeNo.set(key, trade);
    if (first === undefined || this.#wasFreed(key, madeAt(first), madeAt(trade))) return [];
    return [`${tradeNo}: made twice at the provider, as ${first.orderNo} and ${orderNo}`];
  }

  /** Commits were lost in between, and then the provider did not find the number when the service looked it up. */
  #wasFreed(tradeNo: string, from: number, to: number): boolean {
    const lostAt = this.world.epochs.findLast((at) => at > from - LATE_MS && at <= to) ?? Infinity;
    return this.requests(tradeNo, 'query').some((query) => query.at >= lostAt && query.at <= to && saysNotFound(query));
  }
}
