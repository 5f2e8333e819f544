/**
 * The rule of delivery: a purchase (side BUY) is COMPLETED and not in review. A sale is never delivered. The type and position of the event do not matter.
 * Store the delivery under the `merchantOrderNo`: later events of the same order satisfy the rule too.
 */
export function isDeliverable({
  side,
  status,
  inReview,
}: {
  readonly side?: string;
  readonly status?: string;
  readonly inReview?: boolean;
}): boolean {
  return side === 'BUY' && status === 'COMPLETED' && inReview === false;
}
