/** One zone for each offset that is not a whole number of hours, and for +08:00 the likely one. */
const NAMED: ReadonlyMap<number, string> = new Map([
  [0, 'UTC'],
  [480, 'Asia/Singapore'],
  [-570, 'Pacific/Marquesas'],
  [210, 'Asia/Tehran'],
  [270, 'Asia/Kabul'],
  [330, 'Asia/Kolkata'],
  [345, 'Asia/Kathmandu'],
  [390, 'Asia/Yangon'],
  [525, 'Australia/Eucla'],
  [570, 'Australia/Darwin'],
]);

/** A zone whose offset is always `minutes`; null: none known. */
export function zoneAt(minutes: number): string | null {
  const named = NAMED.get(minutes);
  if (named !== undefined) return named;
  const hours = minutes / 60;
  if (!Number.isInteger(hours) || hours < -12 || hours > 14) return null;
  // The signs in these names are inverted: Etc/GMT-5 is five hours ahead.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
