type Side = 'BUY' | 'SELL';

/**
 * Answers that mean "no such order", by side: return codes, and {@link NOT_FOUND_WORDS}. Empty: it is never believed.
 */
export type NotFoundSettings = Readonly<Record<Side, ReadonlySet<string>>>;

/** `null`: success without data; `empty`: success with a record that has neither number nor status. */
export const NOT_FOUND_WORDS: readonly string[] = ['null', 'empty'];

const ENTRY = /^(?:(BUY|SELL):)?\s*([^:\s][^:]*)$/;

/** Reads entries such as `1006`, `null`, `SELL:3200`; null: one of them is none. */
export function parseNotFound(entries: readonly string[]): NotFoundSettings | null {
  const found = { BUY: new Set<string>(), SELL: new Set<string>() };
  for (const entry of entries) {
    const [, side, form] = ENTRY.exec(entry) ?? [];
    if (form === undefined) return null;
    if (side !== 'SELL') found.BUY.add(form);
    if (side !== 'BUY') found.SELL.add(form);
  }
  return found;
}

/** The setting for what was seen; null: nothing was. A form of both sides stands without a side. */
export function notFoundValue(seen: Readonly<Record<Side, readonly string[]>>): string | null {
  const isOfBoth = (form: string): boolean => seen.BUY.includes(form) && seen.SELL.includes(form);
  const entries = (['BUY', 'SELL'] as const).flatMap((side) =>
    seen[side].map((form) => (isOfBoth(form) ? form : `${side}:${form}`)),
  );
  return entries.length === 0 ? null : [...new Set(entries)].join(',');
}
