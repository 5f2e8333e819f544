import { NOT_FOUND_WORDS } from '../../platform/config/ramp-settings.js';
import type { NotFoundSettings } from '../../platform/config/ramp-settings.js';
import { maskText } from '../../platform/redaction/forms.js';
import { PROVIDER_STATUSES, STATUS_BY_WORD } from '../../platform/terms/order.js';
import type {
  BuySnapshot,
  CreatedTrade,
  Payee,
  SellSnapshot,
  ProviderStatus,
  TradeSnapshot,
} from '../port/ramp.types.js';
import type { Side } from '../port/trade-facts.js';
import { readEnvelope } from './answer.js';
import { refusalByCode } from './refusals.js';
import type { MerchantsCodes } from './refusals.js';
import { isStorable, webAddress, WireFields } from './wire-fields.js';
import { isPresent, isWireRecord, member, WireNumber } from './wire.js';
import type { ReadResult, WireAnswer, WireRecord, WireValue } from './wire.js';

const LONGEST_PAY_URL = 8192;
const LONGEST_REASON = 1024;

/** With an order number the trade exists. A `payUrl` must be `https:`; `allowHttp` permits `http:`. */
export function readCreatedTrade(data: WireValue, allowHttp: boolean): ReadResult<CreatedTrade> {
  if (!isWireRecord(data)) return { problem: 'data is not an object' };
  const orderNo = readOrderNo(member(data, 'orderNo'));
  const payUrl = member(data, 'payUrl');
  if (orderNo === null) return { problem: 'orderNo is neither text nor a whole number' };
  return { value: { orderNo, payUrl: typeof payUrl === 'string' ? readPayUrl(payUrl, allowHttp) : null } };
}

function readOrderNo(value: WireValue | undefined): string | null {
  if (value instanceof WireNumber) return /^\d+$/.test(value.digits) ? value.digits : null;
  return typeof value === 'string' && value !== '' && isStorable(value) ? value : null;
}

function readPayUrl(text: string, allowHttp: boolean): string | null {
  const url = webAddress(text);
  if (url === null || url.length > LONGEST_PAY_URL || (url.startsWith('http:') && !allowHttp)) return null;
  return url;
}

/** From a query's answer other than *not found*. */
export function readTradeAnswer(data: WireValue, side: Side, reading: RecordOptions): ReadResult<TradeSnapshot> {
  if (!isWireRecord(data)) return { problem: 'there is no record' };
  if (!describesTrade(data)) return { problem: 'the record says neither what it is of, nor how that stands' };
  return { value: side === 'BUY' ? readBuyRecord(data, reading) : readSellRecord(data, reading) };
}

export interface RecordOptions {
  /** IANA name of the zone of the record's dates. */
  readonly timeZone: string;
  readonly statusMap: FurtherStatuses;
}

/** Includes the fields that come only with FINISHED. */
export function readBuyRecord(record: WireRecord, { timeZone, statusMap }: RecordOptions): BuySnapshot {
  const fields = new WireFields(record, timeZone);
  const common = readCommon(fields);
  const facts = {
    cryptoPrice: fields.price('cryptoPrice'),
    // The contract deprecates the lower-case spellings; they are the fallback.
    rampFee: fields.decimal('rampFee', 'rampfee'),
    networkFee: fields.decimal('networkFee', 'networkfee'),
    ...fields.decimals('amount', 'cryptoQuantity', 'rebateFiatAmount', 'rebateUsdAmount', 'fiatInUSD'),
    ...fields.decimals('rampFeeInUSD', 'cryptoNetworkFee', 'networkFeeInUSD', 'cryptoAmountInUSDT'),
    rampFeeUnit: fields.text('rampFeeUnit'),
    tokenAddress: fields.text('tokenAddress'),
    payType: fields.text('payType'),
    txHash: fields.hash('txHash'),
    rampCreatedAt: fields.moment('createTime'),
    paidAt: fields.moment('payTime'),
    transferredAt: fields.moment('txTime'),
  };
  const status = readStatus('BUY', common.rampStatus, statusMap);
  return { kind: 'BUY', ...common, status, country: fields.text('alpha2'), facts, unreadable: fields.unreadable };
}

