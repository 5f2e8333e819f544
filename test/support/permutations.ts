/** All permutations. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_other, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
