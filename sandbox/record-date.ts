import type { Behaviour } from './switches/behaviour.js';

export type DateFormat = Behaviour['dateFormat'];

/** A time (milliseconds since 1970) in the records' format and zone; '' for null. */
export function recordDate(moment: number | null, timeZone: string, format: DateFormat = 'contract'): string {
  if (moment === null) return '';
  if (format === 'millis') return String(moment);
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  const dashes = `${part('year')}-${part('month')}-${part('day')}`;
  switch (format) {
    case 'contract':
      return `${part('year')}${part('month')}${part('day')} ${time}`;
    case 'dashes':
      return `${dashes} ${time}`;
    case 'iso':
      return `${dashes}T${time}${part('timeZoneName')
        .replace(/^GMT(\+00:00)?$/, 'Z')
        .replace('GMT', '')}`;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

// Cached, because building a formatter is slow.
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, format);
  return format;
}
