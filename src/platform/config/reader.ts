import { readFileSync } from 'node:fs';
import { Secret } from '../shared/secret.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings are missing or malformed. The message names all of them and never shows a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads one setting after the other and collects what is wrong, so that an operator sees all of it at once.
 * An empty value counts as not set.
 */
export class SettingsReader {
  readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  optional(name: string): string | null {
    const value = this.environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  required(name: string): string {
    const value = this.optional(name);
    if (value === null) this.problems.push(`${name} is required`);
    return value ?? '';
  }

  /** A secret stands in the variable itself or in the file that `<name>_FILE` names. */
  secret(name: string): Secret | null {
    const direct = this.optional(name);
    const file = this.optional(`${name}_FILE`);
    if (direct !== null && file !== null) this.problems.push(`${name} and ${name}_FILE are both set: set one of them`);
    if (direct !== null) return new Secret(direct);
    if (file === null) return null;
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content !== '') return new Secret(content);
      this.problems.push(`${name}_FILE names an empty file`);
    } catch {
      this.problems.push(`${name}_FILE names a file that cannot be read`);
    }
    return new Secret('');
  }

  requiredSecret(name: string): Secret {
    const secret = this.secret(name);
    if (secret === null) this.problems.push(`${name} is required (or ${name}_FILE)`);
    return secret ?? new Secret('');
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.optional(name);
    if (text === null) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  oneOf<const T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const text = this.optional(name);
    if (text === null) return fallback;
    const value = allowed.find((candidate) => candidate === text);
    if (value === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return value ?? fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.oneOf(name, fallback ? 'true' : 'false', ['true', 'false']) === 'true';
  }

  /** Comma-separated; blanks around the items do not count. */
  list(name: string): string[] {
    return (this.optional(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  /**
   * An absolute http(s) URL without user, query or fragment. Given back as the URL parser writes it, so that what is
   * decided about it later (`https:` or not, loopback or not) is decided about what is used; without a slash at its end.
   */
  url(name: string, value: string | null): string | null {
    if (value === null || value === '') return null;
    // A lone `?` or `#` leaves no trace in the parsed URL, but would swallow the path that is appended.
    const url = /^https?:\/\/[^\s\\?#@]+$/i.test(value) && URL.canParse(value) ? new URL(value) : null;
    if (url === null) this.problems.push(`${name} must be an absolute http or https address without user and query`);
    return url === null ? '' : url.href.replace(/\/+$/, '');
  }

  /** Throws one {@link SettingsError} with everything that was found wrong so far. */
  finish(): void {
    if (this.problems.length > 0) throw new SettingsError(this.problems);
  }
}
