import { DAY, MINUTE } from '../../platform/time/time.js';

const LOCAL = /^(\d{4})(-?)(\d\d)\2(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;
const WITHOUT_MARKS = /^(\d{8})(\d\d)(\d\d)(\d\d)$/;
const WITH_ZONE = /^(.{17,29}?)\s?(?:(Z)|([+-])(\d\d):?(\d\d))$/;
const MILLISECONDS = /^[1-9]\d{12}$/;

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/**
 * null: unreadable. `yyyyMMdd HH:mm:ss` (the contract's format), `yyyyMMddHHmmss` and `yyyy-MM-dd HH:mm:ss` are local times of `timeZone`
 * (assumption: a setting states it). A `Z`, an offset or 13 digits of milliseconds determine the moment. Like
 * java.time, takes the earlier of an ambiguous local time and moves a skipped one on by the gap. Moments outside the
 * years 2000 to 2199 are unreadable: see `isNoTime`.
 */
export function readProviderTime(text: string, timeZone: string): Date | null {
  const moment = readMoment(text, timeZone);
  return moment !== null && moment >= EARLIEST && moment < LATEST ? new Date(moment) : null;
}

/** Common ways of writing "none": zeros, a negative number, the zero of an epoch, `9999-12-31 23:59:59`. */
export function isNoTime(text: string, timeZone: string): boolean {
  if (/^[-0:.TZ+\s]+$/.test(text) || /^-\d+$/.test(text)) return true;
  const moment = readMoment(text.includes(':') ? text : `${text} 00:00:00`, timeZone);
  return moment !== null && (moment < EARLIEST || moment >= LATEST);
}

function readMoment(text: string, timeZone: string): number | null {
  if (MILLISECONDS.test(text)) return Number(text);
  const [, local, utc, sign, hours, minutes] = WITH_ZONE.exec(text) ?? [];
  if (local !== undefined) {
    const clock = readClock(local);
    const offset = utc === undefined ? Number(hours) * 60 + Number(minutes) : 0;
    if (clock === null || offset > 14 * 60 || Number(minutes ?? 0) > 59) return null;
    return clock + (sign === '-' ? offset : -offset) * MINUTE;
  }
  const clock = readClock(text);
  return clock === null ? null : inZone(clock, timeZone);
}

/** The local time as if it were UTC, in milliseconds since 1970; null: no such date. */
function readClock(text: string): number | null {
  const [, year, , month, day, hour, minute, second, fraction = ''] =
    LOCAL.exec(text.replace(WITHOUT_MARKS, '$1 $2:$3:$4')) ?? [];
  if (year === undefined) return null;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  // Date rejects hour 25 in ISO text by itself, but accepts 31 February, hence the comparison.
  const iso = `${year}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${milliseconds}Z`;
  const clock = Date.parse(iso);
  return Number.isNaN(clock) || new Date(clock).toISOString() !== iso ? null : clock;
}

function inZone(clock: number, timeZone: string): number {
  // A zone changes its clock at most once within two days, so there are only these two offsets.
  const before = offsetAt(clock - DAY, timeZone);
  const after = offsetAt(clock + DAY, timeZone);
  const fitting = [clock - before, clock - after].filter((moment) => moment + offsetAt(moment, timeZone) === clock);
  return fitting.length > 0 ? Math.min(...fitting) : clock - before;
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = FORMATS.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  FORMATS.set(timeZone, format);
  return format;
}

/** The zone's offset from UTC at that moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const whole = Math.floor(moment / 1000) * 1000;
  const parts = formatOf(timeZone).formatToParts(whole);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const clock = [part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')] as const;
  return Date.UTC(...clock) - whole;
}
