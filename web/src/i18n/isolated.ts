type Values = Readonly<Record<string, string | number>>;

/** Unicode's isolates: from right to left, by the first strong letter, and their end. */
const [RLI, FSI, PDI] = ['\u2067', '\u2068', '\u2069'];

/**
 * Values that keep their own direction in a text from right to left. A value with isolates of its own is composed of
 * such a text: its direction is stated, since first letters within isolates do not count.
 */
export const isolated = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(String(value))]));

const isolate = (value: string): string => `${value.includes(PDI) ? RLI : FSI}${value}${PDI}`;
