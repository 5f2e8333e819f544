import { ApiProperty } from '@nestjs/swagger';
import { ListedOrderDto } from './listed-order.dto.js';

const ANYTHING = { type: 'object', additionalProperties: true, nullable: true } as const;

/** Whom the provider pays for a sale, masked. */
export class MaskedPayeeDto {
  /** @example "J*** D***" */
  name!: string | null;
  /** @example "****6789" */
  account!: string | null;
  card!: string | null;
  /** @example "j***@example.com" */
  email!: string | null;
}

/** The price that the customer was shown, for which alone the trade might be sent. */
export class FiledPriceDto {
  cryptoQuantity!: string;
  /** @example "1" */
  tolerancePercent!: string;
}

/** One attempt at the provider: all that is believed of it, what was read of the provider's record, and that record as it came. */
export class FiledTradeDto {
  /** The number that the trade carries at the provider, when we made it. @example "A-1001-r2" */
  merchantOrderNo!: string;
  /** The how-manieth trade of its order it is. */
  n!: number;
  side!: string;
  status!: string;
  /** What became of the request that made it. @example "created" */
  outcome!: string;
  /** A newer trade took its place. */
  superseded!: boolean;
  /** What was asked for, masked; null of a sale. */
  @ApiProperty(ANYTHING)
  asked!: unknown;
  /** The moment that signed the newest request that makes it. */
  stamp!: string | null;
  /** How often such a request was committed to be sent. */
  sends!: number;
  /** The provider refused it, or its price: why. */
  @ApiProperty(ANYTHING)
  refusal!: unknown;
  shown!: FiledPriceDto | null;
  /** By how many per cent more crypto was received than shown. */
  slippagePercent!: string | null;
  /** The provider's number. */
  orderNo!: string | null;
  /** A sale: the provider's number with which it was registered. */
  registeredOrderNo!: string | null;
  /** A sale: the merchant's number in the provider's books. */
  rampMerchantOrderNo!: string | null;
  /** Is there an address where the customer pays? It is shown to customers alone. */
  hasPayUrl!: boolean;
  payUrlAt!: string | null;
  /** The provider's own word. @example "PAY_SUCCESS" */
  rampStatus!: string | null;
  amount!: string | null;
  cryptoPrice!: string | null;
  cryptoQuantity!: string | null;
  rampFee!: string | null;
  rampFeeUnit!: string | null;
  networkFee!: string | null;
  rebateFiatAmount!: string | null;
  rebateUsdAmount!: string | null;
  fiatInUSD!: string | null;
  rampFeeInUSD!: string | null;
  cryptoNetworkFee!: string | null;
  networkFeeInUSD!: string | null;
  cryptoAmountInUSDT!: string | null;
  cryptoAmount!: string | null;
  cryptoActualAmount!: string | null;
  fiatAmount!: string | null;
  tokenAddress!: string | null;
  payType!: string | null;
  /** A sale: where the customer sends the crypto. Masked. */
  payoutAddress!: string | null;
  /** A sale: has the provider given a page of it? */
  hasOrderPage!: boolean;
  paymentType!: string | null;
  failReason!: string | null;
  payee!: MaskedPayeeDto | null;
  txHash!: string | null;
  paidAt!: string | null;
  transferredAt!: string | null;
  completedAt!: string | null;
  /** The provider's newest record as it came, masked. */
  @ApiProperty(ANYTHING)
  lastSeen!: unknown;
  /** When the provider first said, of answers that count, that it does not know the trade. */
  notFoundAt!: string | null;
  /** The record was asked for once more after the end, for the fields that come last. */
  finalFieldsAsked!: boolean;
  /** How often it is asked about; null: not any more. @example "young" */
  watchClass!: string | null;
  nextQueryAt!: string | null;
  /** Somebody is asking about it, at the latest until then. */
  leasedUntil!: string | null;
  hintedAt!: string | null;
  /** @example "callback:1b4e28ba-2fa1-11d2-883f-0016d3cca427" */
  hintCause!: string | null;
  lastAskedAt!: string | null;
  lastAnswerAt!: string | null;
  /** Answers in a row that told nothing new. */
  quietAnswers!: number;
  /** Questions in a row without an answer. */
  missedAnswers!: number;
  /** Of these, those while the provider answered others. */
  fruitlessAnswers!: number;
  statusAt!: string;
  createdAt!: string;
  updatedAt!: string;
}

