import { CALLBACK_FORMS, CALLBACK_METHODS, CALLBACK_SIGNATURES } from '../callbacks/callback-form.js';
import { DEFAULT_SETTINGS, LONGEST_WAIT_MS, SIGNATURES } from './settings.js';
import type { SandboxSettings } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings are malformed. The message names all of them and shows no value. */
class SandboxSettingsError extends Error {
  override readonly name = 'SandboxSettingsError';

  constructor(problems: readonly string[]) {
    super(`The sandbox's settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads SANDBOX_* from the environment; an empty value counts as not set. Throws {@link SandboxSettingsError}. */
export function readSettings(environment: Environment): SandboxSettings {
  const problems: string[] = [];

  const text = <T>(name: string, fallback: T): string | T => {
    const value = environment[name]?.trim();
    return value === undefined || value === '' ? fallback : value;
  };
  const integer = (name: string, fallback: number, max: number): number => {
    const value = text(name, String(fallback));
    if (/^\d{1,10}$/.test(value) && Number(value) <= max) return Number(value);
    problems.push(`${name} must be a whole number from 0 to ${max}`);
    return fallback;
  };
  const oneOf = <const T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = text(name, fallback);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  };
  /** A list; `none` is the empty one. */
  const someOf = <const T extends string>(
    name: string,
    fallback: readonly T[],
    allowed: readonly T[],
  ): readonly T[] => {
    const words = text(name, fallback.join())
      .split(',')
      .map((word) => word.trim());
    if (words.join() === 'none') return [];
    const found = allowed.filter((candidate) => words.includes(candidate));
    if (found.length !== words.length) problems.push(`${name} must be none, or a list of ${allowed.join(', ')}`);
    return found;
  };
  const checked = <T>(name: string, fallback: T, accepts: (value: string) => boolean, mustBe: string): string | T => {
    const value = text(name, fallback);
    if (typeof value === 'string' && value !== fallback && !accepts(value)) problems.push(`${name} must be ${mustBe}`);
    return value;
  };

  const defaults = DEFAULT_SETTINGS;
  const settings: SandboxSettings = {
    host: text('SANDBOX_HOST', defaults.host),
    port: integer('SANDBOX_PORT', defaults.port, 65_535),
    publicUrl: withoutEndSlash(
      checked('SANDBOX_PUBLIC_URL', defaults.publicUrl, isPlainWebAddress, 'an http(s) address without query'),
    ),
    appId: text('SANDBOX_APP_ID', defaults.appId),
    appSecret: text('SANDBOX_APP_SECRET', defaults.appSecret),
    accessToken: text('SANDBOX_ACCESS_TOKEN', defaults.accessToken),
    paceMs: integer('SANDBOX_PACE_MS', defaults.paceMs, LONGEST_WAIT_MS),
    callbacks: oneOf('SANDBOX_CALLBACKS', 'on', ['on', 'off']) === 'on',
    callbackForm: {
      form: oneOf('SANDBOX_CALLBACK_FORM', defaults.callbackForm.form, CALLBACK_FORMS),
      method: oneOf('SANDBOX_CALLBACK_METHOD', defaults.callbackForm.method, CALLBACK_METHODS),
      signatures: someOf('SANDBOX_CALLBACK_SIGNATURES', defaults.callbackForm.signatures, CALLBACK_SIGNATURES),
      wronglySigned: oneOf('SANDBOX_CALLBACK_KEY', 'right', ['right', 'wrong']) === 'wrong',
    },
    signature: oneOf('SANDBOX_SIGNATURE', defaults.signature, SIGNATURES),
    timeZone: checked('SANDBOX_TIME_ZONE', defaults.timeZone, isTimeZone, 'a name such as UTC or Asia/Singapore'),
    stateFile: text('SANDBOX_STATE_FILE', defaults.stateFile),
  };
  if (problems.length > 0) throw new SandboxSettingsError(problems);
  return settings;
}

function isPlainWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
}

function withoutEndSlash(address: string | null): string | null {
  return address === null ? null : address.replace(/\/+$/, '');
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
