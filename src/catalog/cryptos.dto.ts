import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsFiat } from './fiat.decorator.js';

export class CryptosQueryDto {
  /**
   * The currency of the limits, ISO 4217.
   * @example USD
   */
  @IsFiat()
  fiat!: string;

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
  @ApiProperty({ type: String, nullable: true })
  minBuyAmount!: string | null;

  /** In fiat. */
  @ApiProperty({ type: String, nullable: true })
  maxBuyAmount!: string | null;

  /** In crypto. */
  @ApiProperty({ type: String, nullable: true })
  minSellAmount!: string | null;

  /** In crypto. */
  @ApiProperty({ type: String, nullable: true })
  maxSellAmount!: string | null;

  /** Address of a picture. */
  @ApiProperty({ type: String, nullable: true })
  icon!: string | null;

  /** Contract of the token, where the provider tells it. */
  @ApiProperty({ type: String, nullable: true })
  address!: string | null;

  /** A checkout on this network needs a memo. */
  memoRequired!: boolean;
}

export class CryptosDto {
  fiat!: string;

  /**
   * When the provider gave this list.
   * @example 2026-01-31T12:00:00.000Z
   */
  @ApiProperty({ type: String, format: 'date-time' })
  asOf!: string;

  @ApiProperty({ type: () => [CryptoDto] })
  items!: CryptoDto[];
}
