import { ApiProperty } from '@nestjs/swagger';
import type { ReadinessReport } from '../platform/database/readiness.js';
import { ApiConst, ApiExample, ApiOneOf } from '../platform/http/input/fields.js';

/** The process runs. */
export class LiveDto {
  /** Always the same: a process that cannot say it says nothing. */
  @ApiConst('ok')
  status!: string;
}

/** How the provider's clock stands to ours. */
class ProviderClockDto {
  /** How many seconds the provider's clock is ahead of ours, by the date of its last answer; null: not known yet. */
  @ApiProperty({ type: Number, nullable: true, example: -0.4 })
  skewSeconds!: number | null;

  /** Requests are stamped by the provider's clock, because it has refused a timestamp of ours. */
  @ApiExample(false)
  corrected!: boolean;
}

/** Can the service do its work? */
export class ReadyDto {
  /** `ok`: the database answers, takes writes, and has every migration. `draining`: the process ends. */
  @ApiOneOf(['ok', 'draining', 'unavailable'])
  status!: ReadinessReport['status'];

  /** Does the database answer, and take writes? */
  @ApiOneOf(['up', 'read_only', 'down'])
  database?: 'up' | 'read_only' | 'down';

  /** Has the database every migration of this version? */
  @ApiOneOf(['applied', 'pending', 'changed', 'unknown'])
  migrations?: ReadinessReport['migrations'];

  /** `none`: whoever can connect may do everything, which is for a laptop alone. */
  @ApiOneOf(['required', 'none'])
  auth!: 'required' | 'none';

  /** How the provider has been answering lately; it does not decide about readiness. */
  @ApiOneOf(['up', 'down', 'unknown'])
  provider?: 'up' | 'down' | 'unknown';

  /** How the provider's clock stands to ours. */
  @ApiProperty({ type: ProviderClockDto })
  providerClock?: ProviderClockDto;

  /** Which app secret signs requests: RAMP_APP_SECRET (first) or RAMP_APP_SECRET_NEXT (second). */
  @ApiOneOf(['first', 'second'])
  appSecretInUse?: 'first' | 'second';
}
