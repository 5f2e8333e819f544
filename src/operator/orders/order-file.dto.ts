import { ApiProperty } from '@nestjs/swagger';
import { ApiAnyObject, ApiCount, ApiExample, ApiMoment, ApiOneOf, ApiUuid } from '../../platform/http/input/fields.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { EVENT_KINDS } from '../../orders/model/order.types.js';
import { ListedOrderDto } from './listed-order.dto.js';
import { FiledTradeDto } from './filed-trade.dto.js';

/** One entry of the history. */
export class FiledEventDto {
  /** Its place in the history, from 1. */
  @ApiCount(1, 1)
  seq!: number;
  /** When it was written. */
  @ApiMoment()
  at!: string;
  /** Number of the trade that it is about; null: it is about the order. */
  @ApiExample('A-1001')
  tradeNo!: string | null;
  /** What it is about. */
  @ApiOneOf(EVENT_KINDS, 'seen')
  kind!: string;
  /** Who or what made it happen. */
  @ApiAnyObject({ kind: 'poll', hint: 'order-read' })
  cause!: unknown;
  /** What changed, masked. */
  @ApiAnyObject({ status: 'PAID' })
  data!: unknown;
  /** What was sent and seen, masked; null: nothing was, or it stands in another entry of the same moment. */
  @ApiAnyObject({ answer: { status: 'PAY_SUCCESS' } }, true)
  evidence!: unknown;
}

/** Something about an order's history that does not fit. */
export class HistoryFaultDto {
  /** Number of the entry; null: it is about the whole order. */
  @ApiCount(3)
  seq!: number | null;
  /** What does not fit. */
  @ApiExample('its HMAC does not fit')
  detail!: string;
}

/** A lasting difference between what was asked for and what the provider says. */
export class FiledMismatchDto {
  /** Names it, for resolutions it. */
  @ApiUuid()
  id!: string;
  /** Number of the trade that it is about. */
  @ApiExample('A-1001-r2')
  tradeNo!: string;
  /** What does not fit. */
  @ApiOneOf(MISMATCH_KINDS)
  kind!: string;
  /** What differs. */
  @ApiExample('address')
  field!: string;
  /** What was asked for. Masked where the field is personal. */
  @ApiExample('0x5290…9EE7')
  asked!: string | null;
  /** What the provider says, masked in the same way. */
  @ApiExample('0x8617…070D')
  seen!: string | null;
  /** When it was seen first. */
  @ApiMoment()
  openedAt!: string;
  /** When it was resolved; null: it is open. */
  @ApiMoment()
  resolvedAt!: string | null;
  /** `provider`, whose answer no longer shows it, or who of the staff resolved it. */
  @ApiExample('provider')
  resolvedBy!: string | null;
  /** What whoever resolved it wrote. */
  @ApiExample('The customer changed the wallet with the provider\u2019s support; ticket 4711.')
  note!: string | null;
}

/** A callback about one of its trades. Its bytes are kept encrypted. */
export class FiledCallbackDto {
  /** Names it. */
  @ApiUuid('1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  id!: string;
  /** The trade that its address names. */
  @ApiExample('A-1001-r2')
  tradeNo!: string;
  /** When it came. */
  @ApiMoment()
  receivedAt!: string;
  /** When the same came for the last time; null: it came once. */
  @ApiMoment()
  lastReceivedAt!: string | null;
  /** How often the same news came. */
  @ApiCount(1, 1)
  times!: number;
  /** The HTTP method with which it came. */
  @ApiExample('POST')
  method!: string;
  /** What it says of the order; nobody has proved it. */
  @ApiExample('FINISHED')
  claimedStatus!: string | null;
  /** Why, by its `returnMsg` or `message`, masked; nobody has proved that either. */
  @ApiExample('Declined by 3-D Secure')
  claimedMessage!: string | null;
}

/** Everything that is believed of an order, and why. Masked as in the list. */
export class OrderFileDto extends ListedOrderDto {
  /** What the address needs beside it, masked; null: nothing. */
  @ApiExample('1048…')
  memo!: string | null;
  /** `j***@e***`; null: none is kept, or it cannot be opened. */
  @ApiExample('j***@e***')
  customerEmail!: string | null;
  /** Names of personal data that is kept and cannot be opened, because its key is gone or its bytes were altered. */
  @ApiProperty({ type: [String], example: ['customerEmail'] })
  unreadable!: string[];
  /** Where the customer is sent after paying, without what may be personal; null: nowhere. */
  @ApiExample('https://shop.example/thanks')
  redirectUrl!: string | null;
  /** Where the customer is sent when paying failed. */
  @ApiExample('https://shop.example/cart')
  failRedirectUrl!: string | null;
  /** Shown on the provider's result page. */
  @ApiExample('Example Shop')
  merchantName!: string | null;
  /** What the merchant's server has noted, masked. */
  @ApiAnyObject({ cart: '8841' })
  metadata!: unknown;
  /** The status that the merchant's own systems were told last; null: none yet. */
  @ApiProperty({ enum: TRADE_STATUSES, nullable: true, example: 'PAID' })
  announcedStatus!: string | null;
  /** The how-manieth trade is the first of the caller's present request. */
  @ApiCount(1, 1)
  firstTradeOfRequest!: number;
  /** Somebody is making a trade of it now, or will again, at this moment; null: nobody has to. */
  @ApiMoment()
  drivenUntil!: string | null;
  /** Until when trades are made without the caller's asking again; null: none are. */
  @ApiMoment()
  patienceUntil!: string | null;
  /** Oldest first. */
  @ApiProperty({ type: () => [FiledTradeDto] })
  trades!: FiledTradeDto[];
  /** All entries, oldest first. */
  @ApiProperty({ type: () => [FiledEventDto] })
  history!: FiledEventDto[];
  /** Does every HMAC of the history fit, and everything that is believed follow from it? null: a service key is missing, so nobody knows. */
  @ApiProperty({ type: Boolean, nullable: true, example: true })
  historyIntact!: boolean | null;
  /** What does not fit about the history. */
  @ApiProperty({ type: () => [HistoryFaultDto] })
  historyFaults!: HistoryFaultDto[];
  /** Open and resolved ones, oldest first. */
  @ApiProperty({ type: () => [FiledMismatchDto] })
  mismatches!: FiledMismatchDto[];
  /** The newest ones, newest first. */
  @ApiProperty({ type: () => [FiledCallbackDto] })
  callbacks!: FiledCallbackDto[];
  /** There are further, older callbacks. */
  @ApiExample(false)
  moreCallbacks!: boolean;
  /** The moment at which it was so, by the database's clock. */
  @ApiMoment()
  asOf!: string;
}
