import type { Order, Quotes } from '#client/src/index.js';

interface RetryMethod {
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

/** The methods for a new payment of an order; null: there is no other than its own. */
export function retryChoice(
  { items }: Pick<Quotes, 'items'>,
  { payWayCode: own, status }: Pick<Order, 'payWayCode' | 'status'>,
): RetryChoice | null {
  const methods = items.flatMap(({ payWayCode, crypto, cryptoQuantity }): RetryMethod[] => {
    if (payWayCode === null) return [];
    return [{ payWayCode, crypto, cryptoQuantity, hasFailed: status === 'PAYMENT_FAILED' && payWayCode === own }];
  });
  const others = methods.filter(({ payWayCode }) => payWayCode !== own);
  const [first] = [...methods.filter(({ payWayCode, hasFailed }) => payWayCode === own && !hasFailed), ...others];
  return first === undefined || others.length === 0 ? null : { methods, first: first.payWayCode };
}
