import { isDeepStrictEqual } from 'node:util';
import { asBody, MINUTE_MS, stageOf, wereLost } from './observed.js';
import type { Body, Observed } from './observed.js';
import type { ProviderIndex } from './provider-index.js';
import type { Told } from '../kernel/world.js';

type Answered = Extract<Told, { kind: 'answer' }>;

/** What was told of an order. The greatest values so far, since answers overtake each other. */
interface Telling {
  /** Not before this was the database read. */
  readonly sentAt: number;
  readonly at: number;
  readonly version: number;
  readonly trades: number;
  readonly wasPaid: boolean;
}

export interface ToldOrder {
  owner: string;
  ownedAt: number;
  /** Checkout bodies for which the provider had an order. */
  readonly accepted: { readonly at: number; readonly body: Body }[];
  tellings: Telling[];
}

/** A webhook or a page of the feed may have been under way for so long. */
const UNDER_WAY_MS = MINUTE_MS;

/** Finds orders in an answer, a page of a list or of the feed, or an event. */
export function ordersIn(body: unknown): Body[] {
  const { items, event, data, ...order } = asBody(body);
  if (Array.isArray(items)) return items.flatMap(ordersIn);
  const inner = event ?? data;
  if (inner !== undefined && inner !== null) return ordersIn(inner);
  return typeof order['merchantOrderNo'] === 'string' && Array.isArray(order['trades']) ? [order] : [];
}

/** Answers about orders: invariants 1, 4 and 7, nothing goes back, and nobody gets another caller's order. */
export class ToldOrders {
  readonly byNumber = new Map<string, ToldOrder>();

  constructor(
    private readonly world: Observed,
    private readonly provider: ProviderIndex,
  ) {}

  look(told: Told): string[] {
    const { at } = told;
    const body = told.kind === 'webhook' ? told.body : told.answer.body;
    const sentAt = told.kind === 'answer' ? told.sentAt : at - UNDER_WAY_MS;
    const problems = ordersIn(body).flatMap((order) => {
      const found = [
        ...this.#wentBack(order, sentAt, at, told.kind === 'answer'),
        ...this.#unsaid(order),
        ...this.#ofPage(order),
      ];
      return found.map((problem) => `${String(order['merchantOrderNo'])}: ${problem}`);
    });
    return told.kind === 'answer' ? [...problems, ...this.#owners(told), ...this.#conflict(told)] : problems;
  }

  #of(number: string): ToldOrder {
    const known = this.byNumber.get(number);
    if (known !== undefined) return known;
    const order: ToldOrder = { owner: '', ownedAt: 0, accepted: [], tellings: [] };
    this.byNumber.set(number, order);
    return order;
  }

  #wentBack(
    { merchantOrderNo, version, status, side, trades }: Body,
    sentAt: number,
    at: number,
    isChecked: boolean,
  ): string[] {
    const order = this.#of(String(merchantOrderNo));
    // The read may have been before or after the loss.
    if (wereLost(this.world, sentAt, at)) return [];
    order.tellings = order.tellings.filter((one) => !wereLost(this.world, one.sentAt, at));
    const count = (trades as unknown[]).length;
    const isPaid = stageOf(status) > 0;
    // A failed payout may be tried again from the start.
    const wasPaid = isPaid && side === 'BUY';
    const most = order.tellings.at(-1);
    order.tellings.push({
      ...{ sentAt, at },
      version: Math.max(Number(version), most?.version ?? 0),
      trades: Math.max(count, most?.trades ?? 0),
      wasPaid: wasPaid || most?.wasPaid === true,
    });
    const before = isChecked ? order.tellings.findLast((one) => one.at <= sentAt && one.at < at) : undefined;
    if (before === undefined) return [];
    return [
      ...(before.version > Number(version)
        ? [`version ${String(version)} was told after version ${before.version}`]
        : []),
      ...(before.trades > count ? [`${count} trades were told after ${before.trades}`] : []),
      ...(before.wasPaid && !isPaid ? [`${String(status)} was told after it was paid`] : []),
    ];
  }

  /** What is told of a trade was answered by the provider under its number. */
  #unsaid({ trades }: Body): string[] {
    return (trades as Body[]).flatMap(({ merchantOrderNo, orderNo, rampStatus }) => {
      if (typeof rampStatus !== 'string' || this.provider.hasSaid(String(orderNo), rampStatus)) return [];
      return [
        `${String(merchantOrderNo)} is told as ${rampStatus}, which the provider never said of ${String(orderNo)}`,
      ];
    });
  }

  #ofPage({ payUrl, trades }: Body): string[] {
    if (typeof payUrl !== 'string') return [];
    const newest = String((trades as Body[]).at(-1)?.['merchantOrderNo']);
    const page = this.provider.ofPage(payUrl);
    // A create answer names no number of ours, so the service believes one that is about another order.
    const wasAnswered = this.provider
      .requests(newest, 'create')
      .some(({ orderNo }) => orderNo !== null && orderNo === page?.orderNo);
    if (page?.merchantOrderNo === newest || wasAnswered) return [];
    return [`the page of ${page?.merchantOrderNo ?? 'no order'} was told, while ${newest} is the newest trade`];
  }

  #owners({ request, answer, at }: Answered): string[] {
    const account = this.world.accountOf(request);
    const isMade =
      request.method === 'POST' && /^\/v1\/(checkouts|sell-orders)\b/.test(request.path) && answer.status < 300;
    return ordersIn(answer.body).flatMap(({ merchantOrderNo }) => {
      const order = this.#of(String(merchantOrderNo));
      if (isMade && (order.owner === '' || wereLost(this.world, order.ownedAt, at))) {
        order.owner = account ?? 'all';
        order.ownedAt = at;
      }
      if (account === null || order.owner === '' || order.owner === account) return [];
      return [`${String(merchantOrderNo)}: ${account} was told of the order of ${order.owner}`];
    });
  }

  /** Once the provider has an order, its content is fixed until a retry changes the payment method. */
  #conflict({ request, answer, sentAt, at }: Answered): string[] {
    const body = asBody(request.body);
    const [, retried] = /^\/v1\/orders\/([^/]+)\/retry$/.exec(request.path) ?? [];
    if (retried !== undefined && body['payWayCode'] !== undefined)
      this.#of(decodeURIComponent(retried)).accepted.length = 0;
    const number = body['merchantOrderNo'];
    if (request.path !== '/v1/checkouts' || typeof number !== 'string') return [];
    const [made] = ordersIn(answer.body);
    const order = this.#of(typeof made?.['merchantOrderNo'] === 'string' ? made['merchantOrderNo'] : number);
    if (made !== undefined && made['orderNo'] !== null) order.accepted.push({ at, body });
    const isRepeat = order.accepted.some((one) => {
      return one.at <= sentAt && isDeepStrictEqual(one.body, body) && !wereLost(this.world, one.at, at);
    });
    const isOwn = order.owner === (this.world.accountOf(request) ?? 'all');
    const isErased = this.world.forgotten.some(({ marks }) =>
      marks.some((mark) => JSON.stringify(body).includes(mark)),
    );
    const isRefused = answer.status === 409 && asBody(answer.body)['code'] === 'merchant_order_no_conflict';
    return isRefused && isRepeat && isOwn && !isErased ? [`${number}: 409 for the content that it was made with`] : [];
  }
}
