import { ApiProperty } from '@nestjs/swagger';

export class LiveDto {
  /** @example ok */
  status!: string;
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
}
