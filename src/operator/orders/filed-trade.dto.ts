import { ApiProperty } from '@nestjs/swagger';
import {
  ApiAnyObject,
  ApiCount,
  ApiDecimal,
  ApiExample,
  ApiMoment,
  ApiOneOf,
} from '../../platform/http/input/fields.js';
import { CREATE_OUTCOMES, TRADE_STATUSES } from '../../orders/model/order-status.js';
import { WATCH_CLASSES } from '../../orders/model/watch-class.types.js';
import { PayeeDto } from '../../orders/api/sell-order.dto.js';
import { withFacts } from '../../orders/api/facts.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { FACT_NAMES } from '../../ramp/port/trade-facts.js';

/** Whom the provider pays for a sale, masked. */
export class MaskedPayeeDto extends PayeeDto {}

/** The price that the customer was shown, for which alone the trade might be sent. */
export class FiledPriceDto {
  /** How much crypto was promised. */
  @ApiDecimal('94.94')
  cryptoQuantity!: string;
  /** By how many per cent it may be less. */
  @ApiDecimal('1')
  tolerancePercent!: string;
}

/** What the provider says of a trade, as staff sees it: of a sale's page only whether there is one. */
export const FILED_FACTS = FACT_NAMES.filter((name) => name !== 'orderPageUrl');

class FiledTradeFields {
  /** The number that the trade carries at the provider, when we made it. */
  @ApiExample('A-1001-r2')
  merchantOrderNo!: string;
  /** The how-manieth trade of its order it is. */
  @ApiCount(2, 1)
  n!: number;
  /** A purchase or a sale. */
  @ApiOneOf(SIDES)
  side!: string;
  /** What is believed of it. */
  @ApiOneOf(TRADE_STATUSES, 'PAID')
  status!: string;
  /** What became of the request that made it. */
  @ApiOneOf(CREATE_OUTCOMES, 'created')
  outcome!: string;
  /** A newer trade took its place. */
  @ApiExample(false)
  superseded!: boolean;
  /** What was asked for, masked; null of a sale. */
  @ApiAnyObject({ fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH' }, true)
  asked!: unknown;
  /** The moment that signed the newest request that makes it; null of a sale. */
  @ApiMoment()
  stamp!: string | null;
  /** How often such a request was committed to be sent. */
  @ApiCount(1)
  sends!: number;
  /** Why the provider refused it, or its price; null: it did not. */
  @ApiAnyObject({ problem: 'amount_out_of_range', returnCode: '3102', min: '15', max: '2000' }, true)
  refusal!: unknown;
  /** The price that the customer was shown; null: none was. */
  @ApiProperty({ type: () => FiledPriceDto, nullable: true })
  shown!: FiledPriceDto | null;
  /** By how many per cent more crypto was received than shown; less than zero: less. */
  @ApiDecimal('-0.21')
  slippagePercent!: string | null;
  /** The provider's number; null: it is not known. */
  @ApiExample('1059023474927243264')
  orderNo!: string | null;
  /** A sale: the provider's number with which it was registered. */
  @ApiExample('1059023474927243264')
  registeredOrderNo!: string | null;
  /** A sale: the merchant's number in the provider's books. */
  @ApiExample('S-1001')
  rampMerchantOrderNo!: string | null;
  /** Is there an address where the customer pays? It is shown to customers alone. */
  @ApiExample(true)
  hasPayUrl!: boolean;
  /** When that address was given. */
  @ApiMoment()
  payUrlAt!: string | null;
  /** The provider's own word; null: it has not said one. */
  @ApiExample('PAY_SUCCESS')
  rampStatus!: string | null;
  /** A sale: has the provider given a page of it? */
  @ApiExample(false)
  hasOrderPage!: boolean;
  /** A sale: whom the provider pays, masked; null: it has not said, or it cannot be read. */
  @ApiProperty({ type: () => MaskedPayeeDto, nullable: true })
  payee!: MaskedPayeeDto | null;
  /** The provider's newest record as it came, masked; null: there is none. */
  @ApiAnyObject({ orderNo: '1059023474927243264', status: 'PAY_SUCCESS' }, true)
  lastSeen!: unknown;
  /** When the provider first said, of answers that count, that it does not know the trade; null: it did not. */
  @ApiMoment()
  notFoundAt!: string | null;
  /** The record was asked for once more after the end, for the fields that come last. */
  @ApiExample(false)
  finalFieldsAsked!: boolean;
  /** How often it is asked about; null: not any more. */
  @ApiProperty({ enum: WATCH_CLASSES, nullable: true, example: 'paid' })
  watchClass!: string | null;
  /** When it is asked about next; null: not any more. */
  @ApiMoment()
  nextQueryAt!: string | null;
  /** Somebody is asking about it, at the latest until then; null: nobody is. */
  @ApiMoment()
  leasedUntil!: string | null;
  /** When something last said that it should be looked at; null: nothing has since. */
  @ApiMoment()
  hintedAt!: string | null;
  /** What said so. */
  @ApiExample('callback:1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  hintCause!: string | null;
  /** When the question was asked whose answer is believed. */
  @ApiMoment()
  lastAskedAt!: string | null;
  /** When the provider last said something of it. */
  @ApiMoment()
  lastAnswerAt!: string | null;
  /** Answers in a row that told nothing new. */
  @ApiCount(0)
  quietAnswers!: number;
  /** Questions in a row without an answer. */
  @ApiCount(0)
  missedAnswers!: number;
  /** Of these, those while the provider answered others. */
  @ApiCount(0)
  fruitlessAnswers!: number;
  /** Since when it is in this status. */
  @ApiMoment()
  statusAt!: string;
  /** When it was made here. */
  @ApiMoment()
  createdAt!: string;
  /** When it changed last. */
  @ApiMoment()
  updatedAt!: string;
}

/** One attempt at the provider: all that is believed of it, what was read of the provider's record, and that record as it came. */
export class FiledTradeDto extends withFacts(FILED_FACTS, FiledTradeFields) {}
