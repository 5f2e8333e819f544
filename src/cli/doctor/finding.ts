import type { RampRefused } from '../../ramp/port/ramp.errors.js';

/** What one check found out. */
export interface Finding {
  readonly ok: boolean;
  /** What was seen, in words for an operator; never a secret, a token or a whole address of a customer. */
  readonly detail: string;
  /** What to do; null: nothing has to be done. */
  readonly fix: string | null;
}

/** The signature's finding also says which scheme the provider accepts; null: none that was tried. */
export interface SignatureFinding extends Finding {
  readonly accepted: string | null;
}

/** A line of the doctor's table, and a member of `checks` in its JSON. */
export type Check = Readonly<{ name: string }> & (Finding | SignatureFinding);

export const passed = (detail: string): Finding => ({ ok: true, detail, fix: null });

/** Nothing is wrong, and still the operator may want to do something. */
export const noted = (detail: string, fix: string): Finding => ({ ok: true, detail, fix });

export const failed = (detail: string, fix: string): Finding => ({ ok: false, detail, fix });

/** It could not be looked at because of something else, which has a line of its own. */
export const notChecked = (because: string): Finding => ({
  ok: false,
  detail: `not checked: ${because}`,
  fix: 'Mend that first.',
});

/** The provider's own words. */
export const refusalSaid = ({ returnCode, returnMsg }: RampRefused): string =>
  returnMsg === null ? returnCode : `${returnCode} ${returnMsg}`;
