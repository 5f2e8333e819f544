import { compareDecimals } from '../../platform/shared/decimal.js';
import type { SellSnapshot } from '../../ramp/port/ramp.types.js';
import { isResolved } from './mismatches.js';
import { isPaid } from '../model/order-status.js';
import { sameAddressOn, sameAs, sameText } from './same-value.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';

/** A sale is not ordered here, so the first record with one of these terms fixes it. */
const STATED = ['fiat', 'crypto', 'network'] as const;
export type StatedTerms = { readonly [N in (typeof STATED)[number]]: string | null };

/**
 * Compares a sale's record with its registration and earlier records. The crypto amount is compared once sent: until then
 * the customer may change it on the provider's pages.
 */
export function compareSale(trade: TradeRow, snapshot: SellSnapshot): ObservedMismatch[] {
  const found: ObservedMismatch[] = [];
  const differs = (field: string, asked: string | null, seen: string | null, same = sameAs(field)): void => {
    if (asked === null || seen === null || seen === '' || same(asked, seen)) return;
    found.push({ tradeNo: trade.tradeNo, kind: 'field', field, asked, seen });
  };
  differs('side', 'SELL', snapshot.side);
  differs('merchantOrderNo', trade.rampMerchantOrderNo, snapshot.tradeNo, sameText);
  const known = statedTerms(trade);
  for (const name of STATED) differs(name, known[name], snapshot[name]);
  const sameAddress = sameAddressOn(known.network ?? snapshot.network);
  differs('address', trade.facts.payoutAddress ?? null, snapshot.address, sameAddress);
  if (isPaid(trade.status)) {
    const [first, seen] = [trade.facts.cryptoAmount ?? null, snapshot.facts.cryptoAmount ?? null];
    differs('cryptoAmount', first, seen, (a, b) => compareDecimals(a, b) === 0);
  }
  return found;
}

export const statedTerms = ({ asked }: Pick<TradeRow, 'asked'>): StatedTerms =>
  termsBy((name) => asked?.[name] ?? null);

const termsBy = (value: (name: keyof StatedTerms) => string | null): StatedTerms =>
  Object.fromEntries(STATED.map((name) => [name, value(name)])) as unknown as StatedTerms;

/** Keeps the first value of a field; a different value replaces it only after staff resolved that difference. */
export class FirstSeen {
  constructor(
    private readonly state: OrderState,
    private readonly observed: readonly ObservedMismatch[],
  ) {}

  keep(field: string, known: string | null, seen: string | null): string | null {
    const difference = this.observed.find((one) => one.field === field && one.kind === 'field');
    if (known === null) return seen;
    return difference !== undefined && isResolved(this.state, difference) ? seen : known;
  }

  terms(trade: TradeRow, snapshot: SellSnapshot): StatedTerms {
    const known = statedTerms(trade);
    return termsBy((name) => this.keep(name, known[name], snapshot[name]));
  }
}
