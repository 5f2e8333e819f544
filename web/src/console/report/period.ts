/** Days of a report, both included, in UTC as `2026-01-31`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** From the address; without one, the present month until today. */
export function periodOf(query: Readonly<Record<string, string>>, now: Date): Period {
  const today = dayOf(now);
  const { from = '', to = '' } = query;
  return {
    from: DAY.test(from) ? from : `${today.slice(0, 8)}01`,
    to: DAY.test(to) ? to : today,
  };
}

/** The service takes the first day that is left out. */
export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return dayOf(date);
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
