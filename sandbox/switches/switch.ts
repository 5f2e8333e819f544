/** Something that the contract leaves open and that the sandbox can do in more than one way. */
export interface Switch<T> {
  /** The setting that says how it stands at the start. */
  readonly env: string;
  readonly meaning: string;
  /** What can be chosen, for people. */
  readonly choices: string;
  readonly fallback: T;
  /** Reads the value of a control's body. Throws a {@link WrongValue}. */
  readonly fromJson: (value: unknown) => T;
  /** Reads a setting's text, which is never empty. Throws a {@link WrongValue}. */
  readonly fromText: (text: string) => T;
}

/** A value that a switch cannot take; the message goes on after the switch's name, and never shows the value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** The default of a switch as it would stand in the environment. */
export function defaultText({ fallback }: Switch<unknown>): string {
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  if (typeof fallback === 'string' || typeof fallback === 'number') return String(fallback);
  if (Array.isArray(fallback)) return fallback.join() || 'none';
  const pairs = Object.entries(fallback ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  return pairs.join(',') || 'none';
}
