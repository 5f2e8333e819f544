import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ApiDecimal, ApiExample, ApiFiat, ApiMoment } from '../platform/http/input/fields.js';
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
  /** It can be bought. */
  @ApiExample(true)
  buyEnabled!: boolean;
  /** It can be sold. */
  @ApiExample(true)
  sellEnabled!: boolean;
  /** The smallest amount to buy for, in fiat; null, here and below: no limit is known. */
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
  /** Address of a picture, as the provider gives it; null: it gives none. */
  @ApiExample('https://provider.example/icons/usdt.png')
  icon!: string | null;
  /** As the provider gives it; mostly null. */
  @ApiExample(null)
  address!: string | null;
  /** A checkout on this network needs a memo. */
  @ApiExample(false)
  memoRequired!: boolean;
  /**
   * What customers of this network know a memo as; null: there is none there, or nothing is known of it. Where it is not
   * required, an exchange's address may need it all the same.
   */
  @ApiProperty({ enum: MEMO_LABELS, nullable: true, example: 'tag' })
  memoLabel!: MemoLabel | null;
}

/** What can be bought and sold. */
export class CryptosDto {
  /** The currency of the limits. */
  @ApiFiat()
  fiat!: string;
  /** When the provider gave this list. */
  @ApiMoment()
  asOf!: string;
  /** Each cryptocurrency on each network. */
  @ApiProperty({ type: () => [CryptoDto] })
  items!: CryptoDto[];
}
