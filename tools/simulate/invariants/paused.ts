import { pausedBy } from '../../../src/pauses/rules/pause.js';
import type { PauseScope } from '../../../src/pauses/rules/pause.js';
import { asBody, LATE_MS, wereLost } from './observed.js';
import type { Observed, Received } from './observed.js';

const PATH = '/v1/admin/pauses';
/** In force at every replica after so long. */
const IN_FORCE_MS = 2000;

interface KnownPause extends PauseScope {
  readonly until: null;
  readonly from: number;
  readonly to: number;
}

/** 27: a create is sent only if no pause matches it. */
export function sentThoughPaused(world: Observed): string[] {
  const pauses = knownPauses(world);
  // Of younger ones staff may not know yet whether a pause has ended.
  const known = world.scheduler.now - LATE_MS;
  const creates = world.provider.received.filter(({ endpoint, sentAt }) => endpoint === 'create' && sentAt < known);
  return pauses.length === 0
    ? []
    : creates.flatMap((create) => {
        const { sentAt, tradeNo } = create;
        const inForce = pauses.filter(({ from, to }) => from + IN_FORCE_MS < sentAt && sentAt < to);
        const kept = inForce.filter(({ from }) => !wereLost(world, from, sentAt));
        return pausedBy(kept, termsOf(create)) === null ? [] : [`${tradeNo}: sent, though it was paused [27]`];
      });
}

/** As staff knows them: a pause may end as soon as staff asks for its end, or for the same pause again. */
function knownPauses({ told, asked, faults }: Observed): KnownPause[] {
  const ends = asked.filter(({ request }) => request.path.startsWith(PATH) && request.method !== 'GET');
  return told.flatMap((one) => {
    if (one.kind !== 'answer' || one.request.path !== PATH || one.answer.status !== 201) return [];
    const pause = asBody(one.answer.body) as unknown as PauseScope & { readonly id: string; readonly until: string };
    const until = faults.struck.has('database_clock_step') ? one.at : Date.parse(pause.until);
    const next = ends.find(({ sentAt }) => sentAt > one.sentAt)?.sentAt ?? Infinity;
    return [{ ...pause, until: null, from: one.at, to: Math.min(until, next) }];
  });
}

const termsOf = ({ fields }: Received) => ({
  side: 'BUY',
  fiat: fields['fiatCurrency'],
  crypto: fields['cryptoCurrency'],
  network: fields['network'],
  payWayCode: fields['payWayCode'],
  country: fields['alpha2'],
});
