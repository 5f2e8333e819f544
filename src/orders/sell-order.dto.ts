import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsEmail, IsOptional, Matches } from 'class-validator';
import { IsNested } from '../http/nested.decorator.js';
import { IsWord } from '../http/word.decorator.js';
import { MERCHANT_ORDER_NO } from '../shared/order-number.js';
import { OrderDto } from './order.dto.js';

/** Amounts that only a purchase has. */
export const BUY_ONLY = [
  'cryptoQuantity',
  'rampFeeUnit',
  'networkFee',
  'rebateFiatAmount',
  'rebateUsdAmount',
  'fiatInUSD',
  'rampFeeInUSD',
  'cryptoNetworkFee',
  'networkFeeInUSD',
  'cryptoAmountInUSDT',
  'tokenAddress',
  'payType',
] as const;

/** Whose sale it is. */
export class SellCustomerDto {
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWord(128)
  id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null;
}

/** A sale to be watched. One of the two numbers is needed. */
export class SellOrderRequestDto {
  /**
   * The merchant's number under which the sale is made at the provider; made when absent.
   * @example S-1001
   */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @Matches(MERCHANT_ORDER_NO, {
    message: 'must be 1 to 44 of A-Z a-z 0-9 . _ -, begin with a letter or digit, and not end in -r and digits',
  })
  merchantOrderNo?: string | null;

  /** The provider's own number. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWord(128)
  orderNo?: string | null;

  /** Whose sale it is. The id is kept; the e-mail address is not needed for a sale, and not kept. */
  @ApiPropertyOptional({ type: () => SellCustomerDto, nullable: true })
  @IsOptional()
  @IsNested(() => SellCustomerDto)
  customer?: SellCustomerDto | null;
}

/** Whom the provider pays, masked. */
export class PayeeDto {
  /** @example "J*** D***" */
  name!: string | null;
  /** @example "****6789" */
  account!: string | null;
  card!: string | null;
  /** @example "j***@example.com" */
  email!: string | null;
}

/** A sale. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
export class SellOrderDto extends OmitType(OrderDto, BUY_ONLY) {
  /** How much crypto the customer is to send. */
  cryptoAmount!: string | null;
  /** How much has come. */
  cryptoActualAmount!: string | null;
  /** What the customer is paid, the service fee included. */
  fiatAmount!: string | null;
  /** Where the customer has to send the crypto. */
  payoutAddress!: string | null;
  /** The provider's page of the order. */
  orderPageUrl!: string | null;
  /** The provider's code of the way of payment. @example "10001" */
  paymentType!: string | null;
  /** null: it is stored, and cannot be read. */
  payee!: PayeeDto | null;
  failReason!: string | null;
}
