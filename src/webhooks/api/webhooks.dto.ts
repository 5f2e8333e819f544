import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import {
  count,
  each,
  flag,
  moment,
  oneOf,
  orNull,
  plain,
  shape,
  text,
  url,
  uuid,
} from '../../platform/http/answers/shape.js';
import { ApiUrl } from '../../platform/http/input/api-fields.js';
import { IsLine, IsMoment, HasNoFault, MayBeAbsent } from '../../platform/http/input/rules.js';
import { SIGNATURE_SCHEMES } from '../decisions/webhook-signature.js';
import type { WebhookScheme } from '../decisions/webhook-signature.js';
import { DISABLED_REASONS, EVENT_NAMES, eventsFault } from '../webhook.types.js';

const LONGEST_DESCRIPTION = 200;

const EVENTS = {
  type: 'array' as const,
  items: { type: 'string' as const, enum: [...EVENT_NAMES] },
  minItems: 1,
  example: ['order.completed'],
};

const AreEvents = (): PropertyDecorator => HasNoFault('areEvents', eventsFault);

/** A new webhook endpoint. */
export class CreateWebhookDto {
  /** The URL to post messages to: `https:`, on the public internet. */
  @ApiUrl('https://shop.example/webhooks/ramp')
  @IsString()
  url!: string;

  /** Event names to send, or `*` for all present and future events. */
  @ApiProperty(EVENTS)
  @AreEvents()
  events!: string[];

  /** A note for people. */
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: LONGEST_DESCRIPTION, example: 'shop backend' })
  @IsOptional()
  @IsLine(1, LONGEST_DESCRIPTION)
  description?: string | null;

  /** Whether the endpoint receives messages. */
  @ApiPropertyOptional({ type: Boolean, default: true, example: true })
  @IsBoolean()
  enabled: boolean = true;

  /** How messages are signed: `v1` is HMAC-SHA-256 with a shared secret, `v1a` Ed25519 with a public key. */
  @ApiPropertyOptional({ enum: SIGNATURE_SCHEMES, enumName: 'SignatureScheme', default: 'v1', example: 'v1' })
  @IsIn(SIGNATURE_SCHEMES)
  signature: WebhookScheme = 'v1';
}

/** Changes to an endpoint. Omitted fields stay as they are. */
export class ChangeWebhookDto {
  /** The URL to post messages to. */
  @ApiPropertyOptional({ type: String, format: 'uri', example: 'https://shop.example/webhooks/ramp' })
  @MayBeAbsent()
  @IsString()
  url?: string;

  /** Event names to send. */
  @ApiPropertyOptional(EVENTS)
  @MayBeAbsent()
  @AreEvents()
  events?: string[];

  /** A note for people; null removes it. */
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: LONGEST_DESCRIPTION, example: 'shop backend' })
  @IsOptional()
  @IsLine(1, LONGEST_DESCRIPTION)
  description?: string | null;

  /** Whether the endpoint receives messages. After re-enabling it receives only new events. */
  @ApiPropertyOptional({ type: Boolean, example: true })
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

/** The span of messages to send again. */
export class ReplayDto {
  /** Start of the span, inclusive. Messages are kept for 30 days. */
  @ApiProperty({ type: String, format: 'date-time', example: '2026-01-31T12:00:00Z' })
  @IsMoment()
  from!: string;

  /** End of the span, exclusive. Defaults to now. */
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, example: '2026-01-31T13:00:00Z' })
  @IsOptional()
  @IsMoment()
  to?: string | null;

  /** Limits the replay to these of the endpoint's events. */
  @ApiPropertyOptional(EVENTS)
  @MayBeAbsent()
  @AreEvents()
  events?: string[];
}

export const WEBHOOK = shape('WebhookDto', {
  id: uuid('The id.'),
  url: url('Where messages are posted.', 'https://shop.example/webhooks/ramp'),
  events: plain<readonly string[]>('The events that are sent to the endpoint.', EVENTS),
  description: orNull(text('For people: what it is for.', 'shop backend')),
  enabled: flag('Whether it is told anything.', true),
  disabledReason: orNull(
    oneOf(
      'The reason for being disabled: it failed for five days, answered 410, or staff disabled it.',
      DISABLED_REASONS,
      null,
    ),
  ),
  failures: count('Attempts in a row that failed.', 0),
  failingSince: orNull(moment('Deliveries have failed since this time.')),
  createdAt: moment('The time of creation.'),
  createdBy: text('The id of the caller who created it.', 'key:3f0e1c52-7f0a-4c1e-9a55-0c5f6e0f6f11'),
});

export const NEW_WEBHOOK = shape('NewWebhookDto', {
  ...WEBHOOK.fields,
  secret: text(
    '`whsec_…`, a secret, or `whpk_…`, a public key. It is shown this once.',
    'whsec_5qZ4dQ0tHk1m4bV8o0s3l5o7v9x1z3B5D7F9H1J3L5N=',
  ),
});

export const WEBHOOKS = shape('WebhooksDto', {
  items: each('Oldest first.', WEBHOOK),
  nextCursor: plain<null>('Always null: they are few.', { type: String, nullable: true, example: null }),
});

export const BEGUN_DELIVERY = shape('BegunDeliveryDto', {
  deliveryId: uuid('The id.'),
});

export const REPLAYED = shape('ReplayedDto', {
  messages: count('Messages that are delivered again.', 12),
});
