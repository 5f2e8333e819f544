import { ApiProperty } from '@nestjs/swagger';
import { ApiCount, ApiDecimal, ApiExample, ApiMoment, ApiOneOf } from '../../platform/http/input/fields.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { FailureDto } from '../../orders/api/order.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { ApiCursor } from '../../platform/http/input/query.decorators.js';
import { CALLER_KINDS } from './caller-kind.js';
import type { CallerKind } from './caller-kind.js';

/** An order as staff sees it. What says who somebody is or where money goes is masked: the first six and last four characters of a long text, nothing of a short one. */
export class ListedOrderDto {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** A purchase or a sale. */
  @ApiOneOf(SIDES)
  side!: string;
  /** How the order stands. */
  @ApiOneOf(TRADE_STATUSES, 'AWAITING_PAYMENT')
  status!: string;
  /** Nothing more is expected, though a late payment may still come. */
  @ApiExample(false)
  settled!: boolean;
  /** Nothing more happens: it was completed, refunded or never made, or the watch over it is closed for good. */
  @ApiExample(false)
  final!: boolean;
  /** It came to nothing and is not in review: a new trade may be made for it. */
  @ApiExample(false)
  retryable!: boolean;
  /** A mismatch is open. */
  @ApiExample(false)
  inReview!: boolean;
  /** Grows by one with each change. */
  @ApiCount(3, 1)
  version!: number;
  /** The currency that is paid with, or paid out; null: nobody has told yet. */
  @ApiExample('USD')
  fiat!: string | null;
  /** What was asked for, in fiat; null of a sale. */
  @ApiDecimal('100.00')
  amount!: string | null;
  /** The cryptocurrency; null: nobody has told yet. */
  @ApiExample('USDT')
  crypto!: string | null;
  /** The provider's name of the network; null: nobody has told yet. */
  @ApiExample('ETH')
  network!: string | null;
  /** Where the crypto goes, masked; null of a sale. */
  @ApiExample('0x5290…9EE7')
  address!: string | null;
  /** The provider's code of the payment method that was asked for; null of a sale. */
  @ApiExample('10001')
  payWayCode!: string | null;
  /** Two letters, ISO 3166-1; null of a sale. */
  @ApiExample('US')
  country!: string | null;
  /** The provider's number of the trade that speaks for the order: a paid one, else the newest. */
  @ApiExample('1059023474927243264')
  orderNo!: string | null;
  /** The provider's own word for its status; null: it has not said one. */
  @ApiExample('PENDING')
  rampStatus!: string | null;
  /** Hash of its transfer on the chain. */
  @ApiExample('0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b')
  txHash!: string | null;
  /** As what the caller came who owns the order; null: as nothing that there is now. */
  @ApiProperty({ enum: CALLER_KINDS, nullable: true, example: 'customer' })
  callerKind!: CallerKind | null;
  /** Masked; null: nobody has said who the customer is. */
  @ApiExample('custom…4711')
  customerId!: string | null;
  /** What went wrong; null: nothing did. */
  @ApiProperty({ type: () => FailureDto, nullable: true })
  failure!: FailureDto | null;
  /** When it was made here. */
  @ApiMoment()
  createdAt!: string;
  /** When it changed last. */
  @ApiMoment('2026-01-31T12:03:10.250Z')
  updatedAt!: string;
  /** How many trades it has. */
  @ApiCount(1)
  tradeCount!: number;
  /** How many of its mismatches are open. */
  @ApiCount(0)
  openMismatches!: number;
}

/** A part of the orders that were looked for. */
export class ListedOrdersDto {
  /** Newest first. May hold fewer orders than `limit`, even none, while `nextCursor` is there. */
  @ApiProperty({ type: () => [ListedOrderDto] })
  items!: ListedOrderDto[];
  /** Where the list goes on; null: this is all. */
  @ApiCursor()
  nextCursor!: string | null;
}
