/** A moment (milliseconds since 1970) as records write it, `yyyyMMdd HH:mm:ss` in the given zone; '' for null. */
export function recordDate(moment: number | null, timeZone: string): string {
  if (moment === null) return '';
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${part('year')}${part('month')}${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

// Building a formatter takes far longer than using it.
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}
