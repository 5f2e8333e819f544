import { CREATE_OUTCOMES, TRADE_STATUSES } from '../../orders/model/order-status.js';
import { WATCH_CLASSES } from '../../orders/model/watch-class.types.js';
import { PayeeDto } from '../../orders/api/sell-order.dto.js';
import { factFields } from '../../orders/api/facts.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import { FACT_NAMES } from '../../ramp/port/trade-facts.js';
import {
  anyObject,
  count,
  decimal,
  flag,
  moment,
  one,
  oneOf,
  orNull,
  plain,
  shape,
  text,
} from '../../platform/http/answers/shape.js';

/** The recipient of a sale's payout, masked. */
export class MaskedPayeeDto extends PayeeDto {}

/** The price shown to the customer; the trade was sent only if the current price was within the tolerance. */
const FILED_PRICE = shape('FiledPriceDto', {
  cryptoQuantity: decimal('How much crypto was promised.', '94.94'),
  tolerancePercent: decimal('By how many per cent it may be less.', '1'),
});

/** The facts of a trade for staff; of a sale's page, only whether there is one. */
export const FILED_FACTS = FACT_NAMES.filter((name) => name !== 'orderPageUrl');

/** One attempt at the provider: its state, the parsed record, and the raw record. */
export const FILED_TRADE = shape('FiledTradeDto', {
  merchantOrderNo: text('The number that the trade carries at the provider, when we made it.', 'A-1001-r2'),
  n: count('The how-manieth trade of its order it is.', 2, 1),
  side: oneOf('A purchase or a sale.', SIDES),
  status: oneOf('What is believed of it.', TRADE_STATUSES, 'PAID'),
  outcome: oneOf('What became of the request that made it.', CREATE_OUTCOMES, 'created'),
  superseded: flag('A newer trade took its place.', false),
  asked: orNull(
    anyObject('What was asked for, masked; null of a sale.', {
      fiat: 'USD',
      amount: '100.00',
      crypto: 'USDT',
      network: 'ETH',
    }),
  ),
  stamp: orNull(moment('The moment that signed the newest request that makes it; null of a sale.')),
  sends: count('How often such a request was committed to be sent.', 1),
  refusal: orNull(
    anyObject('Why the provider refused it, or its price; null: it did not.', {
      problem: 'amount_out_of_range',
      returnCode: '3102',
      min: '15',
      max: '2000',
    }),
  ),
  shown: orNull(one('The price that the customer was shown; null: none was.', FILED_PRICE)),
  slippagePercent: orNull(
    decimal('By how many per cent more crypto was received than shown; less than zero: less.', '-0.21'),
  ),
  orderNo: orNull(text("The provider's number; null: it is not known.", '1059023474927243264')),
  registeredOrderNo: orNull(text("A sale: the provider's number with which it was registered.", '1059023474927243264')),
  rampMerchantOrderNo: orNull(text("A sale: the merchant's number in the provider's books.", 'S-1001')),
  hasPayUrl: flag('Is there an address where the customer pays? It is shown to customers alone.', true),
  payUrlAt: orNull(moment('When that address was given.')),
  rampStatus: orNull(text("The provider's own word; null: it has not said one.", 'PAY_SUCCESS')),
  hasOrderPage: flag('A sale: has the provider given a page of it?', false),
  payee: orNull(
    plain<MaskedPayeeDto>('A sale: whom the provider pays, masked; null: it has not said, or it cannot be read.', {
      type: () => MaskedPayeeDto,
    }),
  ),
  lastSeen: orNull(
    anyObject("The provider's newest record as it came, masked; null: there is none.", {
      orderNo: '1059023474927243264',
      status: 'PAY_SUCCESS',
    }),
  ),
  notFoundAt: orNull(
    moment('When the provider first said, of answers that count, that it does not know the trade; null: it did not.'),
  ),
  finalFieldsAsked: flag('The record was asked for once more after the end, for the fields that come last.', false),
  watchClass: orNull(oneOf('How often it is asked about; null: not any more.', WATCH_CLASSES, 'paid')),
  nextQueryAt: orNull(moment('When it is asked about next; null: not any more.')),
  leasedUntil: orNull(moment('Somebody is asking about it, at the latest until then; null: nobody is.')),
  hintedAt: orNull(moment('When something last said that it should be looked at; null: nothing has since.')),
  hintCause: orNull(text('What said so.', 'callback:1b4e28ba-2fa1-41d2-883f-0016d3cca427')),
  lastAskedAt: orNull(moment('When the question was asked whose answer is believed.')),
  lastAnswerAt: orNull(moment('When the provider last said something of it.')),
  quietAnswers: count('Answers in a row that told nothing new.', 0),
  missedAnswers: count('Questions in a row without an answer.', 0),
  fruitlessAnswers: count('Of these, those while the provider answered others.', 0),
  statusAt: moment('Since when it is in this status.'),
  createdAt: moment('When it was made here.'),
  updatedAt: moment('When it changed last.'),
  ...factFields(FILED_FACTS),
});
