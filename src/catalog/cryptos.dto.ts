import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsFiat } from './fiat.decorator.js';

export class CryptosQueryDto {
  /** The currency of the limits, ISO 4217. */
  @ApiPropertyOptional({ type: String, default: 'USD', example: 'USD' })
  @IsFiat()
  fiat: string = 'USD';

  /** Only pairs that are enabled for this side. */
  @ApiPropertyOptional({ enum: ['BUY', 'SELL'] })
  @IsOptional()
  @IsIn(['BUY', 'SELL'])
  side?: 'BUY' | 'SELL';
}

/** One cryptocurrency on one network. */
export class CryptoDto {
  /** @example USDT */
  crypto!: string;

  /** @example ETH */
  network!: string;

  buyEnabled!: boolean;

  sellEnabled!: boolean;

  /** In fiat. */
  minBuyAmount!: string | null;

  /** In fiat. */
  maxBuyAmount!: string | null;

  /** In crypto. */
  minSellAmount!: string | null;

  /** In crypto. */
  maxSellAmount!: string | null;

  /** Address of a picture. */
  icon!: string | null;

  /** As the provider gives it; mostly null. */
  address!: string | null;

  /** A checkout on this network needs a memo. */
  memoRequired!: boolean;

  /**
   * What customers of this network know a memo as; null: there is none there, or nothing is known of it. Where it is not
   * required, an exchange's address may need it all the same.
   */
  @ApiProperty({ enum: ['memo', 'tag', 'comment'], nullable: true })
  memoLabel!: 'memo' | 'tag' | 'comment' | null;
}

export class CryptosDto {
  fiat!: string;

  /**
   * When the provider gave this list.
   * @example 2026-01-31T12:00:00.000Z
   */
  @ApiProperty({ type: String, format: 'date-time' })
  asOf!: string;

  items!: CryptoDto[];
}
