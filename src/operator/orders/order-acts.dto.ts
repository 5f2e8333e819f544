import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { ApiAnyObject, ApiExample, ApiMoment, ApiUuid } from '../../platform/http/input/fields.js';
import { IsReason } from '../../platform/http/input/line.decorator.js';
import { OrderFileDto } from './order-file.dto.js';

const REASON = { minLength: 3, maxLength: 500, example: 'The customer asks where the crypto went, ticket 4711' };

/** Why something is done. */
export class ReasonDto {
  /** Why it is done: it is written down. One line of 3 to 500 characters. */
  @ApiProperty({ type: String, ...REASON })
  @IsReason(3, 500)
  reason!: string;
}

/** Why something is done, which need not be said. */
export class OptionalReasonDto {
  /** Why it is done: it is written down. One line of 3 to 500 characters. */
  @ApiPropertyOptional({ type: String, nullable: true, ...REASON })
  @IsOptional()
  @IsReason(3, 500)
  reason?: string | null;
}

/** What came of asking, and the order as it is then. */
export class AskedOrderDto {
  /** The provider was asked about a trade since this request came. */
  @ApiExample(true)
  asked!: boolean;
  /**
   * The provider has said how every trade stands that it may know. false with `Retry-After`: it has not in time, it is away, or
   * our own limit of calls is used up; without: there is nothing to ask about, because no trade has an outcome yet.
   */
  @ApiExample(true)
  answered!: boolean;
  /** The order as it is then. */
  @ApiProperty({ type: () => OrderFileDto })
  order!: OrderFileDto;
}

/** The order whose secrets are ended. */
export class RevokedSecretDto {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
}

/** Whom the provider pays for a sale, not masked; null: it has not said. */
export class RevealedPayeeDto {
  /** The account holder's name. */
  @ApiExample('Jane Doe')
  name!: string | null;
  /** The account's number, as far as the provider gives it. */
  @ApiExample('****6789')
  account!: string | null;
  /** The card's number, as far as the provider gives it. */
  @ApiExample('****1111')
  card!: string | null;
  /** The payee's e-mail address. */
  @ApiExample('jane@example.com')
  email!: string | null;
}

/** What a trade holds of persons. */
export class RevealedTradeDto {
  /** The number that the trade carries at the provider. */
  @ApiExample('A-1001-r2')
  merchantOrderNo!: string;
  /** Where the crypto goes, as it was asked for with this trade; null of a sale. */
  @ApiExample('0x52908400098527886E0F7030069857D2E4169EE7')
  address!: string | null;
  /** What the address needs beside it; null: nothing. */
  @ApiExample('104857600')
  memo!: string | null;
  /** A sale: where the customer sends the crypto. */
  @ApiExample('0x8617E340B3D01FA5F11F306F4090FD50E238070D')
  payoutAddress!: string | null;
  /** A sale: the provider's page of it. */
  @ApiExample('https://provider.example/orders/1059023474927243264')
  orderPageUrl!: string | null;
  /** A sale: whom the provider pays; null: it has not said, or it cannot be read. */
  @ApiProperty({ type: () => RevealedPayeeDto, nullable: true })
  payee!: RevealedPayeeDto | null;
  /** The provider's newest record as it is kept: what nobody needs was never stored. */
  @ApiAnyObject({ orderNo: '1059023474927243264', status: 'PENDING' }, true)
  lastSeen!: unknown;
}

/** A callback with its bytes. Nobody has proved what it says. */
export class RevealedCallbackDto {
  /** Names it. */
  @ApiUuid('1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  id!: string;
  /** The trade that its address names. */
  @ApiExample('A-1001-r2')
  tradeNo!: string;
  /** When it came. */
  @ApiMoment()
  receivedAt!: string;
  /** The HTTP method with which it came. */
  @ApiExample('POST')
  method!: string;
  /** All behind the question mark; null, here and below: it cannot be opened. */
  @ApiExample('')
  query!: string | null;
  /** The headers that are kept. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    example: { 'content-type': 'application/json' },
  })
  headers!: Readonly<Record<string, string>> | null;
  /** The body when it is UTF-8. */
  @ApiExample('{"orderNo":"1059023474927243264","status":"FINISHED"}')
  body!: string | null;
  /** The body in base64 when it is not. */
  @ApiProperty({ type: String, contentEncoding: 'base64', example: '/wD/' } as object)
  bodyBase64!: string | null;
}

/** What an order holds of persons. Whoever asked for it stands in the audit log, with the reason. */
export class RevealedOrderDto {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** Where the crypto goes; null of a sale. */
  @ApiExample('0x52908400098527886E0F7030069857D2E4169EE7')
  address!: string | null;
  /** What the address needs beside it; null: nothing. */
  @ApiExample('104857600')
  memo!: string | null;
  /** The merchant's own id of the customer; null: nobody has said one. */
  @ApiExample('customer-4711')
  customerId!: string | null;
  /** The customer's e-mail address; null: none is kept. */
  @ApiExample('jane@example.com')
  customerEmail!: string | null;
  /** What the merchant's server has noted. */
  @ApiAnyObject({ cart: '8841' })
  metadata!: object;
  /** Of the newest trade: whom the provider pays for a sale. */
  @ApiProperty({ type: () => RevealedPayeeDto, nullable: true })
  payee!: RevealedPayeeDto | null;
  /** Of the newest trade: where the customer sends the crypto. */
  @ApiExample('0x8617E340B3D01FA5F11F306F4090FD50E238070D')
  payoutAddress!: string | null;
  /** Names of what is kept and cannot be opened. */
  @ApiProperty({ type: [String], example: ['customerEmail'] })
  unreadable!: string[];
  /** Oldest first. */
  @ApiProperty({ type: () => [RevealedTradeDto] })
  trades!: RevealedTradeDto[];
  /** The newest ones, newest first. */
  @ApiProperty({ type: () => [RevealedCallbackDto] })
  callbacks!: RevealedCallbackDto[];
  /** There are further, older callbacks. */
  @ApiExample(false)
  moreCallbacks!: boolean;
}
