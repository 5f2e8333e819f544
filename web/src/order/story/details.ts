import type { BuyOrder, Order, SellOrder } from '#client/src/index.js';
import { webAddress } from '../../net/web-address.js';
import { ownValue } from '../../own-value.js';
import { isPaid } from './paid.js';
import { situationOf } from './situation.js';

export type DetailLine =
  /** Shown as a whole, with a copy button. */
  | {
      readonly as: 'code';
      readonly label: `order.detail.${'address' | 'provider_address' | 'memo' | 'transaction' | 'provider_number'}`;
      readonly text: string;
    }
  | {
      readonly as: 'words';
      readonly label: `order.detail.${'pay_way' | 'payout_way' | 'payee' | 'fail_reason'}`;
      readonly lines: readonly string[];
    }
  | { readonly as: 'bank_transfer'; readonly label: 'order.detail.payout_way' }
  | { readonly as: 'page'; readonly label: 'order.detail.sale_page'; readonly url: string };

/** The API's code for a payout by bank transfer. */
const BANK_TRANSFER = '10001';

/** Details apart from amounts. `payWays`: names of payment methods by code. */
export function detailsOf(order: Order, payWays: Readonly<Record<string, string>>): readonly DetailLine[] {
  return [
    ...(order.side === 'SELL' ? saleDetails(order) : purchaseDetails(order, payWays)),
    ...code('transaction', transferOf(order)),
    ...code('provider_number', order.orderNo),
  ];
}

/** The hash of the transfer. Before the payment, a hash can't belong to a transfer of this order. */
export function transferOf(order: Pick<Order, 'status' | 'txHash'>): string | null {
  return isPaid(order) ? order.txHash : null;
}

function purchaseDetails(order: BuyOrder, payWays: Readonly<Record<string, string>>): readonly DetailLine[] {
  const { payWayCode, payType } = order;
  return [
    ...code('address', order.address),
    ...code('memo', order.memo),
    // The name under which it was chosen, else the provider's.
    ...words('pay_way', [ownValue(payWays, payWayCode) ?? payType ?? payWayCode]),
  ];
}

function saleDetails(order: SellOrder): readonly DetailLine[] {
  const { payee, paymentType } = order;
  const page = situationOf(order) === 'sale_to_send' ? null : webAddress(order.orderPageUrl);
  return [
    ...words('fail_reason', [order.failReason]),
    // Hide the deposit address in review and after expiry, so that no crypto is sent to it.
    ...code('provider_address', isPaid(order) ? order.payoutAddress : null),
    ...words('payee', payee === null ? [] : [payee.name, payee.account, payee.card, payee.email]),
    ...(paymentType === BANK_TRANSFER
      ? [{ as: 'bank_transfer', label: 'order.detail.payout_way' } as const]
      : words('payout_way', [paymentType])),
    ...(page === null ? [] : [{ as: 'page', label: 'order.detail.sale_page', url: page } as const]),
  ];
}

type NameOf<As> = Extract<DetailLine, { as: As }>['label'] extends `order.detail.${infer Name}` ? Name : never;

function code(name: NameOf<'code'>, text: string | null): readonly DetailLine[] {
  return text === null || text === '' ? [] : [{ as: 'code', label: `order.detail.${name}`, text }];
}

function words(name: NameOf<'words'>, values: readonly (string | null)[]): readonly DetailLine[] {
  const lines = values.filter((line) => line !== null && line !== '') as readonly string[];
  return lines.length === 0 ? [] : [{ as: 'words', label: `order.detail.${name}`, lines }];
}
