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
  payWayCode!: string | null;

  /** Fiat for one unit of crypto. */
  cryptoPrice!: string | null;

  /** BUY only: the crypto that is received. */
  cryptoQuantity!: string | null;

  /** SELL only: the fiat that is received, before the service fee. */
  fiatQuantity!: string | null;

  /** The channel's fee, in fiat. */
  rampFee!: string | null;

  rampFeeInUSD!: string | null;

  /** The network's fee, in fiat. BUY only. */
  networkFee!: string | null;

  /** The network's fee, in crypto. */
  cryptoNetworkFee!: string | null;

  rebateFiatAmount!: string | null;

  rebateUsdAmount!: string | null;
}

/** A payment method for which the provider has no price now; the others are as good as ever. */
export class PricelessMethodDto {
  /** null: the provider did not say which one. */
  payWayCode!: string | null;

  /**
   * The code that the problem would have if the method had been asked for alone.
   * @example amount_out_of_range
   */
  code!: string;

  /** @example The amount must be from 50 to 2000. */
  message!: string;
}

export class QuotesDto {
  /** Best first: the one with which most is received. */
  items!: QuoteDto[];

  /** With `ALL`: the methods that have no price. When none has one, the answer is a problem instead. */
  failures!: PricelessMethodDto[];
}
