/** With more payment methods than this, some are folded. */
const MOST = 5;
/** Folding fewer than two would save no room. */
const UNFOLDED = MOST - 1;

/** The methods to show before the visitor asks for all: the first ones, and always the chosen one. */
export function visibleMethods<Method>(all: readonly Method[], chosen: Method | undefined): readonly Method[] {
  if (all.length <= MOST) return all;
  const first = all.slice(0, UNFOLDED);
  if (chosen === undefined || first.includes(chosen) || !all.includes(chosen)) return first;
  return [...first.slice(0, -1), chosen];
}
