import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  ApiConst,
  ApiCount,
  ApiDecimal,
  ApiExample,
  ApiMoment,
  ApiOneOf,
  ApiUrl,
} from '../../platform/http/input/api-fields.js';
import { OF_BOTH, ONLY } from '../../ramp/port/trade-facts.js';
import { FAILURE_CODES } from '../model/failure-codes.js';
import { TRADE_STATUSES } from '../model/order-status.js';
import { MISMATCH_KINDS } from '../model/mismatch-kind.types.js';
import { statusesOf } from '../model/transition.js';
import { withFacts } from './facts.dto.js';
import { ApiMetadata, IsMetadata } from './metadata.decorator.js';

/** One attempt at the provider to carry out the order. */
export class TradeDto {
  /** The trade's number at the provider. */
  @ApiExample('A-1001-r2')
  merchantOrderNo!: string;
  /** The provider's own number; null: not known. */
  @ApiExample('1059023474927243264')
  orderNo!: string | null;
  /** The status of the trade. */
  @ApiOneOf(TRADE_STATUSES, 'AWAITING_PAYMENT')
  status!: string;
  /** The provider's own status; null: none yet. */
  @ApiExample('PENDING')
  rampStatus!: string | null;
  /** A newer trade has replaced it. */
  @ApiExample(false)
  superseded!: boolean;
  /** Time of creation in this service. */
  @ApiMoment()
  createdAt!: string;
}

/** The reason why an order failed. */
export class FailureDto {
  /** Stable; decide by it. Either our own code or, after a refusal, the code of the problem. */
  @ApiOneOf(FAILURE_CODES)
  code!: string;
  /** A text for people, in English. */
  @ApiExample('The payment did not go through. It can be tried again.')
  message!: string;
}

/** A mismatch that is still open. */
export class ReviewReasonDto {
  /** Kind of the difference. */
  @ApiOneOf(MISMATCH_KINDS)
  kind!: string;
  /** Name of the field that differs. */
  @ApiExample('amount')
  field!: string;
  /** The expected value; null: no particular value. */
  @ApiExample('100.00')
  expected!: string | null;
  /** The provider's value; null: not readable. */
  @ApiExample('250.00')
  actual!: string | null;
}

/** Metadata to set on an order. */
export class OrderNotesDto {
  /** Names to set; an empty text or null deletes a name, and omitted names stay. */
  @IsMetadata(true)
  metadata!: Record<string, string | null>;
}

/** The customer of an order. */
export class OrderCustomerDto {
  /** The merchant's own id of the customer; null: not given. */
  @ApiExample('customer-4711')
  id!: string | null;
}

/** The provider's facts of a purchase. The paid amount has its own rule. */
export const PURCHASE_FACTS = [...ONLY.BUY, ...OF_BOTH].filter((name) => name !== 'amount');

class OrderFields {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** `BUY`: a purchase. */
  @ApiConst('BUY')
  side!: string;
  /** The status of the order. */
  @ApiOneOf(statusesOf('BUY'), 'AWAITING_PAYMENT')
  status!: string;
  /** Nothing more is expected, though a late payment may still come. */
  @ApiExample(false)
  settled!: boolean;
  /** Nothing more happens: completed, refunded, never created, or no longer watched. */
  @ApiExample(false)
  final!: boolean;
  /** A new trade may be made: the order came to nothing, or its page is no longer shown. */
  @ApiExample(false)
  retryable!: boolean;
  /** Grows by one with each change. */
  @ApiCount(3, 1)
  version!: number;
  /**
   * The payment page; null if there is none, if it is no longer shown, or if the provider's record may belong to another
   * purchase.
   */
  @ApiUrl('https://pay.provider.example/checkout/5f2b1c9e')
  payUrl!: string | null;
  /** Time after which `payUrl` is no longer shown. */
  @ApiMoment('2026-01-31T13:00:00.000Z')
  payUrlExpiresAt!: string | null;
  /** The provider's own number of the trade that decides the order's status: a paid one, else the newest. */
  @ApiExample('1059023474927243264')
  orderNo!: string | null;
  /** The provider's own status; null: none yet. */
  @ApiExample('PENDING')
  rampStatus!: string | null;
  /** The currency of the payment, ISO 4217. */
  @ApiProperty({ type: String, pattern: '^[A-Z]{3}$', nullable: false, example: 'USD' })
  fiat!: string | null;
  /** The ordered amount in fiat, with the currency's decimals. */
  @ApiProperty({ type: String, format: 'decimal', nullable: false, example: '100.00' })
  amount!: string | null;
  /** The cryptocurrency to buy. */
  @ApiProperty({ type: String, nullable: false, example: 'USDT' })
  crypto!: string | null;
  /** The provider's name of the network. */
  @ApiProperty({ type: String, nullable: false, example: 'ETH' })
  network!: string | null;
  /** The customer's wallet address. */
  @ApiProperty({ type: String, nullable: false, example: '0x52908400098527886E0F7030069857D2E4169EE7' })
  address!: string | null;
  /** The memo that some networks need beside the address; null: none. */
  @ApiExample('104857600')
  memo!: string | null;
  /** The provider's code of the requested payment method. */
  @ApiProperty({ type: String, nullable: false, example: '10001' })
  payWayCode!: string | null;
  /** The customer's country of residence: two letters, ISO 3166-1. */
  @ApiProperty({ type: String, pattern: '^[A-Z]{2}$', nullable: false, example: 'US' })
  country!: string | null;
  /** The paid amount in fiat from the provider's record; null: not paid. A difference from `amount` opens a review. */
  @ApiDecimal('100.00')
  paidAmount!: string | null;
  /** Time of creation in this service. */
  @ApiMoment()
  createdAt!: string;
  /** Time of the last change. */
  @ApiMoment('2026-01-31T12:03:10.250Z')
  updatedAt!: string;
  /** The failure; null: none. */
  @ApiProperty({ type: () => FailureDto, nullable: true })
  failure!: FailureDto | null;
  /** A mismatch is open; completion is not announced meanwhile. */
  @ApiExample(false)
  inReview!: boolean;
  /** Open mismatches; shown to API keys only. */
  @ApiPropertyOptional({ type: () => [ReviewReasonDto] })
  reviewReasons?: ReviewReasonDto[];
  /** The customer, as named by your server or the customer's token; shown to the merchant's own servers only. */
  @ApiPropertyOptional({ type: () => OrderCustomerDto })
  customer?: OrderCustomerDto;
  /** Metadata that your server has set; shown to the merchant's own servers only. */
  @ApiMetadata()
  metadata?: Record<string, string>;
  /** Its trades, oldest first. */
  @ApiProperty({ type: () => [TradeDto] })
  trades!: TradeDto[];
}

/** A purchase. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
@ApiSchema({ name: 'BuyOrder' })
export class OrderDto extends withFacts(PURCHASE_FACTS, OrderFields) {}
