import { asBody, MINUTE_MS, wereLost } from './observed.js';
import type { Observed, Received } from './observed.js';

/** So many calls more than the rate may fall in one second: connections take unequally long. */
const JITTER = 2;
/** Slots of lost commits are taken again. */
const LOST_MS = MINUTE_MS;
/** From the provider's price to the create. */
const FRESH_MS = 2 * MINUTE_MS;

/** 23: calls of all replicas together stay within the provider's rate. Postgres' clock times them. */
export function tooManyCalls({ provider: { received, rate }, faults, ...world }: Observed): string[] {
  if (faults.struck.has('database_clock_step') || faults.struck.has('process_paused')) return [];
  const times = received.map(({ sentAt }) => sentAt).toSorted((a, b) => a - b);
  const at = times.findIndex((last, index) => last - (times[index - rate - JITTER] ?? -Infinity) < 1000);
  const last = times[at] ?? 0;
  if (at < 0 || wereLost(world, last - LOST_MS, last + LOST_MS)) return [];
  return [`${rate + JITTER + 1} calls within a second, at a rate of ${rate} [23]`];
}

const NAMES = [
  ['crypto', 'cryptoCurrency'],
  ['network', 'network'],
  ['fiat', 'fiatCurrency'],
  ['amount', 'amount'],
] as const;

const isPriceOf = (create: Received, { endpoint, fields }: Received): boolean =>
  endpoint === 'quote' && NAMES.every(([name, other]) => fields[name] === create.fields[other]);

const quantityOf = ({ said }: Received): number => {
  const data = Array.isArray(said?.data) ? (said.data[0] as unknown) : said?.data;
  return Number(asBody(data)['cryptoQuantity']);
};

const isAny = ({ cryptoQuantity }: { readonly cryptoQuantity: string }): boolean => cryptoQuantity === '0';

/** 25: no trade is made at a price worse than the one shown, beyond the tolerance. A retry is made at the price of the day. */
export function worseThanShown({ provider: { received }, shown, retried }: Observed): string[] {
  const creates = received.filter(({ endpoint }) => endpoint === 'create');
  return shown.length === 0
    ? []
    : creates.flatMap((create) => {
        const number = create.tradeNo?.replace(/-r\d+$/, '').toLowerCase();
        const about = shown.filter(({ merchantOrderNo: no, at }) => no.toLowerCase() === number && at < create.sentAt);
        if (
          about.length === 0 ||
          about.some(isAny) ||
          create.sentAt > (retried.get(about[0]?.merchantOrderNo ?? '') ?? Infinity)
        )
          return [];
        const floors = about.map(({ cryptoQuantity, tolerancePercent }) => {
          return Number(cryptoQuantity) * (1 - Number(tolerancePercent) / 100);
        });
        const least = Math.min(...floors) * (1 - 1e-9);
        const heard = received.filter(({ deliveredAt }) => (deliveredAt ?? Infinity) <= create.sentAt);
        const price = heard.findLast(
          (one) => isPriceOf(create, one) && (one.deliveredAt ?? 0) > create.sentAt - FRESH_MS,
        );
        const quantity = price === undefined ? null : quantityOf(price);
        if (quantity !== null && quantity >= least) return [];
        return [`${create.tradeNo}: sent at ${quantity ?? 'no known price'}, though at least ${least} was shown [25]`];
      });
}
