import { isNoTime, readProviderTime } from '../../../../src/ramp/wire/provider-time.js';
import type { ReportFinding } from '../report.js';
import { RECORD_DATES } from './documented.js';
import { notSeen, plain } from './finding.js';
import { BUY_PROBES, recordsOf, SELL_PROBES } from './record-points.js';
import type { Seen } from './seen.js';
import { textIn } from './text.js';
import { zoneAt } from './zone.js';
import { MINUTE } from '../../../../src/platform/time/time.js';

const QUARTER = 15 * MINUTE;
/** Creating an order takes a while, and clocks differ. */
const UNSHARP_MS = 2 * MINUTE;

const FORMATS: readonly (readonly [name: string, pattern: RegExp, saysItsZone: boolean])[] = [
  ['yyyyMMdd HH:mm:ss', /^\d{8} \d\d:\d\d:\d\d$/, false],
  ['yyyy-MM-dd HH:mm:ss', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/, false],
  ['yyyy-MM-ddTHH:mm:ss', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/, false],
  ['ISO 8601 with zone', /^\d{4}-?\d\d-?\d\d[T ]\d\d:\d\d:\d\d(\.\d+)? ?(Z|[+-]\d\d:?\d\d)$/, true],
  ['milliseconds', /^\d{13}$/, true],
  ['seconds', /^\d{10}$/, true],
];

export function dateFormat(seen: Seen): ReportFinding {
  const dates = recordsOf(seen, [...BUY_PROBES, ...SELL_PROBES]).flatMap(({ record }) =>
    RECORD_DATES.flatMap((name) => textIn(record, name) ?? []),
  );
  if (dates.length === 0) return notSeen('no order with a date to look at');
  const formats = [...new Set(dates.map((date) => formatOf(date)?.[0] ?? 'other'))].sort();
  const unreadable = dates.some((date) => readProviderTime(date, 'UTC') === null && !isNoTime(date, 'UTC'));
  const detail = `${formats.join(', ')}${unreadable ? ': the service cannot read all of them' : ''}`;
  return plain(formats.length === 1 ? (formats[0] ?? '') : formats, detail);
}

/** The zone of dates without one: a new order's date should equal the present time. */
export function dateZone(seen: Seen): ReportFinding {
  const record = seen.record('created-by-order-no') ?? seen.record('created-by-merchant-no');
  const made = seen.answered('create');
  if (record === null || made === null) return notSeen('needs an order that was just made (--create)');
  const date = textIn(record, 'createTime');
  const written = date === null ? null : readProviderTime(date, 'UTC');
  if (date === null || written === null) return notSeen('createTime cannot be read');
  if (formatOf(date)?.[2] === true) return plain('in-the-date', 'each date says its zone itself');

  const offset = written.getTime() - (made.midway + seen.asked.offsetMs);
  const quarters = Math.round(offset / QUARTER);
  const clock = 'the clock by which timestamps are checked';
  if (Math.abs(offset - quarters * QUARTER) > UNSHARP_MS) {
    return plain(
      'unclear',
      `createTime is ${Math.round(offset / MINUTE)} minutes from ${clock}: no zone is that far off`,
    );
  }
  const zone = zoneAt(quarters * 15);
  if (zone === null)
    return plain('unclear', `createTime is ${quarters * 15} minutes from ${clock}: no zone is known for that`);
  const season = zone === 'UTC' ? '' : '; put the name of its own zone if its clocks change with the season';
  return { value: zone, detail: `by ${clock}${season}`, setting: `RAMP_TIME_ZONE=${zone}` };
}

function formatOf(date: string) {
  return FORMATS.find(([, pattern]) => pattern.test(date));
}
