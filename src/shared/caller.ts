/** Who is asking. `id` stands in an order as its owner; two callers with one `id` are the same caller. */
export interface Caller {
  readonly kind: 'everybody';
  readonly id: string;
  /** May the caller name a customer or hand in an access token of the provider's? */
  readonly mayActForCustomers: boolean;
}

/** With `AUTH=none` everybody may do everything and counts as one caller. */
export const EVERYBODY: Caller = { kind: 'everybody', id: 'everybody', mayActForCustomers: true };
