import type { HttpCall } from '../../../src/ramp/calls/signed-call.js';
import type { World } from '../kernel/world.js';
import { envelope, garbled, rangeRefusal, refusal, serverError, success, tooMany } from './answers.js';
import type { HttpAnswer, Said } from './answers.js';
import { Callbacks } from './callbacks.js';
import type { SendCallback } from './callbacks.js';
import { buyPrices, cryptoList, findPair, limits, PAY_WAYS, sellPrices } from './catalog.js';
import { recordOf } from './records.js';
import { readRequest } from './signed-request.js';
import type { Fields, SignedRequest } from './signed-request.js';
import { Spells } from './spells.js';
import { Trade } from './trade.js';
import type { Side } from './trade.js';

/** One request as it arrived, and what it was answered. */
export interface Received extends SignedRequest {
  readonly at: number;
  readonly sentAt: number;
  /** The process that sent it. */
  readonly who: string;
  /** The merchant's number in the request, or the provider's. */
  readonly tradeNo: string | null;
  readonly orderNo: string | null;
  /** The trade that it made, or that its answer is about. */
  readonly trade: Trade | null;
  /** null: the answer said nothing that can be understood, whatever was done. */
  readonly said: Said | null;
  readonly answer: HttpAnswer;
  /** When the service got the answer; null: not, or not yet, or too late. */
  deliveredAt: number | null;
}

/** Beside the contract's: 4001, an access token that is refused, and an undocumented code. */
const CREATE_REFUSALS = ['3100', '3101', '3103', '3104', '3105', '3106', '3107', '4001', '3999'];

type Done = Pick<Received, 'trade'> & { readonly said: Said };

interface Sale {
  readonly merchantOrderNo: string | null;
  readonly crypto: string;
  readonly network: string;
  readonly fiat: string;
  readonly cryptoAmount: string;
}

/**
 * The provider of a run: its orders, what its customers do on its pages, and its faults. Once `faults.isOver`, it tells
 * the truth, but for lasting lies, and brings what is paid to its end.
 */
export class Provider {
  /** By its own numbers. */
  readonly trades = new Map<string, Trade>();
  readonly received: Received[] = [];
  /** Queries that did not arrive, by the number that they name. */
  readonly missed: { readonly at: number; readonly number: string }[] = [];
  readonly spells: Spells;
  readonly #callbacks: Callbacks;
  readonly #dice;
  readonly #drifts = new Map<string, number>();
  readonly #byTradeNo = new Map<string, Trade[]>();
  readonly #byPayUrl = new Map<string, Trade>();

  constructor(
    private readonly world: World,
    readonly rate: number,
    sendCallback: SendCallback,
  ) {
    this.#dice = world.dice.fork('provider');
    this.spells = new Spells(world);
    this.#callbacks = new Callbacks(world, sendCallback);
  }

  /** A customer opens a page; null: there is none. */
  at(payUrl: string): Trade | null {
    const trade = this.#byPayUrl.get(payUrl);
    if (trade === undefined || trade.isForgotten) return null;
    trade.open();
    return trade;
  }

  /** All that were made under the merchant's number. */
  under(tradeNo: string): readonly Trade[] {
    return this.#byTradeNo.get(tradeNo) ?? [];
  }

  /** A customer begins to sell at the provider; the rest of the sale goes by itself. */
  makeSale({ merchantOrderNo, ...terms }: Sale): Trade {
    return this.#make('SELL', merchantOrderNo, terms);
  }

  /** A request that never arrives. */
  miss(call: HttpCall): void {
    const { now: at } = this.world.scheduler;
    const { endpoint, fields } = readRequest(call, at);
    const number = fields['merchantOrderNo'] ?? fields['orderNo'];
    if (endpoint === 'query' && number !== undefined) this.missed.push({ at, number });
  }

  receive(call: HttpCall, who = '', sentAt = this.world.scheduler.now): Received {
    const { now } = this.world.scheduler;
    const request = readRequest(call, now);
    const { merchantOrderNo = null, orderNo = null } = request.fields;
    const responded = this.#respond(request);
    const { answer, said } = responded;
    const numbers = { tradeNo: merchantOrderNo, orderNo };
    const received = { ...request, ...numbers, ...responded, at: now, sentAt, who, deliveredAt: null };
    this.received.push(received);
    const number = merchantOrderNo ?? orderNo ?? '';
    const about = responded.trade?.tradeNo ?? number;
    const what = `${answer.status} ${said?.code ?? '?'}${about === number ? '' : ` about ${about}`}`;
    this.world.note('provider', `${request.endpoint} ${number} from ${who}: ${what}`);
    return received;
  }

