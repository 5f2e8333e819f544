import type { Side, TradeSnapshot } from '../port/ramp.types.js';
import { readBuyRecord } from './buy-record.js';
import type { RecordReading } from './buy-record.js';
import { tells } from './not-found.js';
import { readSellRecord } from './sell-record.js';
import { isWireRecord } from './wire.js';
import type { Reading, WireValue } from './wire.js';

/** Reads the record of the queried side from a query's answer other than *not found*. */
export function readTradeAnswer(data: WireValue, side: Side, reading: RecordReading): Reading<TradeSnapshot> {
  if (!isWireRecord(data)) return { problem: 'there is no record' };
  if (!tells(data)) return { problem: 'the record says neither what it is of, nor how that stands' };
  return { value: side === 'BUY' ? readBuyRecord(data, reading) : readSellRecord(data, reading) };
}
