import { behaviourOf, SWITCHES } from '../switches/behaviour.js';
import type { Behaviour } from '../switches/behaviour.js';
import { WrongValue } from '../switches/switch.js';
import { DEFAULT_SETTINGS } from './settings.js';
import type { SandboxSettings } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Malformed settings. The message names all of them and shows no value. */
class SandboxSettingsError extends Error {
  override readonly name = 'SandboxSettingsError';

  constructor(problems: readonly string[]) {
    super(`The sandbox's settings are not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads SANDBOX_* from the environment; an empty value counts as unset. Throws {@link SandboxSettingsError}. */
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
  const webAddress = (name: string, fallback: string | null): string | null => {
    const value = text(name, fallback);
    if (value !== null && !isPlainWebAddress(value)) problems.push(`${name} must be an http(s) address without query`);
    return value;
  };
  const switched = (name: keyof Behaviour): unknown => {
    const { env, fallback, fromText } = SWITCHES[name];
    const value = text(env, null);
    try {
      return value === null ? fallback : fromText(value);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      problems.push(`${env} ${error.message}`);
      return fallback;
    }
  };

  const defaults = DEFAULT_SETTINGS;
  const settings: SandboxSettings = {
    host: text('SANDBOX_HOST', defaults.host),
    port: integer('SANDBOX_PORT', defaults.port, 65_535),
    publicUrl: withoutEndSlash(webAddress('SANDBOX_PUBLIC_URL', defaults.publicUrl)),
    appId: text('SANDBOX_APP_ID', defaults.appId),
    appSecret: text('SANDBOX_APP_SECRET', defaults.appSecret),
    appSecretNext: text('SANDBOX_APP_SECRET_NEXT', defaults.appSecretNext),
    accessToken: text('SANDBOX_ACCESS_TOKEN', defaults.accessToken),
    stateFile: text('SANDBOX_STATE_FILE', defaults.stateFile),
    ...behaviourOf(switched),
  };
  if (settings.secrets === 'next' && settings.appSecretNext === null) {
    problems.push('SANDBOX_SECRETS=next needs SANDBOX_APP_SECRET_NEXT');
  }
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
