import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { ApiCount, ApiExample, ApiMoment, ApiUrl, ApiUuid } from '../../platform/http/input/fields.js';
import { IsLine } from '../../platform/http/input/line.decorator.js';
import { IsMoment } from '../../platform/http/input/moment.decorator.js';
import { HasNoFault } from '../../platform/http/input/rule.decorator.js';
import { EVENT_NAMES, eventsFault, LONGEST_DESCRIPTION } from '../decisions/endpoint-fields.js';
import { SIGNATURE_SCHEMES } from '../decisions/webhook-signature.js';
import type { SignatureScheme } from '../decisions/webhook-signature.js';
import { DISABLED_REASONS } from '../webhook.types.js';

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
  signature: SignatureScheme = 'v1';
}

/** Changes to an endpoint. Omitted fields stay as they are. */
export class ChangeWebhookDto {
  /** The URL to post messages to. */
  @ApiPropertyOptional({ type: String, format: 'uri', example: 'https://shop.example/webhooks/ramp' })
  @IsOptional()
  @IsString()
  url?: string;

  /** Event names to send. */
  @ApiPropertyOptional(EVENTS)
  @IsOptional()
  @AreEvents()
  events?: string[];

  /** A note for people; null removes it. */
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: LONGEST_DESCRIPTION, example: 'shop backend' })
  @IsOptional()
  @IsLine(1, LONGEST_DESCRIPTION)
  description?: string | null;

  /** Whether the endpoint receives messages. After re-enabling it receives only new events. */
  @ApiPropertyOptional({ type: Boolean, example: true })
  @IsOptional()
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
  @IsOptional()
  @AreEvents()
  events?: string[];
}

/** An endpoint that receives webhook messages. */
export class WebhookDto {
  /** The endpoint's id. */
  @ApiUuid()
  id!: string;
  /** The URL that messages are posted to. */
  @ApiUrl('https://shop.example/webhooks/ramp')
  url!: string;
  /** Event names that are sent to it. */
  @ApiProperty(EVENTS)
  events!: string[];
  /** A note for people. */
  @ApiExample('shop backend')
  description!: string | null;
  /** Whether the endpoint receives messages. */
  @ApiExample(true)
  enabled!: boolean;
  /**
   * Why it is disabled: it failed for five days, it answered 410, staff disabled it, or the settings no longer name it.
   */
  @ApiProperty({ type: String, enum: DISABLED_REASONS, nullable: true, example: null })
  disabledReason!: string | null;
  /** Consecutive failed attempts. */
  @ApiCount(0)
  failures!: number;
  /** Start of the present series of failures. */
  @ApiMoment()
  failingSince!: string | null;
  /** Creation time. */
  @ApiMoment()
  createdAt!: string;
  /** The creator: a caller's id, `command-line`, or `setting` for the endpoint of `WEBHOOK_URL`. */
  @ApiExample('key:3f0e1c52-7f0a-4c1e-9a55-0c5f6e0f6f11')
  createdBy!: string;
}

/** An endpoint with the secret or public key that verifies its messages. */
export class NewWebhookDto extends WebhookDto {
  /** `whsec_…`, a secret, or `whpk_…`, a public key. It is shown only once. */
  @ApiExample('whsec_5qZ4dQ0tHk1m4bV8o0s3l5o7v9x1z3B5D7F9H1J3L5N=')
  secret!: string;
}

/** All endpoints. */
export class WebhooksDto {
  /** Endpoints, oldest first. */
  @ApiProperty({ type: () => [WebhookDto] })
  items!: WebhookDto[];
  /** Always null: the list has one page. */
  @ApiProperty({ type: String, nullable: true, example: null })
  nextCursor!: string | null;
}

/** A delivery that was started. */
export class BegunDeliveryDto {
  /** The delivery's id. */
  @ApiUuid()
  deliveryId!: string;
}

/** The result of a replay. */
export class ReplayedDto {
  /** Number of messages that are sent again. */
  @ApiCount(12)
  messages!: number;
}
