/**
 * An answer of the provider with a date, in milliseconds since 1970: `date` by the provider's clock, in whole seconds as
 * HTTP writes it; the others by our own, before the request was sent and after the answer had come.
 */
export interface DatedAnswer {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly date: number;
}

/** By how much the provider's clock is ahead of ours: somewhere from `from` to `to`, in milliseconds. */
interface Bounds {
  readonly from: number;
  readonly to: number;
}

const MOST_ANSWERS = 8;
const OLDEST_MS = 10 * 60_000;
const DATE_STEP_MS = 1000;

/** The answers that count from now on, the newest last. One from long ago, or from a future of ours, counts no more. */
export function withAnswer(answers: readonly DatedAnswer[], newest: DatedAnswer): readonly DatedAnswer[] {
  const { receivedAt: now } = newest;
  const counting = answers.filter(({ receivedAt }) => receivedAt <= now && now - receivedAt <= OLDEST_MS);
  return [...counting, newest].slice(-MOST_ANSWERS);
}

/** Of these answers, those that do not contradict the newest one: where that one is known to be right, they are stale. */
export function agreeingWithNewest(answers: readonly DatedAnswer[]): readonly DatedAnswer[] {
  const newest = answers.at(-1);
  if (newest === undefined) return [];
  const bounds = boundsOf(newest);
  return answers.filter((answer) => overlap(boundsOf(answer), bounds));
}

/**
 * By how much the provider's clock is ahead of ours, in milliseconds; null: nothing is known. Each answer proves bounds: it
 * was dated after we had sent, before we had received, and within the second that its date names. Where most answers agree
 * the offset is; the others were dated by some other clock, or while ours was being set. Of two that contradict each
 * other the newer one is right.
 */
export function clockOffset(answers: readonly DatedAnswer[]): number | null {
  const all = answers.map(boundsOf);
  const groups = all.map((bounds) => all.filter(({ from, to }) => from <= bounds.from && bounds.from <= to));
  // From the newest on, so that it wins where two groups are equally large.
  const best = groups
    .toReversed()
    .reduce<readonly Bounds[]>((most, group) => (group.length > most.length ? group : most), []);
  if (best.length === 0) return null;
  const from = Math.max(...best.map((bounds) => bounds.from));
  const to = Math.min(...best.map((bounds) => bounds.to));
  return Math.round((from + to) / 2);
}

function boundsOf({ sentAt, receivedAt, date }: DatedAnswer): Bounds {
  return { from: date - receivedAt, to: date + DATE_STEP_MS - sentAt };
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.from <= b.to && b.from <= a.to;
}
