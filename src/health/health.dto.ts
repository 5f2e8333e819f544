import { ApiProperty } from '@nestjs/swagger';
import type { DatabaseReadiness } from '../platform/database/readiness.js';
import { ApiConst, ApiExample, ApiOneOf } from '../platform/http/input/api-fields.js';

/** The process runs. */
export class LiveDto {
  /** Always `ok`: a process that is not live does not answer. */
  @ApiConst('ok')
  status!: string;
}

/** The provider's clock compared with ours. */
class ProviderClockDto {
  /** Seconds that the provider's clock is ahead of ours, by the date of its newest answer; null: not known yet. */
  @ApiProperty({ type: Number, nullable: true, example: -0.4 })
  skewSeconds!: number | null;

  /** Requests carry the provider's time, because it has refused a timestamp of ours. */
  @ApiExample(false)
  corrected!: boolean;
}

/** Is the service ready? */
export class ReadyDto {
  /** `ok`: the database answers, takes writes, and has every migration. `draining`: the process is shutting down. */
  @ApiOneOf(['ok', 'draining', 'unavailable'])
  status!: 'ok' | 'draining' | 'unavailable';

  /** The release that runs. */
  @ApiExample('1.2.3')
  version?: string;

  /** A hash of the sources that it was built from: the first characters of `dist/.built-from`. */
  @ApiExample('5f0c2a9d81b3')
  revision?: string;

  /** Does the database answer, take writes, and hold every character? */
  @ApiOneOf(['up', 'read_only', 'not_utf8', 'down'])
  database?: DatabaseReadiness['database'];

  /** Does the database have every migration of this version? */
  @ApiOneOf(['applied', 'pending', 'changed', 'unknown'])
  migrations?: DatabaseReadiness['migrations'];

  /** `none`: everybody who can connect may do everything; only for a developer's machine. */
  @ApiOneOf(['required', 'none'])
  auth!: 'required' | 'none';

  /** The provider's recent behaviour; it does not affect readiness. */
  @ApiOneOf(['up', 'down', 'unknown'])
  provider?: 'up' | 'down' | 'unknown';

  /** The provider's clock compared with ours. */
  @ApiProperty({ type: ProviderClockDto })
  providerClock?: ProviderClockDto;

  /** The app secret that signs requests: RAMP_APP_SECRET (first) or RAMP_APP_SECRET_NEXT (second). */
  @ApiOneOf(['first', 'second'])
  appSecretInUse?: 'first' | 'second';
}
