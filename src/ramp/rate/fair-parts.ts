/** A replica, and how many calls a second it could use. */
export interface Wish {
  readonly replica: string;
  readonly wants: number;
}

/**
 * What each replica is entitled to of `rate` calls a second. All are entitled to equal parts; what some do not want goes
 * to those who do. Of what nobody wants, each gets a cushion for calls to come, at most half of an equal part, and the
 * rest stays free for whoever needs it first. While there are two for each, nobody is left without one. Calls that cannot
 * be divided evenly go round, one place further with each `turn`.
 */
export function fairParts(rate: number, wishes: readonly Wish[], turn: number): ReadonlyMap<string, number> {
  const inTurn = rotated(
    [...wishes].sort((a, b) => (a.replica < b.replica ? -1 : 1)),
    turn,
  );
  const least = rate >= 2 * inTurn.length ? 1 : 0;
  const wanted = fill(
    rate,
    inTurn.map(({ wants }) => Math.max(wants, least)),
  );
  const cushion = Math.ceil(rate / (2 * inTurn.length));
  const cushions = fill(
    rate - sum(wanted),
    wanted.map((part) => Math.max(0, cushion - part)),
  );
  return new Map(inTurn.map(({ replica }, i) => [replica, (wanted[i] ?? 0) + (cushions[i] ?? 0)]));
}

/** Gives all the same, nobody more than wanted, until nothing is left; the first ones get what is left over. */
function fill(total: number, wants: readonly number[]): number[] {
  const parts = wants.map(() => 0);
  let left = total;
  for (;;) {
    const open = wants.flatMap((want, i) => (want > (parts[i] ?? 0) ? [i] : []));
    if (open.length === 0 || left < 1) return parts;
    const each = Math.max(1, Math.floor(left / open.length));
    for (const i of open) {
      const given = Math.min(each, (wants[i] ?? 0) - (parts[i] ?? 0), left);
      parts[i] = (parts[i] ?? 0) + given;
      left -= given;
    }
  }
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const from = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