/** `signature` is not verified: its algorithm is undocumented, and our signed request over TLS is proof enough. */
export function readSellRecord(record: WireRecord, { timeZone, statusMap }: RecordOptions): SellSnapshot {
  const fields = new WireFields(record, timeZone);
  const common = readCommon(fields);
  const payee = {
    name: fields.text('name'),
    account: fields.text('account'),
    card: fields.text('card'),
    email: fields.text('email'),
  };
  const facts = {
    cryptoPrice: fields.price('cryptoPrice'),
    ...fields.decimals('rampFee', 'cryptoAmount', 'cryptoActualAmount', 'fiatAmount'),
    orderPageUrl: fields.webAddress('orderAddress'),
    paymentType: fields.text('paymentType'),
    failReason: withoutPayee(fields.text('failReason'), payee),
    txHash: fields.hash('txHash'),
    // The customer pays in crypto: paid when it was confirmed on its chain.
    paidAt: fields.moment('completeTime'),
    transferredAt: fields.moment('payTime'),
    completedAt: fields.moment('receiptTime'),
  };
  const status = readStatus('SELL', common.rampStatus, statusMap);
  const tradeNo = fields.text('merchantOrderNo');
  const signature = fields.text('signature');
  return { kind: 'SELL', ...common, status, tradeNo, payee, signature, facts, unreadable: fields.unreadable };
}

/** `side` is not in the contract's SELL record; a record that names the other side is not a sale. */
const readCommon = (fields: WireFields) => ({
  side: fields.text('side'),
  orderNo: fields.text('orderNo'),
  appId: fields.text('appId'),
  rampStatus: fields.text('status'),
  address: fields.text('address'),
  crypto: fields.text('crypto'),
  network: fields.text('network'),
  fiat: fields.text('fiat'),
});

/** A bank may have quoted the account, and the reason is stored and shown as it is. */
function withoutPayee(reason: string | null, payee: Payee): string | null {
  if (reason === null) return null;
  const personal = Object.values(payee).filter((value): value is string => value !== null);
  return maskText(reason, personal, LONGEST_REASON);
}

/** `BUY:REFUNDED` to a status of ours. */
type FurtherStatuses = ReadonlyMap<string, string>;

/** null: an unknown word. Case-sensitive: a near match is unknown. */
export function readStatus<S extends Side>(
  side: S,
  word: string | null,
  further: FurtherStatuses,
): ProviderStatus<S> | null {
  if (word === null) return null;
  // A word equal to one of our own names means that status, unless a setting says otherwise. REJECTED is ours for a trade
  // that was refused at creation, so it is no word for one that exists.
  const own = word === 'REJECTED' ? null : word;
  const decided = further.get(`${side}:${word}`) ?? own;
  const ours: readonly ProviderStatus<S>[] = PROVIDER_STATUSES[side];
  // The contract's words win: a setting may extend the contract, not overrule it.
  return STATUS_BY_WORD[side].get(word) ?? ours.find((status) => status === decided) ?? null;
}

/** 4xx statuses about the caller or the timing, not about the order. */
const ABOUT_THE_CALL: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/** A record without any of these says nothing about a trade. */
const TRADE_FIELDS = ['orderNo', 'merchantOrderNo', 'status'];

/** The entry of `RAMP_NOT_FOUND` that this answer would match; null: none. A code with another meaning keeps it. */
export function notFoundShape({ status, parsed }: WireAnswer, codes: MerchantsCodes): string | null {
  if (parsed === null) return null;
  const isOk = status >= 200 && status < 300;
  const envelope = readEnvelope(parsed.json);
  if (envelope.kind === 'success' && isOk) {
    if (envelope.data === null) return 'null';
    return isWireRecord(envelope.data) && !describesTrade(envelope.data) ? 'empty' : null;
  }
  const speaksOfTheNumber = isOk || (status >= 400 && status < 500 && !ABOUT_THE_CALL.has(status));
  if (envelope.kind !== 'refusal' || !speaksOfTheNumber) return null;
  const { returnCode } = envelope;
  // The code's text "null" must not be confused with the setting's word for "success without data".
  if (NOT_FOUND_WORDS.includes(returnCode)) return null;
  return refusalByCode(envelope, codes).reason === 'undocumented' ? returnCode : null;
}

export function isConfiguredNotFound(
  answer: WireAnswer,
  side: Side,
  ramp: MerchantsCodes & { readonly notFound: NotFoundSettings },
): boolean {
  const form = notFoundShape(answer, ramp);
  return form !== null && ramp.notFound[side].has(form);
}

function describesTrade(record: WireRecord): boolean {
  return TRADE_FIELDS.some((name) => isPresent(member(record, name)));
}
