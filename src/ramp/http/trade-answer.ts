import type { Side, TradeSnapshot } from '../ramp.types.js';
import { readBuyRecord } from './buy-record.js';
import type { RecordReading } from './buy-record.js';
import { readSellRecord } from './sell-record.js';
import { isWireRecord } from './wire.js';
import type { Reading, WireValue } from './wire.js';

/**
 * The data of a query's answer: the record of the side that was asked for, or null where the provider says that it
 * knows no such order (assumption: success with null data; the contract does not show the answer to an unknown number).
 */
export function readTradeAnswer(data: WireValue, side: Side, reading: RecordReading): Reading<TradeSnapshot | null> {
  if (data === null) return { value: null };
  if (!isWireRecord(data)) return { problem: 'the record is not an object' };
  return { value: side === 'BUY' ? readBuyRecord(data, reading) : readSellRecord(data, reading) };
}
