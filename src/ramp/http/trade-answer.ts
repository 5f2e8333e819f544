import type { Side, TradeSnapshot } from '../ramp.types.js';
import { readBuyRecord } from './buy-record.js';
import type { RecordReading } from './buy-record.js';
import { isSaid } from './envelope.js';
import { readSellRecord } from './sell-record.js';
import { isWireRecord, member } from './wire.js';
import type { Reading, WireValue } from './wire.js';

/** Without any of these a record says nothing of any trade. */
const TELLING = ['orderNo', 'merchantOrderNo', 'status'];

/**
 * The data of a query's answer: the record of the side that was asked for, or null where the provider says that it
 * knows no such order (assumption: success with null data; the contract does not show the answer to an unknown number).
 * An empty record is no word about the trade: it may be how this provider says "unknown", which we then have to learn.
 */
export function readTradeAnswer(data: WireValue, side: Side, reading: RecordReading): Reading<TradeSnapshot | null> {
  if (data === null) return { value: null };
  if (!isWireRecord(data)) return { problem: 'the record is not an object' };
  if (!TELLING.some((name) => isSaid(member(data, name)))) {
    return { problem: 'the record says neither what it is of, nor how that stands' };
  }
  return { value: side === 'BUY' ? readBuyRecord(data, reading) : readSellRecord(data, reading) };
}
