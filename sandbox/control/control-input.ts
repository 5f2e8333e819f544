/** An invalid control request: HTTP 400 or 404 with the message. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  constructor(
    message: string,
    readonly httpStatus: 400 | 404 = 400,
  ) {
    super(message);
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads fields of a control body; throws a {@link ControlError} that names the invalid field. */
export class ControlInput {
  private constructor(private readonly fields: JsonObject) {}

  /** A missing body counts as an empty object. */
  static of(body: unknown): ControlInput {
    return new ControlInput(object(body ?? {}, 'the body'));
  }

  has(name: string): boolean {
    return (this.fields[name] ?? null) !== null;
  }

  /** Refuses fields with other names. */
  allowOnly(names: readonly string[]): void {
    const strange = Object.keys(this.fields).find((name) => !names.includes(name));
    if (strange !== undefined) throw new ControlError(`${strange} is not among ${names.join(', ')}`);
  }

  text(name: string, fallback?: string): string {
    const value = this.fields[name] ?? fallback;
    if (typeof value !== 'string') throw new ControlError(`${name} must be a string`);
    return value;
  }

  /** A non-empty string. */
  filledText(name: string, fallback?: string): string {
    const value = this.text(name, fallback);
    if (value.trim() === '') throw new ControlError(`${name} must not be empty`);
    return value;
  }

  optionalText(name: string): string | null {
    return this.has(name) ? this.text(name) : null;
  }

  integer(name: string, min: number, max: number, fallback?: number): number {
    const value = this.fields[name] ?? fallback;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      throw new ControlError(`${name} must be an integer from ${min} to ${max}`);
    }
    return value;
  }

  number(name: string, min: number, max: number, fallback?: number): number {
    const value = this.fields[name] ?? fallback;
    // Written so that NaN is refused too.
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      throw new ControlError(`${name} must be a number from ${min} to ${max}`);
    }
    return value;
  }

  flag(name: string, fallback?: boolean): boolean {
    const value = this.fields[name] ?? fallback;
    if (typeof value !== 'boolean') throw new ControlError(`${name} must be true or false`);
    return value;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback?: T): T {
    const requested = this.fields[name] ?? fallback;
    const value = allowed.find((candidate) => candidate === requested);
    if (value === undefined) throw new ControlError(`${name} must be one of ${allowed.join(', ')}`);
    return value;
  }

  object(name: string): JsonObject {
    return object(this.fields[name] ?? {}, name);
  }

  /** Empty if missing. */
  list(name: string): readonly unknown[] {
    const value = this.fields[name] ?? [];
    if (!Array.isArray(value)) throw new ControlError(`${name} must be a list`);
    return value;
  }

  any(name: string): unknown {
    return this.fields[name];
  }
}

function object(value: unknown, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ControlError(`${name} must be a JSON object`);
  }
  return value as JsonObject;
}
