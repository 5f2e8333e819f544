import { isDeepStrictEqual } from 'node:util';
import { asBody, MINUTE_MS, stageOf, wereLost } from './observed.js';
import type { Body, Observed } from './observed.js';
import { TOLD_BY } from './sealed-facts.js';
import type { ProviderIndex } from './provider-index.js';
import type { Told } from '../kernel/world.js';

type Answered = Extract<Told, { kind: 'answer' }>;

/** The greatest values told so far. */
interface Telling {
  /** The database was read after this. */
  readonly sentAt: number;
  readonly at: number;
  readonly version: number;
  readonly trades: number;
  readonly wasPaid: boolean;
}

export interface ToldOrder {
  /** The account that made it; `all`: one that may read all orders. */
  owner: string | null;
  ownedAt: number;
  /** Bodies of checkouts for which the provider had an order. */
  accepted: { readonly at: number; readonly body: Body }[];
  tellings: Telling[];
}

/** A webhook or a page of the feed may be under way for so long. */
const UNDER_WAY_MS = MINUTE_MS;
/** From a loss of commits to the end of the streams: background work notices it, and ticks rarely. */
const STREAM_MS = 5 * 60 * MINUTE_MS;

/** The orders in an answer, a page of a list or of the feed, or an event. */
function ordersIn(body: unknown): (Body & { readonly merchantOrderNo: string; readonly trades: Body[] })[] {
  const { items, event, data, ...order } = asBody(body);
  if (Array.isArray(items)) return items.flatMap(ordersIn);
  if (event !== undefined || data !== undefined) return ordersIn(event ?? data);
  const { merchantOrderNo, status, trades } = order;
  return typeof merchantOrderNo === 'string' && typeof status === 'string' && Array.isArray(trades)
    ? [{ ...order, merchantOrderNo, trades: trades.map(asBody) }]
    : [];
}

const CONTENT = ['fiat', 'amount', 'crypto', 'network', 'address', 'memo', 'payWayCode', 'country', 'redirectUrl'];
const isSameContent = (one: Body, other: Body): boolean =>
  CONTENT.every((name) => one[name] === other[name]) &&
  asBody(one['customer'])['id'] === asBody(other['customer'])['id'];

type Order = ReturnType<typeof ordersIn>[number];

/** Fields that no list says to be sealed. Staff's view of an order has more. */
function unlisted(order: Order): string[] {
  if (order['history'] !== undefined) return [];
  return Object.keys(order)
    .filter((name) => !(name in TOLD_BY))
    .map((name) => `${name} was told, and is not on the list of what is told [17]`);
}

/** Answers about orders: invariants 1, 4 and 7, nothing goes back, and nobody gets another caller's order. */
export class ToldOrders {
  readonly byNumber = new Map<string, ToldOrder>();
  /** When the page of a trade was first told, by the trade's number in lower case. */
  readonly pages = new Map<string, number>();
  /** The newest version, by stream. */
  readonly #streams = new Map<string, number>();

  constructor(
    private readonly world: Observed,
    private readonly provider: ProviderIndex,
  ) {}

  look(told: Told): string[] {
    const isAnswer = told.kind === 'answer';
    const sentAt = isAnswer ? told.sentAt : told.at - UNDER_WAY_MS;
    const orders = ordersIn('body' in told ? told.body : told.answer.body);
    const problems = orders.flatMap((order) => {
      const back = this.#wentBack(order, sentAt, told.at, isAnswer);
      this.#notePage(order, told.at);
      const found = [...back, ...this.#unsaid(order), ...this.#ofPage(order), ...unlisted(order)];
      return found.map((problem) => `${order.merchantOrderNo}: ${problem}`);
    });
    if (told.kind === 'event') problems.push(...this.#streamed(told));
    if (!isAnswer) return problems;
    const others = orders.flatMap((order) => this.#owner(order.merchantOrderNo, told));
    return [...problems, ...others, ...this.#conflict(told, orders[0])];
  }

  /** 16: one stream tells ever newer versions, and ends soon after commits were lost, so that its reader comes back. */
  #streamed({ who, openedAt, at, body }: Extract<Told, { kind: 'event' }>): string[] {
    const { merchantOrderNo, version } = asBody(body);
    const stream = `${String(merchantOrderNo)} ${who} ${openedAt}`;
    const before = this.#streams.get(stream) ?? 0;
    this.#streams.set(stream, Number(version));
    return [
      ...(Number(version) > before ? [] : [`a stream told version ${String(version)} after ${before}`]),
      ...(wereLost(this.world, openedAt, at - STREAM_MS) ? ['a stream of before a loss of commits goes on [16]'] : []),
    ].map((problem) => `${String(merchantOrderNo)}: ${problem}`);
  }

  #notePage({ payUrl }: Order, at: number): void {
    const number = typeof payUrl === 'string' ? this.provider.ofPage(payUrl)?.tradeNo?.toLowerCase() : undefined;
    if (number !== undefined && !this.pages.has(number)) this.pages.set(number, at);
  }

  #of(number: string): ToldOrder {
    const order = this.byNumber.get(number) ?? { owner: null, ownedAt: 0, accepted: [], tellings: [] };
    this.byNumber.set(number, order);
    return order;
  }

  #wentBack({ merchantOrderNo, ...told }: Order, sentAt: number, at: number, isChecked: boolean): string[] {
    // The read may have been before or after the loss.
    if (wereLost(this.world, sentAt, at)) return [];
    const order = this.#of(merchantOrderNo);
    const tellings = order.tellings.filter((one) => !wereLost(this.world, one.sentAt, at));
    // Answers overtake each other: only those that were here before the question count.
    const before = isChecked ? tellings.findLast((one) => one.at <= sentAt) : undefined;
    const most = tellings.at(-1);
    const [version, trades, isPaid] = [Number(told['version']), told.trades.length, stageOf(told['status']) > 0];
    order.tellings = tellings.concat({
      sentAt,
      at,
      version: Math.max(version, most?.version ?? 0),
      trades: Math.max(trades, most?.trades ?? 0),
      // A failed payout of a sale may start again.
      wasPaid: (isPaid && told['side'] === 'BUY') || most?.wasPaid === true,
    });
    if (before === undefined) return [];
    return [
      ...(before.version > version ? [`version ${version} was told after version ${before.version}`] : []),
      ...(before.trades > trades ? [`${trades} trades were told after ${before.trades}`] : []),
      ...(before.wasPaid && !isPaid ? [`${String(told['status'])} was told after it was paid`] : []),
    ];
  }

