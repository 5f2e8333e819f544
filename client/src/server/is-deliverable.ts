/**
 * The rule of delivery: the order is COMPLETED and not in review. The type and position of the event do not matter.
 * Store the delivery under the `merchantOrderNo`: later events of the same order satisfy the rule too.
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
