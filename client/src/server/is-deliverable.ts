/**
 * The rule of delivery: the order is COMPLETED and not in review, at any type and place of the event.
 * Store that an order was delivered under its `merchantOrderNo`: the rule holds for every later event of it too.
 */
export function isDeliverable({
  status,
  inReview,
}: {
  readonly status?: string;
  readonly inReview?: boolean;
}): boolean {
  return status === 'COMPLETED' && inReview === false;
}
