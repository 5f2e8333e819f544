import type { RampRefused } from '../../../src/ramp/port/ramp.errors.js';

/** `warning`: it works, and still the operator may want to do something. `not_run`: something else has to be mended first. */
export type State = 'pass' | 'warning' | 'fail' | 'not_run';

/** What one check found out. */
export interface Finding {
  readonly state: State;
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

export const isOk = ({ state }: Finding): boolean => state === 'pass' || state === 'warning';

export const passed = (detail: string): Finding => ({ state: 'pass', detail, fix: null });

export const warned = (detail: string, fix: string): Finding => ({ state: 'warning', detail, fix });

export const failed = (detail: string, fix: string): Finding => ({ state: 'fail', detail, fix });

export const notRun = (because: string, fix = 'Mend that first.'): Finding => ({
  state: 'not_run',
  detail: because,
  fix,
});

/** The provider's own words. */
export const refusalSaid = ({ returnCode, returnMsg }: RampRefused): string =>
  returnMsg === null ? returnCode : `${returnCode} ${returnMsg}`;
