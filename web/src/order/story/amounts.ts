import type { BuyOrder, Order, SellOrder } from '#client/src/index.js';
import { isPaid } from './paid.js';
import { paymentsOf } from './payments.js';
import { situationOf, UNFULFILLED } from './situation.js';

type AmountName =
  | 'amount'
  | 'paid'
  | 'estimate'
  | 'quantity'
  | 'planned'
  | 'received'
  | 'price'
  | 'service_fee'
  | 'network_fee'
  | 'rebate'
  | 'to_send'
  | 'agreed'
  | 'arrived'
  | 'sale_value';

export interface AmountLine {
  readonly label: `order.amount.${AmountName}`;
  /** Decimal text as the provider sent it; a price may have more decimals. */
  readonly value: string;
  /** Currency code or name of a crypto. */
  readonly unit: string;
  readonly of: 'fiat' | 'crypto';
  /** Unit of a price: `1 ETH = …`. */
  readonly per?: string;
  readonly strong?: boolean;
}

/** The known amounts of an order. Their labels claim no more than its status does. */
export function amountsOf(order: Order): readonly AmountLine[] {
  return order.side === 'SELL' ? saleAmounts(order) : purchaseAmounts(order);
}

function purchaseAmounts(order: BuyOrder): readonly AmountLine[] {
  const { fiat, crypto, rebateFiatAmount } = order;
  const ordered = fiatLine(isPaidOnce(order) ? 'paid' : 'amount', order.amount, fiat, true);
  // Prices and fees of a purchase that came to nothing would read as charged.
  if (UNFULFILLED.has(situationOf(order))) return [...ordered, ...cryptoLine('planned', order.cryptoQuantity, crypto)];
  return [
    ...ordered,
    ...cryptoLine(quantityName(order), order.cryptoQuantity, crypto, true),
    ...priceLine(order),
    ...fiatLine('service_fee', order.rampFee, order.rampFeeUnit ?? fiat),
    ...fiatLine('network_fee', order.networkFee, fiat),
    ...fiatLine('rebate', isZero(rebateFiatAmount) ? null : rebateFiatAmount, fiat),
  ];
}

const isPaidOnce = (order: BuyOrder): boolean => isPaid(order) && !order.inReview && paymentsOf(order).length === 0;

function quantityName(order: BuyOrder): 'estimate' | 'quantity' | 'received' {
  const situation = situationOf(order);
  if (order.inReview || situation === 'other') return 'quantity';
  return situation === 'complete' ? 'received' : 'estimate';
}

function saleAmounts(order: SellOrder): readonly AmountLine[] {
  const { fiat, crypto } = order;
  const situation = situationOf(order);
  const agreed = [
    ...cryptoLine(situation === 'sale_to_send' ? 'to_send' : 'agreed', order.cryptoAmount, crypto, true),
    // Some providers fill this field before the crypto has arrived.
    ...cryptoLine('arrived', isPaid(order) ? order.cryptoActualAmount : null, crypto),
  ];
  if (UNFULFILLED.has(situation)) return agreed;
  return [
    ...agreed,
    ...fiatLine('sale_value', order.fiatAmount, fiat),
    ...priceLine(order),
    ...fiatLine('service_fee', order.rampFee, fiat),
  ];
}

function priceLine({
  cryptoPrice,
  fiat,
  crypto,
}: Pick<Order, 'cryptoPrice' | 'fiat' | 'crypto'>): readonly AmountLine[] {
  // A short whole price would read as rounded.
  const price = cryptoPrice !== null && /^\d{1,3}$/.test(cryptoPrice) ? `${cryptoPrice}.00` : cryptoPrice;
  return fiatLine('price', price, fiat).map((line) => (crypto === null ? line : { ...line, per: crypto }));
}

function fiatLine(name: AmountName, value: string | null, unit: string | null, strong = false): readonly AmountLine[] {
  return value === null || unit === null ? [] : [{ label: `order.amount.${name}`, value, unit, of: 'fiat', strong }];
}

function cryptoLine(
  name: AmountName,
  value: string | null,
  unit: string | null,
  strong = false,
): readonly AmountLine[] {
  return value === null || unit === null ? [] : [{ label: `order.amount.${name}`, value, unit, of: 'crypto', strong }];
}

const isZero = (value: string | null): boolean => value !== null && /^-?0*(\.0*)?$/.test(value);
