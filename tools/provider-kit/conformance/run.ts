import { readCryptoList } from '../../../src/ramp/wire/catalog-records.js';
import { isWireList } from '../../../src/ramp/wire/wire.js';
import { isOffer } from './judge/offer.js';
import { saidBy } from './judge/said.js';
import { Seen } from './judge/seen.js';
import type { TrialContext } from './judge/seen.js';
import { textIn } from './judge/text.js';
import type { Means } from './means.js';
import type { CreateOrder, KnownOrders, Situation, UnusedNumbers } from './plan/probe.js';
import type { Planned } from './wire/planned.js';
import { PLAN } from './plan/probes.js';
import type { ProbeName } from './plan/probes.js';
import { chooseSubject } from './plan/subject.js';
import type { Subject } from './plan/subject.js';
import type { Wishes } from '../lib/wishes.js';
import { SignatureSearch } from './signature-search.js';
import { notAsked } from './wire/exchange.js';
import type { Exchange, NotAsked } from './wire/exchange.js';

export interface Aim {
  readonly wishes: Wishes;
  readonly payWayCode: string | null;
  readonly known: KnownOrders;
  readonly create: CreateOrder | null;
}

/** Runs the probes in sequence and returns the observations. Throws Unreachable if nothing answers. */
export async function run(aim: Aim, means: Means, plan = PLAN): Promise<Seen> {
  const { schemes, numbers, appId, codes } = means;
  const exchanges = new Map<ProbeName, Exchange>();
  const trial = await new SignatureSearch(aim.wishes.fiat, means).search();
  exchanges.set('list', trial.exchange);

  const subject = subjectOf(trial.exchange, aim.wishes);
  let created = null as TrialContext['created'];
  for (const [done, { name, probe }] of plan.entries()) {
    const planned: Planned | NotAsked =
      trial.accepted === null && probe.unsigned !== true
        ? notAsked('the provider accepts no signature of ours')
        : probe.plan(situation(aim, numbers, subject, exchanges, created?.orderNo ?? null));
    if ('kind' in planned) {
      exchanges.set(name, planned);
      continue;
    }
    means.tell(name, done + 1, plan.length);
    const stamp = means.now() + trial.offsetMs + (planned.shiftMs ?? 0);
    const exchange = await means.send(planned, stamp, trial.accepted ?? schemes[0]);
    exchanges.set(name, exchange);
    const orderNo = name === 'create' ? orderNoIn(exchange) : null;
    if (orderNo !== null) created = { orderNo, fields: planned.request.fields };
  }
  const signature = { tried: trial.tried, accepted: trial.accepted };
  const { known } = aim;
  const { offsetMs } = trial;
  return new Seen(exchanges, { appId, subject, numbers, known, signature, offsetMs, codes, created });
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

function subjectOf(list: Exchange, wishes: Wishes): Subject | null {
  const said = saidBy(list);
  const read = said.kind === 'success' ? readCryptoList(said.data) : null;
  return read !== null && 'value' in read ? chooseSubject(read.value.pairs, wishes) : null;
}

function payWayCodeIn(quotes: Exchange): string | null {
  const said = saidBy(quotes);
  if (said.kind !== 'success' || !isWireList(said.data)) return null;
  const codes = said.data.map((quote) => (isOffer(quote) ? textIn(quote, 'payWayCode') : null));
  return codes.find((code) => code !== null) ?? null;
}

function orderNoIn(exchange: Exchange): string | null {
  const said = saidBy(exchange);
  return said.kind === 'success' ? textIn(said.data, 'orderNo') : null;
}
