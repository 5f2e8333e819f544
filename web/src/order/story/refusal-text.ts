export type RefusalText = `order.rejected.${'text' | 'address' | 'amount' | 'crypto' | 'price' | 'later'}`;

/** Why an order was refused, by the code of its failure. */
export function refusalText(code: string): RefusalText {
  switch (code) {
    case 'address_invalid':
    case 'address_at_risk':
    case 'memo_required':
      return 'order.rejected.address';
    case 'amount_out_of_range':
    case 'amount_precision':
      return 'order.rejected.amount';
    case 'crypto_not_available':
    case 'pay_way_not_available':
      return 'order.rejected.crypto';
    case 'quote_moved':
      return 'order.rejected.price';
    case 'paused':
    case 'ramp_unavailable':
    case 'ramp_configuration':
    case 'rate_limited':
      return 'order.rejected.later';
    default:
      return 'order.rejected.text';
  }
}
