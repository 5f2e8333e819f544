import { readCryptoList } from '../ramp/http/catalog-records.js';
import { readHttpDate } from '../ramp/http/evidence.js';
import { isWireList, isWireRecord, member } from '../ramp/http/wire.js';
import type { WireValue } from '../ramp/http/wire.js';
import { saidBy } from './judge/said.js';
import { Seen } from './judge/seen.js';
import type { Asked } from './judge/seen.js';
import { plainList } from './plan/looking.js';
import type { CreateOrder, KnownOrders, Planned, Situation, UnusedNumbers } from './plan/probe.js';
import { PLAN } from './plan/probes.js';
import type { ProbeName } from './plan/probes.js';
import { chooseSubject } from './plan/subject.js';
import type { Subject, Wishes } from './plan/subject.js';
import { notAsked } from './wire/exchange.js';
import type { Answered, Exchange, NotAsked, Unanswered } from './wire/exchange.js';
import type { NamedScheme } from './wire/signing.js';

/** A clock that is off by less is measured no better: the `Date` header knows whole seconds only. */
const WORTH_CORRECTING_MS = 2000;

/** What is to be found out, and what may be done for it. */
export interface Aim {
  readonly wishes: Wishes;
  readonly payWayCode: string | null;
  readonly known: KnownOrders;
  readonly create: CreateOrder | null;
}

/** What the run does to the world. */
export interface Means {
  /** Sends one call when its turn has come. `stamp`: milliseconds since 1970. */
  readonly send: (planned: Planned, stamp: number, scheme: NamedScheme) => Promise<Answered | Unanswered>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly schemes: readonly [NamedScheme, ...NamedScheme[]];
  readonly numbers: UnusedNumbers;
  /** Told before each call. */
  readonly tell: (name: ProbeName, done: number, all: number) => void;
  readonly appId: string;
  readonly accessTokenCodes: readonly string[];
}

/** There is nobody at that address. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Makes all calls of the plan, one after the other, and gives what was seen. Throws {@link Unreachable}. */
export async function run(aim: Aim, means: Means): Promise<Seen> {
  const { schemes, numbers, appId, accessTokenCodes } = means;
  const exchanges = new Map<ProbeName, Exchange>();
  const trial = await new SignatureSearch(aim.wishes.fiat, means).search();
  exchanges.set('list', trial.exchange);

  const subject = subjectOf(trial.exchange, aim.wishes);
  let created = null as Asked['created'];
  for (const [done, { name, probe }] of PLAN.entries()) {
    const planned: Planned | NotAsked =
      trial.accepted === null && probe.unsigned !== true
        ? notAsked('the provider accepts no signature of ours')
        : probe.plan(situation(aim, numbers, subject, exchanges, created?.orderNo ?? null));
    if ('kind' in planned) {
      exchanges.set(name, planned);
      continue;
    }
    means.tell(name, done + 1, PLAN.length);
    const stamp = planned.sameStamp === true ? trial.exchange.stamp : means.now() + trial.offsetMs;
    const exchange = await means.send(planned, stamp + (planned.shiftMs ?? 0), trial.accepted ?? schemes[0]);
    exchanges.set(name, exchange);
    const orderNo = name === 'create' ? orderNoIn(exchange) : null;
    if (orderNo !== null) created = { orderNo, fields: planned.request.fields };
  }
  const signature = { tried: trial.tried, accepted: trial.accepted };
  return new Seen(exchanges, { appId, subject, numbers, known: aim.known, signature, accessTokenCodes, created });
}

function situation(
  { create, known, payWayCode }: Aim,
  numbers: UnusedNumbers,
  subject: Subject | null,
  exchanges: ReadonlyMap<ProbeName, Exchange>,
  createdOrderNo: string | null,
): Situation {
  const all = exchanges.get('quote-all');
  return {
    subject,
    payWayCode: payWayCode ?? (all === undefined ? null : payWayCodeIn(all)),
    numbers,
    known,
    create,
    createdOrderNo,
  };
}

interface Trial {
  readonly accepted: NamedScheme | null;
  readonly tried: readonly string[];
  /** The accepted call, else that of the configured scheme. */
  readonly exchange: Answered;
  /** What has to be added to our clock to have the provider's. */
  readonly offsetMs: number;
}

/** Asks for the crypto list with one scheme after the other until one is accepted; sets our clock by the first answer. */
class SignatureSearch {
  #offsetMs: number | null = null;

  constructor(
    private readonly fiat: string,
    private readonly means: Means,
  ) {}

  async search(): Promise<Trial> {
    const { schemes } = this.means;
    const tried: string[] = [];
    let first: Answered | null = null;
    for (const scheme of schemes) {
      tried.push(scheme.name);
      const exchange = await this.ask(scheme);
      first ??= exchange;
      if (saidBy(exchange).kind !== 'success') continue;
      return { accepted: scheme, tried, exchange, offsetMs: this.#offsetMs ?? 0 };
    }
    if (first === null) throw new Unreachable('no scheme to try');
    return { accepted: null, tried, exchange: first, offsetMs: this.#offsetMs ?? 0 };
  }

  private async ask(scheme: NamedScheme): Promise<Answered> {
    const { send, now, tell } = this.means;
    const once = async (): Promise<Answered> => {
      tell('list', 0, PLAN.length);
      const exchange = await send(plainList(this.fiat), now() + (this.#offsetMs ?? 0), scheme);
      if (exchange.kind === 'unanswered') throw new Unreachable(exchange.detail);
      return exchange;
    };
    const exchange = await once();
    if (this.#offsetMs !== null) return exchange;
    this.#offsetMs = offsetBy(exchange);
    // What was refused may have been refused for our clock alone.
    return this.#offsetMs !== 0 && saidBy(exchange).kind === 'refusal' ? once() : exchange;
  }
}

/** 0 where there is no `Date` header, or hardly a difference. */
function offsetBy({ answer, midway }: Answered): number {
  const date = readHttpDate(answer.date);
  const offset = date === null ? 0 : date.getTime() - midway;
  return Math.abs(offset) < WORTH_CORRECTING_MS ? 0 : offset;
}

function subjectOf(list: Exchange, wishes: Wishes): Subject | null {
  const said = saidBy(list);
  const read = said.kind === 'success' ? readCryptoList(said.data) : null;
  return read !== null && 'value' in read ? chooseSubject(read.value, wishes) : null;
}

function payWayCodeIn(quotes: Exchange): string | null {
  const said = saidBy(quotes);
  if (said.kind !== 'success' || !isWireList(said.data)) return null;
  const codes = said.data.map((quote) => textOf(quote, 'payWayCode'));
  return codes.find((code) => code !== null) ?? null;
}

function orderNoIn(exchange: Exchange): string | null {
  const said = saidBy(exchange);
  return said.kind === 'success' ? textOf(said.data, 'orderNo') : null;
}

function textOf(value: WireValue, name: string): string | null {
  const text = isWireRecord(value) ? member(value, name) : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}
