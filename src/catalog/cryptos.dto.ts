import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ApiDecimal, ApiExample, ApiFiat, ApiMoment } from '../platform/http/input/api-fields.js';
import { SIDES } from '../ramp/port/ramp.types.js';
import type { Side } from '../ramp/port/ramp.types.js';
import { IsFiat } from './fiat.decorator.js';
import { MEMO_LABELS } from './rules/memos.js';
import type { MemoLabel } from './rules/memos.js';

export class CryptosQueryDto {
  /** The currency of the limits, ISO 4217. */
  @ApiPropertyOptional({ type: String, pattern: '^[A-Z]{3}$', default: 'USD', example: 'EUR' })
  @IsFiat()
  fiat: string = 'USD';

  /** Only pairs that are enabled for this side. */
  @ApiPropertyOptional({ enum: SIDES, example: 'BUY' })
  @IsOptional()
  @IsIn(SIDES)
  side?: Side;
}

/** One cryptocurrency on one network. */
export class CryptoDto {
  /** The provider's name of the cryptocurrency. */
  @ApiExample('USDT')
  crypto!: string;
  /** The provider's name of the network. */
  @ApiExample('ETH')
  network!: string;
  /** Whether it can be bought. */
  @ApiExample(true)
  buyEnabled!: boolean;
  /** Whether it can be sold. */
  @ApiExample(true)
  sellEnabled!: boolean;
  /** The smallest amount to buy for, in fiat. Limits are null if unknown. */
  @ApiDecimal('15')
  minBuyAmount!: string | null;
  /** The largest amount to buy for, in fiat. */
  @ApiDecimal('2000')
  maxBuyAmount!: string | null;
  /** The smallest amount to sell, in crypto. */
  @ApiDecimal('20')
  minSellAmount!: string | null;
  /** The largest amount to sell, in crypto. */
  @ApiDecimal('5000')
  maxSellAmount!: string | null;
  /** URL of an icon, from the provider; may be null. */
  @ApiExample('https://provider.example/icons/usdt.png')
  icon!: string | null;
  /** From the provider; mostly null. */
  @ApiExample(null)
  address!: string | null;
  /** Whether a checkout on this network needs a memo. */
  @ApiExample(false)
  memoRequired!: boolean;
  /**
   * The usual name of a memo on this network; null if there are no memos or it is unknown. Even where a memo is not
   * required, an exchange's address may need one.
   */
  @ApiProperty({ enum: MEMO_LABELS, nullable: true, example: 'tag' })
  memoLabel!: MemoLabel | null;
}

/** The cryptocurrencies that can be bought and sold. */
export class CryptosDto {
  /** The currency of the limits. */
  @ApiFiat()
  fiat!: string;
  /** When the provider returned this list. */
  @ApiMoment()
  asOf!: string;
  /** Each cryptocurrency on each network. */
  @ApiProperty({ type: () => [CryptoDto] })
  items!: CryptoDto[];
}
