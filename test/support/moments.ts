export const NOW = new Date('2026-01-31T12:00:00.000Z');
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `ms` after NOW; negative: before. */
export const at = (ms: number): Date => new Date(NOW.getTime() + ms);
