import { ApiProperty } from '@nestjs/swagger';
import { FailureDto } from '../../orders/order.dto.js';

/** An order as staff sees it. What says who somebody is or where money goes is masked: the first six and last four characters of a long text, nothing of a short one. */
export class ListedOrderDto {
  /** @example "A-1001" */
  merchantOrderNo!: string;
  /** @example "BUY" */
  side!: string;
  /** @example "AWAITING_PAYMENT" */
  status!: string;
  /** Nothing more is expected to happen. */
  final!: boolean;
  /** A new trade may be made for it. */
  retryable!: boolean;
  /** A mismatch is open. */
  inReview!: boolean;
  /** Grows by one with each change. */
  version!: number;
  /** @example "USD" */
  fiat!: string | null;
  /** What was asked for, in fiat; null of a sale. @example "100.00" */
  amount!: string | null;
  /** @example "USDT" */
  crypto!: string | null;
  /** @example "ETH" */
  network!: string | null;
  /** Masked. @example "0x5290…9EE7" */
  address!: string | null;
  payWayCode!: string | null;
  /** Two letters, ISO 3166-1. @example "US" */
  country!: string | null;
  /** The provider's number of the trade that speaks for the order: a paid one, else the newest. */
  orderNo!: string | null;
  /** The provider's own word for its status. @example "PENDING" */
  rampStatus!: string | null;
  /** Hash of its transfer on the chain. */
  txHash!: string | null;
  /** As what the caller came who owns the order. */
  @ApiProperty({ enum: ['customer', 'guest', 'key', 'everybody'], nullable: true })
  callerKind!: 'customer' | 'guest' | 'key' | 'everybody' | null;
  /** Masked. */
  customerId!: string | null;
  failure!: FailureDto | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  createdAt!: string;
  updatedAt!: string;
  /** How many trades it has. */
  tradeCount!: number;
  /** How many of its mismatches are open. */
  openMismatches!: number;
}

export class ListedOrdersDto {
  /** Newest first. May hold fewer orders than `limit`, even none, while `nextCursor` is there. */
  items!: ListedOrderDto[];
  /** Where the list goes on; null: this is all. */
  nextCursor!: string | null;
}
