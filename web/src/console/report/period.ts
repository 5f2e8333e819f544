/** Days of a report, both included, in UTC as `2026-01-31`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** From the address; without one, the present month. */
export function periodOf(query: Readonly<Record<string, string>>, now: Date): Period {
  const month = monthOf(now, 0);
  const { from = '', to = '' } = query;
  return { from: isDay(from) ? from : month.from, to: isDay(to) ? to : month.to };
}

/** The first and the last day of the month `back` months ago (UTC). */
export function monthOf(now: Date, back: number): Period {
  const day = (month: number, date: number): string => dayOf(new Date(Date.UTC(now.getUTCFullYear(), month, date)));
  const month = now.getUTCMonth() - back;
  return { from: day(month, 1), to: day(month + 1, 0) };
}

/** The service takes the first day that is left out. */
export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return dayOf(date);
}

/** Of the calendar: some browsers read 31 February as 3 March, all refuse day 99. */
function isDay(text: string): boolean {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');
  return !Number.isNaN(date.getTime()) && dayOf(date) === text;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
