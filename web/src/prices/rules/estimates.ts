const SIGNIFICANT = 4;

/**
 * The number of decimals for all estimates of a list, so that they compare at a glance: as many as they need, but at
 * most four significant ones of the smallest. Texts that are no plain decimals don't count.
 */
export function evenDecimals(estimates: readonly (string | null)[]): number {
  const fractions = estimates.flatMap((estimate) => {
    const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(estimate ?? '') ?? [];
    return [{ isBelowOne: /^0+$/.test(whole), fraction: fraction.replace(/0+$/, '') }];
  });
  const needed = Math.max(0, ...fractions.map(({ fraction }) => fraction.length));
  const most = Math.max(0, ...fractions.map(({ isBelowOne, fraction }) => (isBelowOne ? zerosBefore(fraction) : 0)));
  return Math.min(needed, most + SIGNIFICANT);
}

const zerosBefore = (fraction: string): number => /^0*/.exec(fraction)?.[0].length ?? 0;
