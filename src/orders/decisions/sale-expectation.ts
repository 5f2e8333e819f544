import { compareDecimals } from '../../platform/terms/decimal.js';
import type { SellSnapshot } from '../../ramp/port/ramp.types.js';
import { isResolved } from './mismatches.js';
import { isPaid } from '../model/order-status.js';
import { sameAddressOn, sameAs, sameText } from './same-value.js';
import type { ObservedMismatch, OrderRow, OrderState, TradeRow } from '../model/order.types.js';

/** A sale is not ordered here, so the first record with a term fixes it. */
type Terms = Pick<OrderRow, 'fiat' | 'crypto' | 'network'>;

/**
 * Compares a sale's record with its registration and earlier records. The crypto amount is compared once sent: until then
 * the customer may change it on the provider's pages.
 */
export function compareSale({ order }: OrderState, trade: TradeRow, snapshot: SellSnapshot): ObservedMismatch[] {
  const found: ObservedMismatch[] = [];
  const differs = (field: string, asked: string | null, seen: string | null, same = sameAs(field)): void => {
    if (asked === null || seen === null || seen === '' || same(asked, seen)) return;
    found.push({ tradeNo: trade.tradeNo, kind: 'field', field, asked, seen });
  };
  differs('side', 'SELL', snapshot.side);
  differs('merchantOrderNo', trade.rampMerchantOrderNo, snapshot.tradeNo, sameText);
  differs('fiat', order.fiat, snapshot.fiat);
  differs('crypto', order.crypto, snapshot.crypto);
  differs('network', order.network, snapshot.network);
  const sameAddress = sameAddressOn(order.network ?? snapshot.network);
  differs('address', trade.facts.payoutAddress ?? null, snapshot.address, sameAddress);
  if (isPaid(trade.status)) {
    const [known, seen] = [trade.facts.cryptoAmount ?? null, snapshot.facts.cryptoAmount ?? null];
    differs('cryptoAmount', known, seen, (a, b) => compareDecimals(a, b) === 0);
  }
  return found;
}

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

  terms({ fiat, crypto, network }: Terms, snapshot: SellSnapshot): Terms {
    return {
      fiat: this.keep('fiat', fiat, snapshot.fiat),
      crypto: this.keep('crypto', crypto, snapshot.crypto),
      network: this.keep('network', network, snapshot.network),
    };
  }
}
