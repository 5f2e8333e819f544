import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { IsOptional, IsString, Length } from 'class-validator';
import { OrderFileDto } from './order-file.dto.js';

const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);

export class ReasonDto {
  /** Why it is done: it is written down. 3 to 500 characters. @example "The customer asks where the crypto went, ticket 4711" */
  @Transform(trimmed)
  @IsString({ message: 'must be a string' })
  @Length(3, 500, { message: 'must have 3 to 500 characters' })
  reason!: string;
}

export class OptionalReasonDto {
  /** Why it is done: it is written down. 3 to 500 characters. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'must be a string' })
  @Length(3, 500, { message: 'must have 3 to 500 characters' })
  reason?: string | null;
}

/** What came of asking, and the order as it is then. */
export class AskedOrderDto {
  /** The provider was asked about a trade since this request came. */
  asked!: boolean;
  /**
   * The provider has said how every trade stands that it may know. false with `Retry-After`: it has not in time, it is away, or
   * our own limit of calls is used up; without: there is nothing to ask about, because no trade has an outcome yet.
   */
  answered!: boolean;
  order!: OrderFileDto;
}

export class RevokedSecretDto {
  /** @example "A-1001" */
  merchantOrderNo!: string;
}

export class PayeeDto {
  name!: string | null;
  account!: string | null;
  card!: string | null;
  email!: string | null;
}

export class RevealedTradeDto {
  merchantOrderNo!: string;
  /** As it was asked for with this trade. */
  address!: string | null;
  memo!: string | null;
  /** A sale: where the customer sends the crypto. */
  payoutAddress!: string | null;
  /** A sale: the provider's page of it. */
  orderPageUrl!: string | null;
  payee!: PayeeDto | null;
  /** The provider's newest record as it is kept: what nobody needs was never stored. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  lastSeen!: unknown;
}

export class RevealedCallbackDto {
  id!: string;
  tradeNo!: string;
  receivedAt!: string;
  method!: string;
  /** null: it cannot be opened. */
  query!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, nullable: true })
  headers!: Readonly<Record<string, string>> | null;
  /** The body when it is UTF-8. */
  body!: string | null;
  /** The body in base64 when it is not. */
  bodyBase64!: string | null;
}

/** What an order holds of persons. Whoever asked for it stands in the audit log, with the reason. */
export class RevealedOrderDto {
  /** @example "A-1001" */
  merchantOrderNo!: string;
  address!: string | null;
  memo!: string | null;
  customerId!: string | null;
  customerEmail!: string | null;
  /** Of the newest trade. */
  payee!: PayeeDto | null;
  /** Of the newest trade. */
  payoutAddress!: string | null;
  /** What is kept and cannot be opened. */
  unreadable!: string[];
  /** Oldest first. */
  trades!: RevealedTradeDto[];
  /** The newest ones, newest first. */
  callbacks!: RevealedCallbackDto[];
  moreCallbacks!: boolean;
}
