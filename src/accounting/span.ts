/** Orders created at `from` or later and before `to`; null: no bound on that side. */
export interface Span {
  readonly from: Date | null;
  readonly to: Date | null;
}

export const ALL_TIME: Span = { from: null, to: null };
