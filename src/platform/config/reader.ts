import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { PROVIDER } from './table/provider.js';
import { Secret } from '../callers/secret.js';
import { isSettingName, SETTINGS } from './settings-table.js';
import type { Choice, Given, NameOf, SettingName, SettingVariable } from './settings-table.js';
import { isHostName, isLoopbackUrl, parsedUrl } from '../text/urls.js';

/** Not part of the provider's dialect: the operator decides. */
const NOT_IN_A_PROFILE: ReadonlySet<string> = new Set([
  'RAMP_ALLOW_HTTP',
  'RAMP_ASK_BEFORE_SEND',
  'RAMP_MAX_CONCURRENCY',
  'RAMP_MAX_RPS',
  'RAMP_PROFILE',
  'RAMP_TIMEOUT_MS',
]);

/** Settings that a profile may hold: what describes the provider, and is no secret. */
export const PROFILE_SETTINGS = (Object.keys(PROVIDER) as (keyof typeof PROVIDER)[]).filter(
  (name) => PROVIDER[name].kind !== 'secret' && !NOT_IN_A_PROFILE.has(name),
);

interface Profile {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly problems: readonly string[];
}

/** Reads a `RAMP_PROFILE`: lines of `NAME=value`, as `npm run conformance -- --profile` writes them. */
function readProfile(file: string): Profile {
  let text: string;
  try {
    // Node 20 reads a last line without its end as a setting, even a comment.
    text = `${readFileSync(file, 'utf8').trim()}\n`;
  } catch {
    return { values: {}, problems: ['RAMP_PROFILE names a file that cannot be read'] };
  }
  const values = parseEnv(text);
  const others = Object.keys(values).filter((name) => !PROFILE_SETTINGS.some((known) => known === name));
  return { values, problems: others.map((name) => `RAMP_PROFILE holds ${name}, which does not describe the provider`) };
}

