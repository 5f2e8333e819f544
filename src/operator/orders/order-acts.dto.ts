import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsReason } from '../../platform/http/input/rules.js';
import { ORDER_FILE } from './order-file.dto.js';
import {
  anyObject,
  each,
  flag,
  moment,
  one,
  orNull,
  plain,
  shape,
  text,
  texts,
  uuid,
} from '../../platform/http/answers/shape.js';

const REASON = { minLength: 3, maxLength: 500, example: 'The customer asks where the crypto went, ticket 4711' };

/** The reason of an act. */
export class ReasonDto {
  /** The reason, for the audit log. One line of 3 to 500 characters. */
  @ApiProperty({ type: String, ...REASON })
  @IsReason(3, 500)
  reason!: string;
}

/** The optional reason of an act. */
export class OptionalReasonDto {
  /** The reason, for the audit log. One line of 3 to 500 characters. */
  @ApiPropertyOptional({ type: String, nullable: true, ...REASON })
  @IsOptional()
  @IsReason(3, 500)
  reason?: string | null;
}

/** The outcome of a query, and the order afterwards. */
export const ASKED_ORDER = shape('AskedOrderDto', {
  asked: flag('The provider was queried about a trade since this request arrived.', true),
  answered: flag(
    'The provider has answered for every trade that it may know. false with `Retry-After`: it did not answer in time, it is away, or our own rate is used up; without: there is nothing to query, because no trade has an outcome yet.',
    true,
  ),
  order: one('The order afterwards.', ORDER_FILE),
});

/** The order whose secrets were revoked. */
export const REVOKED_SECRET = shape('RevokedSecretDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
});

/** The recipient of a sale's payout, not masked; null: not stated. */
const REVEALED_PAYEE = shape('RevealedPayeeDto', {
  name: orNull(text("The account holder's name.", 'Jane Doe')),
  account: orNull(text("The account's number, as far as the provider gives it.", '****6789')),
  card: orNull(text("The card's number, as far as the provider gives it.", '****1111')),
  email: orNull(text("The payee's e-mail address.", 'jane@example.com')),
});

/** The personal data of a trade. */
const REVEALED_TRADE = shape('RevealedTradeDto', {
  merchantOrderNo: text("The trade's number at the provider.", 'A-1001-r2'),
  address: orNull(
    text('The destination address of this trade; null for a sale.', '0x52908400098527886E0F7030069857D2E4169EE7'),
  ),
  memo: orNull(text('The memo; null: none.', '104857600')),
  payoutAddress: orNull(
    text('A sale: the address to which the customer sends the crypto.', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'),
  ),
  orderPageUrl: orNull(
    text("A sale: the provider's page of it.", 'https://provider.example/orders/1059023474927243264'),
  ),
  payee: orNull(
    one('A sale: the recipient of the payout; null: not stated, or it cannot be decrypted.', REVEALED_PAYEE),
  ),
  lastSeen: orNull(
    anyObject("The provider's newest record as stored, without unneeded fields.", {
      orderNo: '1059023474927243264',
      status: 'PENDING',
    }),
  ),
});

/** A callback with its bytes. Its content is unverified. */
const REVEALED_CALLBACK = shape('RevealedCallbackDto', {
  id: uuid("The callback's id.", '1b4e28ba-2fa1-41d2-883f-0016d3cca427'),
  tradeNo: text("The trade in the callback's URL.", 'A-1001-r2'),
  receivedAt: moment('When it arrived.'),
  method: text('The HTTP method.', 'POST'),
  query: orNull(text('The query string; null, here and below: it cannot be decrypted.', '')),
  headers: orNull(
    plain<Readonly<Record<string, string>>>('The headers that are kept.', {
      type: 'object',
      additionalProperties: { type: 'string' },
      example: { 'content-type': 'application/json' },
    }),
  ),
  body: orNull(text('The body when it is UTF-8.', '{"orderNo":"1059023474927243264","status":"FINISHED"}')),
  bodyBase64: orNull(
    plain<string>('The body in base64 when it is not.', {
      type: String,
      contentEncoding: 'base64',
      example: '/wD/',
    } as object),
  ),
});

/** The personal data of an order. The audit log has the reader and the reason. */
export const REVEALED_ORDER = shape('RevealedOrderDto', {
  merchantOrderNo: text("The order's number.", 'A-1001'),
  address: orNull(text('The destination address; null for a sale.', '0x52908400098527886E0F7030069857D2E4169EE7')),
  memo: orNull(text('The memo; null: none.', '104857600')),
  customerId: orNull(text("The merchant's own id of the customer; null: not stated.", 'customer-4711')),
  customerEmail: orNull(text("The customer's e-mail address; null: none is kept.", 'jane@example.com')),
  metadata: anyObject("What the merchant's server has noted.", { cart: '8841' }),
  payee: orNull(one("The newest trade's recipient of a sale's payout.", REVEALED_PAYEE)),
  payoutAddress: orNull(
    text(
      "The newest trade's address to which the customer sends the crypto.",
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    ),
  ),
  unreadable: texts('Names of stored values that cannot be decrypted.', ['customerEmail']),
  trades: each('Oldest first.', REVEALED_TRADE),
  callbacks: each('The newest callbacks, newest first.', REVEALED_CALLBACK),
  moreCallbacks: flag('There are further, older callbacks.', false),
});
