import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, IsUUID, Max, Min } from 'class-validator';
import { each, moment, one, orNull, plain, shape, text, texts, uuid } from '../../platform/http/answers/shape.js';
import { IsReason, IsMoment, IsText } from '../../platform/http/input/rules.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { ROLES, SCOPES } from '../../platform/callers/caller.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import { KEY_STATUSES } from './key-status.js';
import type { KeyStatus } from './key-status.js';
import { isKeyName } from './key-text.js';

const EXAMPLE_ID = '3f0e1c52-7f0a-4c1e-9a55-0c5f6e0f6f11';
const MAX_OVERLAP_S = 30 * 86_400;

const NO_NAME = 'must be 1 to 64 printable characters, without leading, trailing or repeated spaces';

export class KeysQueryDto extends PageQueryDto {
  /** The `nextCursor` of the page before. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: EXAMPLE_ID })
  @IsOptional()
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

/** An API key without its secret. */
export const KEY = shape('KeyDto', {
  id: uuid("The key's id; not a secret.", EXAMPLE_ID),
  name: text('A label for people: what uses the key.', 'shop backend'),
  role: plain<Role>('The role of its caller.', { enum: ROLES, enumName: 'Role', example: 'checkout' }),
  scope: orNull(
    plain<Scope>('The orders that a server sees: its own, or all; null: a staff key.', {
      enum: SCOPES,
      enumName: 'KeyScope',
      example: 'all',
    }),
  ),
  prefix: text('The public part of the key, after `rck_`.', 'k3m9qzt2wx4b'),
  status: plain<KeyStatus>('`expiring`: still valid, but it has a successor or expires within two weeks.', {
    enum: KEY_STATUSES,
    enumName: 'KeyStatus',
    example: 'active',
  }),
  createdAt: moment('The time of creation.'),
  createdBy: text('The creator: the id of a caller, or `command-line`.', 'command-line'),
  addresses: orNull(texts('The addresses and subnets from which it is allowed; null: any.', null)),
  expiresAt: orNull(moment('When it expires; null: never.', '2027-01-31T00:00:00.000Z')),
  revokedAt: orNull(moment('When it was revoked; null: not revoked.', '2026-03-01T09:30:00.000Z')),
  lastUsedAt: orNull(moment('The time of last use, to the minute; null: never.', '2026-02-28T17:41:00.000Z')),
  replacedBy: orNull(uuid('The id of its successor after a rotation.')),
});

export const KEYS = shape('KeysDto', {
  items: each('Newest first.', KEY),
  nextCursor: orNull(uuid('The cursor of the next page; null: this is the last.', EXAMPLE_ID)),
});

/** A new key with its text. */
export const NEW_KEY = shape('NewKeyDto', {
  ...KEY.fields,
  key: text(
    'The key itself, which cannot be shown again.',
    'rck_k3m9qzt2wx4b_dGhpcyBpcyBub3QgYSBrZXkgdGhhdCBpcyBnb29kISE',
  ),
});

/** A successor and the key that it replaces. */
export const ROTATED_KEY = shape('RotatedKeyDto', {
  ...NEW_KEY.fields,
  replaces: one('The replaced key, which stays valid until it expires.', KEY),
});
