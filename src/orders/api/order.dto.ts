import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  ApiConst,
  ApiCount,
  ApiDecimal,
  ApiExample,
  ApiMoment,
  ApiOneOf,
  ApiUrl,
} from '../../platform/http/input/fields.js';
import { OF_BOTH, ONLY } from '../../ramp/port/trade-facts.js';
import { FAILURE_CODES } from '../model/failure-codes.js';
import { TRADE_STATUSES } from '../model/order-status.js';
import { MISMATCH_KINDS } from '../model/mismatch-kind.types.js';
import { statusesOf } from '../model/transition.js';
import { withFacts } from './facts.dto.js';
import { ApiMetadata, IsMetadata } from './metadata.decorator.js';

/** One attempt at the provider to carry out the order. */
export class TradeDto {
  /** The number that the trade carries at the provider. */
  @ApiExample('A-1001-r2')
  merchantOrderNo!: string;
  /** The provider's own number; null: it is not known. */
  @ApiExample('1059023474927243264')
  orderNo!: string | null;
  /** What is believed of the trade. */
  @ApiOneOf(TRADE_STATUSES, 'AWAITING_PAYMENT')
  status!: string;
  /** The provider's own word for the status; null: it has not said one. */
  @ApiExample('PENDING')
  rampStatus!: string | null;
  /** A newer trade took its place. */
  @ApiExample(false)
  superseded!: boolean;
  /** When it was made here. */
  @ApiMoment()
  createdAt!: string;
}

/** Why an order came to nothing. */
export class FailureDto {
  /** Stable; decide by it. Beside our own words there are the codes of problems, where the provider refused. */
  @ApiOneOf(FAILURE_CODES)
  code!: string;
  /** For people, in English. */
  @ApiExample('The payment did not go through. It can be tried again.')
  message!: string;
}

/** Something that does not fit, and that nobody has resolved. */
export class ReviewReasonDto {
  /** What kind of difference it is. */
  @ApiOneOf(MISMATCH_KINDS)
  kind!: string;
  /** What differs. */
  @ApiExample('amount')
  field!: string;
  /** What was asked for, or known before; null: nothing in particular. */
  @ApiExample('100.00')
  expected!: string | null;
  /** What the provider says; null: nothing that can be read. */
  @ApiExample('250.00')
  actual!: string | null;
}

/** What to note on an order. */
export class OrderNotesDto {
  /** What to set, by name; an empty text or null takes a name away, and names that are not given stay. */
  @IsMetadata(true)
  metadata!: Record<string, string | null>;
}

/** Whose order it is. */
export class OrderCustomerDto {
  /** The merchant's own id of the customer; null: nobody said it. */
  @ApiExample('customer-4711')
  id!: string | null;
}

/** What the provider says of a purchase. What was paid has a rule of its own. */
export const PURCHASE_FACTS = [...ONLY.BUY, ...OF_BOTH].filter((name) => name !== 'amount');

class OrderFields {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** Tells a purchase from a sale. */
  @ApiConst('BUY')
  side!: string;
  /** How the order stands. */
  @ApiOneOf(statusesOf('BUY'), 'AWAITING_PAYMENT')
  status!: string;
  /** Nothing more is expected, though a late payment may still come. */
  @ApiExample(false)
  settled!: boolean;
  /** Nothing more happens: it was completed, refunded or never made, or the watch over it is closed for good. */
  @ApiExample(false)
  final!: boolean;
  /** A new trade may be made for it: it came to nothing, or its page is no longer shown. */
  @ApiExample(false)
  retryable!: boolean;
  /** Grows by one with each change. */
  @ApiCount(3, 1)
  version!: number;
  /** Where the customer pays; null while there is none, no longer one, or something says that it may be the wrong one. */
  @ApiUrl('https://pay.provider.example/checkout/5f2b1c9e')
  payUrl!: string | null;
  /** From then on `payUrl` is no longer shown. */
  @ApiMoment('2026-01-31T13:00:00.000Z')
  payUrlExpiresAt!: string | null;
  /** The provider's own number of the trade that speaks for the order: a paid one, else the newest. */
  @ApiExample('1059023474927243264')
  orderNo!: string | null;
  /** The provider's own word for the status; null: it has not said one. */
  @ApiExample('PENDING')
  rampStatus!: string | null;
  /** The currency that is paid with, ISO 4217. */
  @ApiProperty({ type: String, pattern: '^[A-Z]{3}$', nullable: false, example: 'USD' })
  fiat!: string | null;
  /** What was asked for, in fiat, with the currency's decimals. */
  @ApiProperty({ type: String, format: 'decimal', nullable: false, example: '100.00' })
  amount!: string | null;
  /** The cryptocurrency that is bought. */
  @ApiProperty({ type: String, nullable: false, example: 'USDT' })
  crypto!: string | null;
  /** The provider's name of the network. */
  @ApiProperty({ type: String, nullable: false, example: 'ETH' })
  network!: string | null;
  /** Where the crypto goes. */
  @ApiProperty({ type: String, nullable: false, example: '0x52908400098527886E0F7030069857D2E4169EE7' })
  address!: string | null;
  /** What the address needs beside it on some networks; null: nothing. */
  @ApiExample('104857600')
  memo!: string | null;
  /** The provider's code of the payment method that was asked for. */
  @ApiProperty({ type: String, nullable: false, example: '10001' })
  payWayCode!: string | null;
  /** Where the customer lives: two letters, ISO 3166-1. */
  @ApiProperty({ type: String, pattern: '^[A-Z]{2}$', nullable: false, example: 'US' })
  country!: string | null;
  /** What was paid, in fiat, as the provider's record says; null: nothing was. A difference from `amount` is looked into. */
  @ApiDecimal('100.00')
  paidAmount!: string | null;
  /** When it was made here. */
  @ApiMoment()
  createdAt!: string;
  /** When it changed last. */
  @ApiMoment('2026-01-31T12:03:10.250Z')
  updatedAt!: string;
  /** What went wrong; null: nothing did. */
  @ApiProperty({ type: () => FailureDto, nullable: true })
  failure!: FailureDto | null;
  /** Something does not fit and somebody looks into it; completion is not announced meanwhile. */
  @ApiExample(false)
  inReview!: boolean;
  /** What does not fit; told to API keys alone. */
  @ApiPropertyOptional({ type: () => [ReviewReasonDto] })
  reviewReasons?: ReviewReasonDto[];
  /** Whose order it is, as your server or the customer's token said; told to the merchant's own servers alone. */
  @ApiPropertyOptional({ type: () => OrderCustomerDto })
  customer?: OrderCustomerDto;
  /** What your server has noted on it; told to the merchant's own servers alone. */
  @ApiMetadata()
  metadata?: Record<string, string>;
  /** Its trades, oldest first. */
  @ApiProperty({ type: () => [TradeDto] })
  trades!: TradeDto[];
}

/** A purchase. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
@ApiSchema({ name: 'BuyOrder' })
export class OrderDto extends withFacts(PURCHASE_FACTS, OrderFields) {}