  #unsaid({ trades }: Order): string[] {
    return trades
      .filter(({ orderNo, rampStatus }) => typeof orderNo === 'string' && typeof rampStatus === 'string')
      .filter(({ orderNo, rampStatus }) => !this.provider.hasSaid(orderNo as string, rampStatus as string))
      .map(({ orderNo, rampStatus }) => `${String(rampStatus)} was told, and never said of ${String(orderNo)}`);
  }

  #ofPage({ payUrl, trades }: Order): string[] {
    if (typeof payUrl !== 'string') return [];
    const newest = String(trades.at(-1)?.['tradeNo']);
    const page = this.provider.ofPage(payUrl);
    // The answer to a create names no number of ours, so one about another order is believed.
    const creates = this.provider.requests(newest, 'create');
    if (page !== undefined && creates.some(({ trade }) => trade === page)) return [];
    return [`the page of ${page?.tradeNo ?? 'no order'} was told, while ${newest} is the newest trade`];
  }

  #owner(number: string, { request: { method, path, ...request }, answer, at }: Answered): string[] {
    const account = this.world.accountOf({ method, path, ...request });
    const order = this.#of(number);
    const isMade = method === 'POST' && /^\/v1\/(checkouts|sell-orders)$/.test(path) && answer.status < 300;
    if (isMade && (order.owner === null || wereLost(this.world, order.ownedAt, at))) {
      order.owner = account ?? 'all';
      order.ownedAt = at;
    }
    if (account === null || order.owner === null || order.owner === account) return [];
    return [`${number}: the order of ${order.owner} was told to ${account}`];
  }

  /** Once the provider has an order, its content is fixed, until a retry changes the payment method. */
  #conflict({ request, answer, sentAt, at }: Answered, made: Order | undefined): string[] {
    const body = asBody(request.body);
    const [, retried] = /^\/v1\/orders\/([^/]+)\/retry$/.exec(request.path) ?? [];
    if (retried !== undefined && body['payWayCode'] !== undefined) this.#of(retried).accepted = [];
    const number = made?.merchantOrderNo ?? body['merchantOrderNo'];
    if (request.path !== '/v1/checkouts' || typeof number !== 'string') return [];
    const { accepted, owner } = this.#of(number);
    if (made !== undefined && made['orderNo'] !== null) accepted.push({ at, body });
    const isRepeat = accepted.some((one) => {
      return one.at <= sentAt && isDeepStrictEqual(one.body, body) && !wereLost(this.world, one.at, at);
    });
    const isOwn = owner === (this.world.accountOf(request) ?? 'all');
    const isErased = this.world.forgotten.some(({ marks }) =>
      marks.some((mark) => JSON.stringify(body).includes(mark)),
    );
    const isRefused = asBody(answer.body)['code'] === 'merchant_order_no_conflict';
    if (isRefused && isRepeat && isOwn && !isErased) return [`${number}: 409 for the content that it was made with`];
    // Before a retry that changed the payment method, or the loss of the order, another content was its own.
    const kept = accepted.filter((one) => one.at <= sentAt && !wereLost(this.world, one.at, at));
    const isOther = made !== undefined && kept.length > 0 && !kept.some((one) => isSameContent(one.body, body));
    return isOther ? [`${number}: was told to a checkout with another content [1]`] : [];
  }
}