  #respond(request: SignedRequest): Pick<Received, 'answer' | 'said' | 'trade'> {
    const dice = this.#dice;
    if (this.spells.strike('answer_429')) return { answer: tooMany(dice), said: refusal('429'), trade: null };
    const isBroken = this.spells.strike('answer_5xx');
    if (isBroken && dice.chance(0.5)) return { answer: serverError(dice), said: null, trade: null };
    const { said, trade } = this.#act(request);
    const answer = envelope(said, dice.uuid());
    if (isBroken) return { answer: serverError(dice), said: null, trade };
    const isGarbled = this.world.faults.strikes('answer_garbage');
    return isGarbled ? { answer: garbled(answer, dice), said: null, trade } : { answer, said, trade };
  }

  #act({ endpoint, fields, refusal: code }: SignedRequest): Done {
    if (code !== null || endpoint === null) return { said: refusal(code ?? '3107'), trade: null };
    switch (endpoint) {
      case 'create':
        return this.#create(fields);
      case 'query':
        return this.#query(fields);
      case 'quote':
        return { said: quote(fields, this.#price(fields['crypto'] ?? '')), trade: null };
      case 'list':
        return { said: success(cryptoList(fields['fiat'] ?? 'USD')), trade: null };
      case 'token':
        return { said: success({ accessToken: `token-${this.#dice.uuid()}` }), trade: null };
    }
  }

  #create(fields: Fields): Done {
    const { merchantOrderNo = null, fiatCurrency = '', cryptoCurrency = '', network = '', amount = '' } = fields;
    const { address = '', alpha2 = '', callbackUrl = '', memo = '' } = fields;
    const range = limits(fiatCurrency);
    const pair = findPair(cryptoCurrency, network);
    const refuse = (said: Said): Done => ({ said, trade: null });
    if (this.world.faults.strikes('create_refused')) {
      return refuse(refusal(this.#dice.pick(CREATE_REFUSALS)));
    }
    if (pair === null) return refuse(refusal('3101'));
    if (Number(amount) < range.min || Number(amount) > range.max) return refuse(rangeRefusal(range));
    if (!pair.address.test(address)) return refuse(refusal('3105'));
    const terms = {
      fiat: fiatCurrency,
      crypto: cryptoCurrency,
      network,
      amount,
      address,
      alpha2,
      callbackUrl,
      memo,
      drift: String(this.#drifts.get(cryptoCurrency) ?? 1),
    };
    const trade = this.#make('BUY', merchantOrderNo, terms);
    this.#callbacks.planForged(trade);
    return { said: success({ orderNo: trade.orderNo, payUrl: trade.payUrl }), trade };
  }

  /** 1 at the usual price. */
  #price(crypto: string): number {
    const { faults } = this.world;
    if (faults.strikes('price_moves')) this.#drifts.set(crypto, 0.9 + 0.2 * this.#dice.number());
    return this.#drifts.get(crypto) ?? 1;
  }

  #query({ orderNo, merchantOrderNo, side = 'BUY' }: Fields): Done {
    const asked = orderNo === undefined ? this.under(merchantOrderNo ?? '') : [this.trades.get(orderNo)];
    const trade = asked.find((each) => each?.side === side && !each.isForgotten) ?? null;
    if (trade === null || this.spells.strike('answer_not_found')) return { said: success(null), trade: null };
    const isOther = this.world.faults.strikes('answer_of_another_order');
    const answered = isOther ? this.#dice.pick([...this.trades.values()].filter((each) => each.side === side)) : trade;
    return { said: success(recordOf(answered)), trade: answered };
  }

  /** Never refuses a number that it knows: the merchant guarantees that it is unique. */
  #make(side: Side, tradeNo: string | null, terms: Fields): Trade {
    const orderNo = `${this.world.scheduler.now}${String(this.trades.size).padStart(6, '0')}`;
    const same = this.#byTradeNo.get(tradeNo ?? orderNo) ?? [];
    const dice = this.world.dice.fork(`provider/${side} ${tradeNo ?? orderNo}/${same.length}`);
    const tell = (changed: Trade) => this.#callbacks.tell(changed);
    const trade = new Trade(this.world, dice, side, orderNo, tradeNo, terms, tell);
    this.trades.set(orderNo, trade);
    this.#byTradeNo.set(tradeNo ?? orderNo, [...same, trade]);
    if (trade.payUrl !== null) this.#byPayUrl.set(trade.payUrl, trade);
    return trade;
  }
}

function quote(
  { crypto = '', network = '', fiat = '', side, amount = '', payWayCode, type = 'ONE' }: Fields,
  drift: number,
): Said {
  const pair = findPair(crypto, network);
  if (pair === null) return refusal('3101');
  if (side === 'SELL') {
    const { fiatAmount: fiatQuantity, ...prices } = sellPrices(pair, fiat, amount);
    return success({ ...prices, fiat, crypto, fiatQuantity, cryptoQuantity: null, networkFee: null });
  }
  const range = limits(fiat);
  if (Number(amount) < range.min || Number(amount) > range.max) return rangeRefusal(range);
  const of = (way: string) => ({ ...buyPrices(pair, fiat, amount, drift), fiat, crypto, payWayCode: way });
  return success(type === 'ALL' ? PAY_WAYS.map(of) : of(payWayCode ?? PAY_WAYS[0]));
}
