import { sameTerm } from '../../platform/terms/terms.js';

export const PAUSE_FIELDS = ['side', 'fiat', 'crypto', 'network', 'payWayCode', 'country'] as const;
type PauseField = (typeof PAUSE_FIELDS)[number];

/** What is paused; null matches everything. */
export type PauseScope = { readonly [F in PauseField]: string | null };

/** What is asked for, as far as it is known. */
export type PausableTerms = { readonly [F in PauseField]?: string | null | undefined };

/** `until`: when the last of the matching pauses ends; null: not known. */
export interface Paused {
  readonly until: Date | null;
}

/** null: no pause matches. A pause of a term that is not known does not match. */
export function pausedBy(pauses: readonly (PauseScope & Paused)[], terms: PausableTerms): Paused | null {
  const ends = pauses.filter((pause) => matches(pause, terms)).map(({ until }) => until);
  if (ends.length === 0) return null;
  const times = ends.map((until) => until?.getTime() ?? Infinity);
  return { until: ends[times.indexOf(Math.max(...times))] ?? null };
}

const matches = (pause: PauseScope, terms: PausableTerms): boolean =>
  PAUSE_FIELDS.every((field) => pause[field] === null || sameTerm(field, pause[field], terms[field] ?? null));