/** One entry of the history. */
export class FiledEventDto {
  seq!: number;
  at!: string;
  /** Number of the trade that it is about. */
  tradeNo!: string | null;
  /** @example "seen" */
  kind!: string;
  /** Who or what made it happen. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  cause!: unknown;
  @ApiProperty({ type: 'object', additionalProperties: true })
  data!: unknown;
  /** What was sent and seen, masked; null: nothing was, or it stands in another entry of the same moment. */
  @ApiProperty(ANYTHING)
  evidence!: unknown;
}

/** Something about an order's history that does not fit. */
export class HistoryFaultDto {
  /** Number of the entry; null: it is about the whole order. */
  seq!: number | null;
  detail!: string;
}

/** A lasting difference between what was asked for and what the provider says. */
export class FiledMismatchDto {
  id!: string;
  tradeNo!: string;
  /** @example "field" */
  kind!: string;
  /** @example "address" */
  field!: string;
  /** Masked where the field is personal. */
  asked!: string | null;
  seen!: string | null;
  openedAt!: string;
  /** null: it is open. */
  resolvedAt!: string | null;
  /** `provider`, whose answer no longer shows it, or who of the staff settled it. */
  resolvedBy!: string | null;
  note!: string | null;
}

/** A callback about one of its trades. Its bytes are kept encrypted. */
export class FiledCallbackDto {
  id!: string;
  tradeNo!: string;
  receivedAt!: string;
  lastReceivedAt!: string | null;
  /** How often the same news came. */
  times!: number;
  /** @example "POST" */
  method!: string;
  /** @example "valid" */
  verdict!: string;
  verdictReason!: string | null;
  /** What it says of the order. Nobody has proved it. */
  claimedStatus!: string | null;
}

/** Everything that is believed of an order, and why. Masked as in the list. */
export class OrderFileDto extends ListedOrderDto {
  /** Masked. */
  memo!: string | null;
  /** `j***@e***`; null: none is kept, or it cannot be opened. */
  customerEmail!: string | null;
  /** Personal data that is kept and cannot be opened, because its key is gone or its bytes were altered. */
  unreadable!: string[];
  redirectUrl!: string | null;
  failRedirectUrl!: string | null;
  merchantName!: string | null;
  /** The status that the merchant's own systems were told last. */
  announcedStatus!: string | null;
  /** The how-manieth trade is the first of the caller's present request. */
  firstTradeOfRequest!: number;
  /** Somebody is making a trade of it now, or will again, at this moment; null: nobody has to. */
  drivenUntil!: string | null;
  /** Until when trades are made without the caller's asking again. */
  patienceUntil!: string | null;
  /** Oldest first. */
  trades!: FiledTradeDto[];
  /** All entries, oldest first. */
  history!: FiledEventDto[];
  /** Does every HMAC of the history fit, and everything that is believed follow from it? null: a service key is missing, so nobody knows. */
  @ApiProperty({ type: Boolean, nullable: true })
  historyIntact!: boolean | null;
  historyFaults!: HistoryFaultDto[];
  /** Open and resolved ones, oldest first. */
  mismatches!: FiledMismatchDto[];
  /** The newest ones, newest first. */
  callbacks!: FiledCallbackDto[];
  /** There are further, older callbacks. */
  moreCallbacks!: boolean;
  /** The moment at which it was so, by the database's clock. */
  asOf!: string;
}
