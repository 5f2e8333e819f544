import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsAmount } from '../http/decimal.decorator.js';
import { IsCountry, IsWord } from '../http/word.decorator.js';
import { IsFiat } from './fiat.decorator.js';

export class QuoteRequestDto {
  @ApiProperty({ enum: ['BUY', 'SELL'] })
  @IsIn(['BUY', 'SELL'])
  side!: 'BUY' | 'SELL';

  /** @example USDT */
  @IsWord()
  crypto!: string;

  /**
   * The provider's name of the network.
   * @example ETH
   */
  @IsWord()
  network!: string;

  /**
   * ISO 4217.
   * @example USD
   */
  @IsFiat()
  fiat!: string;

  /**
   * ISO 3166-1, two letters.
   * @example DE
   */
  @IsCountry()
  country!: string;

  /**
   * BUY: how much fiat to spend. SELL: how much crypto to sell.
   * @example 100.00
   */
  @IsAmount()
  amount!: string;

  /** The provider's code of a payment method. BUY only. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWord()
  payWayCode?: string | null;

  /** ONE: one quote. ALL: one for each payment method; BUY only. */
  @ApiPropertyOptional({ enum: ['ONE', 'ALL'], default: 'ONE', nullable: true })
  @IsOptional()
  @IsIn(['ONE', 'ALL'])
  type?: 'ONE' | 'ALL' | null;
}

/** An estimate. Amounts are the provider's, digit for digit. */
export class QuoteDto {
  fiat!: string;

  crypto!: string;

  /** BUY only. */
  @ApiProperty({ type: String, nullable: true })
  payWayCode!: string | null;

  /** Fiat for one unit of crypto. */
  @ApiProperty({ type: String, nullable: true })
  cryptoPrice!: string | null;

  /** BUY only: the crypto that is received. */
  @ApiProperty({ type: String, nullable: true })
  cryptoQuantity!: string | null;

  /** SELL only: the fiat that is received, before the service fee. */
  @ApiProperty({ type: String, nullable: true })
  fiatQuantity!: string | null;

  /** The channel's fee, in fiat. */
  @ApiProperty({ type: String, nullable: true })
  rampFee!: string | null;

  @ApiProperty({ type: String, nullable: true })
  rampFeeInUSD!: string | null;

  /** The network's fee, in fiat. BUY only. */
  @ApiProperty({ type: String, nullable: true })
  networkFee!: string | null;

  /** The network's fee, in crypto. */
  @ApiProperty({ type: String, nullable: true })
  cryptoNetworkFee!: string | null;

  @ApiProperty({ type: String, nullable: true })
  rebateFiatAmount!: string | null;

  @ApiProperty({ type: String, nullable: true })
  rebateUsdAmount!: string | null;
}

export class QuotesDto {
  /** Best first: the one with which most is received. */
  @ApiProperty({ type: () => [QuoteDto] })
  items!: QuoteDto[];
}