/** Docker's env files and some others keep quotes. */
const QUOTED = /^(["'`])(.*)\1$/s;
/** Placeholders of examples, and variables that were not filled in. */
const PLACEHOLDER =
  /^(?:<.*>|\$\{?\w+\}?|\{\{.*\}\}|(?:change|replace)[-_ ]?(?:me|this)|todo|tbd|x{3,9}|.*\byour[-_ ][a-z].*)$/i;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings are missing or malformed. The message names and explains all of them and never shows a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map(explained).join('\n')}`);
  }
}

/** A problem begins with the name of its setting. */
function explained(problem: string): string {
  const name = /^[A-Z_]+/.exec(problem)?.[0].replace(/_FILE$/, '') ?? '';
  return `  - ${problem}${isSettingName(name) ? `\n      ${SETTINGS[name].says}` : ''}`;
}

function valueIn(values: Environment, name: string): string | null {
  const value = values[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

/** An empty value counts as not set. */
export class SettingsReader {
  readonly problems: string[] = [];
  private profile: Environment = {};

  constructor(private readonly environment: Environment) {
    const file = this.given('RAMP_PROFILE');
    if (file === null) return;
    const { values, problems } = readProfile(file);
    this.profile = values;
    this.problems.push(...problems);
  }

  given(name: SettingVariable): string | null {
    const value = valueIn(this.environment, name) ?? valueIn(this.profile, name);
    if (value === null || name === 'RAMP_CALLBACK_REPLY_BODY') return value;
    const [, , bare = null] = QUOTED.exec(value) ?? [];
    if (bare !== null) this.problems.push(`${name} must not stand in quotes: what set it has kept them in the value`);
    if (PLACEHOLDER.test(bare ?? value))
      this.problems.push(`${name} must be your own value in place of the placeholder`);
    return bare ?? value;
  }

  text<N extends NameOf<'text'>>(name: N): Given<N, string> {
    const text = this.given(name);
    if (text !== null) this.#check(name, text);
    return (text ?? this.#without(name)) as Given<N, string>;
  }

  /** In the variable itself or in the file that `<name>_FILE` names. */
  secret(name: NameOf<'secret'>): Secret | null {
    const direct = this.given(name);
    const file = this.given(`${name}_FILE`);
    if (direct !== null && file !== null) this.problems.push(`${name} and ${name}_FILE are both set: set one of them`);
    if (direct !== null) return this.#secret(name, direct);
    if (file === null) return null;
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content !== '') return this.#secret(name, content);
      this.problems.push(`${name}_FILE names an empty file`);
    } catch {
      this.problems.push(`${name}_FILE names a file that cannot be read`);
    }
    return new Secret('');
  }

  #secret(name: SettingName, text: string): Secret {
    this.#check(name, text);
    return new Secret(text);
  }

  requiredSecret(name: NameOf<'secret'>): Secret {
    const secret = this.secret(name);
    if (secret === null) this.problems.push(`${name} is required (or ${name}_FILE)`);
    return secret ?? new Secret('');
  }

  /** `fallback`: where the default depends on something. */
  integer<N extends NameOf<'integer'>>(name: N): Given<N, number>;
  integer(name: NameOf<'integer'>, fallback: number): number;
  integer(name: NameOf<'integer'>, fallback?: number): number | null {
    const { min, max, unit, default: usual } = SETTINGS[name];
    const text = this.given(name);
    if (text === null) return fallback ?? usual;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const what = unit === 'ms' ? 'whole number of milliseconds, without unit,' : 'whole number';
    this.problems.push(`${name} must be a ${what} from ${min} to ${max}`);
    return fallback ?? usual;
  }

  oneOf<N extends NameOf<'choice'>>(name: N): Choice<N> {
    const { values, default: usual } = SETTINGS[name];
    return this.#oneOf(name, usual, values) as Choice<N>;
  }

  flag(name: NameOf<'boolean'>): boolean {
    return this.#oneOf(name, String(SETTINGS[name].default), ['true', 'false']) === 'true';
  }

  list(name: NameOf<'list'>): readonly string[] {
    const items = (this.given(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    this.#check(name, ...items);
    return items.length === 0 ? SETTINGS[name].default : items;
  }

  /** The values of a list of `field=value`. */
  fields(name: NameOf<'list'>): Readonly<Record<string, string | undefined>> {
    const entries = this.list(name).map((entry) => entry.split(/=(.*)/s) as [string, string]);
    const values = Object.fromEntries(entries);
    if (Object.keys(values).length < entries.length) this.problems.push(`${name} must name each field once`);
    return values;
  }

  /** As the URL parser writes it, so that checks see what is used; without a slash at its end. */
  url<N extends NameOf<'url'>>(name: N, value = this.given(name)): Given<N, string> {
    if (value === null) return this.#without(name) as Given<N, string>;
    // A lone `?` or `#` leaves no trace in the parsed URL, but would swallow the path that is appended.
    const url = /^https?:\/\/[^\s\\?#@]+$/i.test(value) ? parsedUrl(value) : null;
    if (url !== null && isHostName(url.hostname)) return this.#url(name, url.href.replace(/\/+$/, ''));
    this.problems.push(`${name} must be an absolute http or https address without user and query`);
    return '';
  }

  #url(name: NameOf<'url'>, url: string): string {
    const { httpsBecause } = SETTINGS[name];
    this.#check(name, url);
    if (httpsBecause !== undefined) requireHttps(this, name, url, `: ${httpsBecause}`);
    return url;
  }

  isSet(name: SettingName): boolean {
    const isInFile = SETTINGS[name].kind === 'secret' && this.given(`${name}_FILE` as SettingName) !== null;
    return isInFile || this.given(name) !== null;
  }

  /** Set, and not to its default. */
  isChanged(name: SettingName): boolean {
    return this.isSet(name) && this.given(name) !== String(SETTINGS[name].default);
  }

  /** Are all of these set? Tells where only some are, and where none is although others are that `need` them. */
  areTogether(names: readonly NameOf<'text' | 'url' | 'secret'>[], need: readonly SettingName[] = []): boolean {
    const set = names.filter((name) => this.isSet(name));
    if (set.length === names.length) return true;
    const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
    if (set.length > 0) this.problems.push(`${list} are set together or not at all`);
    else
      for (const name of need.filter((one) => this.isSet(one)))
        this.problems.push(`${name} does nothing without ${names[0] ?? ''}`);
    return false;
  }

  #check(name: SettingName, ...texts: readonly string[]): void {
    const [holds, words] = SETTINGS[name].must ?? [];
    if (holds !== undefined && !texts.every(holds)) this.problems.push(`${name} must ${words ?? ''}`);
  }

  #oneOf(name: SettingName, fallback: string, allowed: readonly string[]): string {
    const text = this.given(name);
    if (text === null || allowed.includes(text)) return text ?? fallback;
    this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return fallback;
  }

  #without(name: NameOf<'text' | 'url'>): string | null {
    const { required, default: usual } = SETTINGS[name];
    if (required !== true) return usual;
    this.problems.push(`${name} is required`);
    return '';
  }
}

/** Throws one {@link SettingsError} with everything that is wrong. */
export function readWhole<T>(environment: Environment, settings: (read: SettingsReader) => T): T {
  const read = new SettingsReader(environment);
  const value = settings(read);
  // A setting that is read twice is wrong once.
  if (read.problems.length > 0) throw new SettingsError([...new Set(read.problems)]);
  return value;
}

function requireHttps(read: SettingsReader, name: string, url: string | null, why: string): void {
  if (url?.startsWith('http:') === true && !isLoopbackUrl(url)) read.problems.push(`${name} must be https${why}`);
}

/** Requires TLS for tokens and signed requests, unless `RAMP_ALLOW_HTTP` is set. */
export function requireHttpsToProvider(read: SettingsReader, name: string, url: string): void {
  if (read.flag('RAMP_ALLOW_HTTP')) return;
  requireHttps(read, name, url, ' (http is for loopback, or with RAMP_ALLOW_HTTP=true)');
}
