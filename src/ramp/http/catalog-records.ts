import type { CryptoPair, Quote, QuoteRequest } from '../ramp.types.js';
import { WireFields } from './wire-fields.js';
import { WireNumber, isWireList, isWireRecord, member } from './wire.js';
import type { Reading, WireRecord, WireValue } from './wire.js';

/** Quotes and the crypto list hold no dates. */
const NO_ZONE = 'UTC';

/**
 * The quotes in an answer: one record, or a list of them for BUY with type ALL. Both forms are read whatever was asked,
 * since they cannot be mistaken for each other; an entry that is no object makes the whole answer unreadable.
 * A quote that names no fiat or crypto is taken as one for what was asked about (assumption).
 */
export function readQuotes(data: WireValue, asked: Pick<QuoteRequest, 'fiat' | 'crypto'>): Reading<readonly Quote[]> {
  const entries = isWireList(data) ? data : [data];
  if (!entries.every(isWireRecord)) return { problem: 'a quote is not an object' };
  return { value: entries.map((entry) => readQuote(entry, asked)) };
}

function readQuote(record: WireRecord, asked: Pick<QuoteRequest, 'fiat' | 'crypto'>): Quote {
  const fields = new WireFields(record, NO_ZONE);
  return {
    fiat: fields.text('fiat') ?? asked.fiat,
    crypto: fields.text('crypto') ?? asked.crypto,
    payWayCode: fields.text('payWayCode'),
    cryptoPrice: fields.decimal('cryptoPrice'),
    cryptoQuantity: fields.decimal('cryptoQuantity'),
    fiatQuantity: fields.decimal('fiatQuantity'),
    rampFee: fields.decimal('rampFee'),
    rampFeeInUSD: fields.decimal('rampFeeInUSD'),
    networkFee: fields.decimal('networkFee'),
    cryptoNetworkFee: fields.decimal('cryptoNetworkFee'),
    rebateFiatAmount: fields.decimal('rebateFiatAmount'),
    rebateUsdAmount: fields.decimal('rebateUsdAmount'),
  };
}

/**
 * The pairs in an answer of the crypto list. An entry that is no object or lacks crypto or network is left out, so that
 * one bad entry does not close the shop; when no entry at all can be read, the answer makes no sense.
 */
export function readCryptoList(data: WireValue): Reading<readonly CryptoPair[]> {
  if (!isWireList(data)) return { problem: 'the crypto list is not a list' };
  const pairs = data.map(readPair).filter((pair) => pair !== null);
  if (pairs.length === 0 && data.length > 0) return { problem: 'no entry of the crypto list can be read' };
  return { value: pairs };
}

function readPair(entry: WireValue): CryptoPair | null {
  if (!isWireRecord(entry)) return null;
  const fields = new WireFields(entry, NO_ZONE);
  const crypto = fields.text('crypto');
  const network = fields.text('network');
  if (crypto === null || network === null) return null;
  return {
    crypto,
    network,
    buyEnabled: isOn(member(entry, 'buyEnable')),
    sellEnabled: isOn(member(entry, 'sellEnable')),
    minBuyAmount: fields.decimal('minPurchaseAmount'),
    maxBuyAmount: fields.decimal('maxPurchaseAmount'),
    minSellAmount: fields.decimal('minSellAmount'),
    maxSellAmount: fields.decimal('maxSellAmount'),
    icon: fields.text('icon'),
    address: fields.text('address'),
  };
}

/** The contract has the integers 1 and 0; everything that is not a clear yes is a no. */
function isOn(value: WireValue | undefined): boolean {
  const text = value instanceof WireNumber ? value.digits : value;
  return text === true || text === '1';
}
