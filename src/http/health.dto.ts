import { ApiProperty } from '@nestjs/swagger';

export class LiveDto {
  /** @example ok */
  status!: string;
}

class ProviderClockDto {
  /** How many seconds the provider's clock is ahead of ours, by the dates of its answers; null: not known yet. */
  @ApiProperty({ type: Number, nullable: true })
  skewSeconds!: number | null;

  /** Requests are stamped by the provider's clock, because it has refused a timestamp of ours. */
  @ApiProperty()
  corrected!: boolean;
}

export class ReadyDto {
  @ApiProperty({ enum: ['ok', 'unavailable'] })
  status!: 'ok' | 'unavailable';

  @ApiProperty({ enum: ['up', 'down'] })
  database!: 'up' | 'down';

  @ApiProperty({ enum: ['applied', 'pending', 'unknown'] })
  migrations!: 'applied' | 'pending' | 'unknown';

  /** How the provider has been answering lately; it does not decide about readiness. */
  @ApiProperty({ enum: ['up', 'down', 'unknown'] })
  provider!: 'up' | 'down' | 'unknown';

  @ApiProperty({ type: ProviderClockDto })
  providerClock!: ProviderClockDto;

  /** Which app secret signs requests: RAMP_APP_SECRET (first) or RAMP_APP_SECRET_NEXT (second). */
  @ApiProperty({ enum: ['first', 'second'] })
  appSecretInUse!: 'first' | 'second';
}
