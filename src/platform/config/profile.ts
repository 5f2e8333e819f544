import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { PROVIDER } from './table/provider.js';

/** Not part of the provider's dialect: the operator decides. */
const NOT_IN_A_PROFILE: ReadonlySet<string> = new Set(['RAMP_ALLOW_HTTP']);

/** Settings that a profile may hold: what describes the provider, and is no secret. */
export const PROFILE_SETTINGS = (Object.keys(PROVIDER) as (keyof typeof PROVIDER)[]).filter(
  (name) => PROVIDER[name].kind !== 'secret' && !NOT_IN_A_PROFILE.has(name),
);

export interface Profile {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly problems: readonly string[];
}

/** Reads a `RAMP_PROFILE`: lines of `NAME=value`, as `npm run conformance -- --profile` writes them. */
export function readProfile(file: string): Profile {
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
