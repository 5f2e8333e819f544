import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, IsUUID, Length, Max, Min, ValidateBy } from 'class-validator';
import { IsMoment } from '../../http/moment.decorator.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { ROLES } from '../../shared/caller.js';
import type { Role } from '../../shared/caller.js';
import { KEY_STATUSES } from './key-status.js';
import type { KeyStatus } from './key-status.js';
import { isKeyName } from './key-text.js';

const EXAMPLE_ID = '3f0e1c52-7f0a-4c1e-9a55-0c5f6e0f6f11';
const MAX_OVERLAP_S = 30 * 86_400;

function IsKeyName(): PropertyDecorator {
  return ValidateBy({
    name: 'isKeyName',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isKeyName(value),
      defaultMessage: () => 'must be 1 to 64 printable characters, with single blanks between them at most',
    },
  });
}

export class KeysQueryDto extends PageQueryDto {
  /** `nextCursor` of the list before this one. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsUUID()
  cursor?: string;
}

export class CreateKeyDto {
  /** For people: what the key is used by. */
  @ApiProperty({ minLength: 1, maxLength: 64, example: 'shop backend' })
  @IsKeyName()
  name!: string;

  /** `checkout`: the merchant’s servers; the others are staff. */
  @ApiProperty({ enum: ROLES, enumName: 'Role', example: 'checkout' })
  @IsIn(ROLES)
  role!: Role;

  /** When it ends; never when absent. */
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, example: '2027-01-31T00:00:00Z' })
  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;
}

export class RotateKeyDto {
  /** For how long the old key stays good; a day when absent. Never beyond its own expiry. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: MAX_OVERLAP_S, default: 86_400 })
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_S)
  overlapSeconds: number = 86_400;
}

export class RevokeKeyDto {
  /** Why; it is kept in the audit log. */
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500, example: 'found in a public repository' })
  @IsOptional()
  @IsString()
  @Length(1, 500)
  reason?: string | null;
}

/** An API key as far as it can be shown. */
export class KeyDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  id!: string;

  @ApiProperty({ example: 'shop backend' })
  name!: string;

  @ApiProperty({ enum: ROLES, enumName: 'Role', example: 'checkout' })
  role!: Role;

  /**
   * The part of the key behind `rck_`, by which it is recognised; no secret.
   * @example k3m9qzt2wx4b
   */
  prefix!: string;

  /** `expiring`: still good, but it has a successor or will end within two weeks. */
  @ApiProperty({ enum: KEY_STATUSES, enumName: 'KeyStatus', example: 'active' })
  status!: KeyStatus;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  /**
   * Who made it: the id of a caller, or `command-line`.
   * @example command-line
   */
  createdBy!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expiresAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revokedAt!: string | null;

  /** To the minute. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastUsedAt!: string | null;

  /** The id of its successor, once it was rotated. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  replacedBy!: string | null;
}

export class KeysDto {
  /** Newest first. */
  items!: KeyDto[];

  /** null: there are no more. */
  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}

export class NewKeyDto extends KeyDto {
  /**
   * The key itself. It is shown this once, and cannot be shown again.
   * @example rck_k3m9qzt2wx4b_dGhpcyBpcyBub3QgYSBrZXkgdGhhdCBpcyBnb29kISE
   */
  key!: string;
}

export class RotatedKeyDto extends NewKeyDto {
  /** The key that was replaced, and is good until it expires. */
  replaces!: KeyDto;
}
