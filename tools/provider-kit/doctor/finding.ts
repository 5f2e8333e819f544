/** `warning`: it works, but the operator may want to act. `not_run`: another fault must be mended first. */
export type State = 'pass' | 'warning' | 'fail' | 'not_run';

export interface Finding {
  readonly state: State;
  /** For operators; never a secret, a token or a customer's whole address. */
  readonly detail: string;
  readonly fix: string | null;
}

/** Also names the scheme that the provider accepts; null: none of those tried. */
export interface SignatureFinding extends Finding {
  readonly accepted: string | null;
}

/** A row of the doctor's table, and an entry of `checks` in its JSON. */
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
