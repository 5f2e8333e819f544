import type { BuyOrder, Order, SellOrder } from '#client/src/index.js';
import { isPaid } from './paid.js';
import { situationOf } from './situation.js';

type AmountName =
  | 'amount'
  | 'paid'
  | 'estimate'
  | 'quantity'
  | 'received'
  | 'price'
  | 'service_fee'
  | 'network_fee'
  | 'rebate'
  | 'to_send'
  | 'agreed'
  | 'arrived'
  | 'payout';

export interface AmountLine {
  readonly label: `order.amount.${AmountName}`;
  /** Decimal text as the provider sent it. */
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
  return [
    ...fiatLine(isPaid(order) && !order.inReview ? 'paid' : 'amount', order.amount, fiat, true),
    ...cryptoLine(quantityName(order), order.cryptoQuantity, crypto, true),
    ...priceLine(order),
    ...fiatLine('service_fee', order.rampFee, order.rampFeeUnit ?? fiat),
    ...fiatLine('network_fee', order.networkFee, fiat),
    ...fiatLine('rebate', isZero(rebateFiatAmount) ? null : rebateFiatAmount, fiat),
  ];
}

function quantityName(order: BuyOrder): 'estimate' | 'quantity' | 'received' {
  if (order.inReview) return 'quantity';
  return situationOf(order) === 'complete' ? 'received' : 'estimate';
}

function saleAmounts(order: SellOrder): readonly AmountLine[] {
  const { fiat, crypto } = order;
  return [
    ...cryptoLine(situationOf(order) === 'sale_to_send' ? 'to_send' : 'agreed', order.cryptoAmount, crypto, true),
    // Some providers fill this field before the crypto has arrived.
    ...cryptoLine('arrived', isPaid(order) ? order.cryptoActualAmount : null, crypto),
    ...fiatLine('payout', order.fiatAmount, fiat, true),
    ...priceLine(order),
    ...fiatLine('service_fee', order.rampFee, fiat),
  ];
}

function priceLine({
  cryptoPrice,
  fiat,
  crypto,
}: Pick<Order, 'cryptoPrice' | 'fiat' | 'crypto'>): readonly AmountLine[] {
  return fiatLine('price', cryptoPrice, fiat).map((line) => (crypto === null ? line : { ...line, per: crypto }));
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
