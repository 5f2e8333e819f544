/** What is promised of one thing, such as a field, as a set of words: `string`, `not-null`. */
export type Fact = readonly [thing: string, ...words: readonly string[]];

/** By subject (an operation, a schema, a table) and thing: the words, with blanks between. */
export type Promises = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Demanded of users. Any other word is given to them. */
export const MUST = 'must';

export function promisesOf(facts: Readonly<Record<string, readonly Fact[]>>): Promises {
  const entries = Object.entries(facts).map(([subject, some]) => {
    const words = new Map<string, Set<string>>();
    for (const [thing, ...more] of some) words.set(thing, new Set([...(words.get(thing) ?? []), ...more]));
    const joined = (set: ReadonlySet<string>): string => [...set].map((word) => word.replaceAll(' ', '_')).join(' ');
    return [subject, Object.fromEntries([...words].map(([thing, set]) => [thing, joined(set)]))];
  });
  return Object.fromEntries(entries) as Promises;
}

/** Things and words that are gone, and new demands of promised subjects. A new subject breaks nothing. */
export function brokenPromises(promised: Promises, today: Promises): string[] {
  return Object.entries(promised).flatMap(([subject, things]) => {
    const now = today[subject] ?? {};
    const of = (all: Promises[string], thing: string): readonly string[] => all[thing]?.split(' ') ?? [];
    const lost = Object.keys(things).flatMap((thing) => {
      const words = of(things, thing).filter((word) => word !== MUST);
      const gone = thing in now ? words.filter((word) => !of(now, thing).includes(word)) : ['altogether'];
      return gone.map((word) => `gone: ${subject}: ${thing}: ${word}`);
    });
    const demanded = Object.keys(now).filter(
      (thing) => of(now, thing).includes(MUST) && !of(things, thing).includes(MUST),
    );
    return [...lost, ...demanded.map((thing) => `demanded: ${subject}: ${thing}`)];
  });
}

export const defaultWord = (value: unknown): string =>
  `default=${typeof value === 'string' ? value : JSON.stringify(value)}`;
