import type { Order, Quotes } from '#client/src/index.js';

export interface RetryMethod {
  readonly payWayCode: string;
  readonly crypto: string;
  /** null: unstated. */
  readonly cryptoQuantity: string | null;
  /** The last payment with this method failed. */
  readonly hasFailed: boolean;
}

export interface RetryChoice {
  readonly methods: readonly RetryMethod[];
  /** Code of the method to preselect: the order's own, unless it has failed or is gone. */
  readonly first: string;
}

/** The methods for a new payment of an order; null: none has a price. */
export function retryChoice(
  { items }: Pick<Quotes, 'items'>,
  { payWayCode: own, status }: Pick<Order, 'payWayCode' | 'status'>,
): RetryChoice | null {
  const methods = items.flatMap(({ payWayCode, crypto, cryptoQuantity }): RetryMethod[] => {
    if (payWayCode === null) return [];
    return [{ payWayCode, crypto, cryptoQuantity, hasFailed: status === 'PAYMENT_FAILED' && payWayCode === own }];
  });
  const others = methods.filter(({ payWayCode }) => payWayCode !== own);
  const isOwn = ({ payWayCode, hasFailed }: RetryMethod): boolean => payWayCode === own && !hasFailed;
  const [first] = [...methods.filter(isOwn), ...others, ...methods];
  return first === undefined ? null : { methods, first: first.payWayCode };
}
