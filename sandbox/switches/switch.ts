/** A behaviour that the contract leaves open, with its choices. */
export interface Switch<T> {
  /** The setting with its initial value. */
  readonly env: string;
  readonly meaning: string;
  /** The choices, for people. */
  readonly choices: string;
  readonly fallback: T;
  /** Parses a value of a control body. Throws a {@link WrongValue}. */
  readonly fromJson: (value: unknown) => T;
  /** Parses a setting's non-empty text. Throws a {@link WrongValue}. */
  readonly fromText: (text: string) => T;
}

/** An invalid value. The message follows the switch's name and does not show the value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** The default of a switch as environment text. */
export function defaultText({ fallback }: Switch<unknown>): string {
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  if (typeof fallback === 'string' || typeof fallback === 'number') return String(fallback);
  if (Array.isArray(fallback)) return fallback.join() || 'none';
  const pairs = Object.entries(fallback ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  return pairs.join(',') || 'none';
}
