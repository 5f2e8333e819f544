import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, IsUUID, Max, Min } from 'class-validator';
import { IsReason, IsMoment, IsText, MayBeAbsent } from '../../platform/http/input/rules.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { ROLES, SCOPES } from '../../platform/callers/caller.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import { isKeyName } from './api-key.js';

const EXAMPLE_ID = '3f0e1c52-7f0a-4c1e-9a55-0c5f6e0f6f11';
const MAX_OVERLAP_S = 30 * 86_400;

const NO_NAME = 'must be 1 to 64 printable characters, without leading, trailing or repeated spaces';

export class KeysQueryDto extends PageQueryDto {
  /** The `nextCursor` of the page before. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: EXAMPLE_ID })
  @MayBeAbsent()
  @IsUUID()
  cursor?: string;
}

/** An API key to create. */
export class CreateKeyDto {
  /** A label for people: what uses the key. */
  @ApiProperty({ minLength: 1, maxLength: 64, example: 'shop backend' })
  @IsText('isKeyName', isKeyName, NO_NAME)
  name!: string;

  /** `checkout`: the merchant’s servers; the others are staff. */
  @ApiProperty({ enum: ROLES, enumName: 'Role', example: 'checkout' })
  @IsIn(ROLES)
  role!: Role;

  /**
   * The orders that the key sees, only for `checkout`: its own, or `all`, which is the default. It cannot change later.
   */
  @ApiPropertyOptional({ enum: SCOPES, enumName: 'KeyScope', nullable: true, example: 'all' })
  @IsOptional()
  @IsIn(SCOPES)
  scope?: Scope | null;

  /**
   * When the key expires. By default a staff key expires after 30 days, and after 90 at most; a `checkout` key does not
   * expire.
   */
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, example: '2027-01-31T00:00:00Z' })
  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;

  /** The addresses and subnets from which the key is allowed, 1 to 20; any when absent. */
  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    minItems: 1,
    maxItems: 20,
    example: ['203.0.113.7', '2001:db8::/32'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  addresses?: string[] | null;
}

/** How to replace a key. */
export class RotateKeyDto {
  /** How long the old key stays valid; a day when absent. Never beyond its own expiry. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_OVERLAP_S, default: 86_400, example: 3600 })
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_S)
  overlapSeconds: number = 86_400;
}

/** Why a key is revoked. */
export class RevokeKeyDto {
  /** The reason, in one line; the audit log keeps it. */
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: 500,
    example: 'found in a public repository',
  })
  @IsOptional()
  @IsReason(1, 500)
  reason?: string | null;
}
