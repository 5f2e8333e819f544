import { signingKeyOf } from './webhook-signature.js';
import type { SigningKey } from './webhook-signature.js';

/** How long messages are also signed with a replaced secret. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;
/** Each key adds a signature header to every message, so the oldest beyond this number are dropped. */
const MOST_KEYS = 10;

/** A signing key of an endpoint. `until` is null for the current key; a replaced key is valid until then. */
export interface EndpointKey {
  readonly key: SigningKey;
  readonly until: Date | null;
}

export const onlyKey = (key: SigningKey): EndpointKey[] => [{ key, until: null }];

/** Newest first. Each former key keeps its own expiry, because a receiver may still hold any of them. */
export function replaced(keys: readonly EndpointKey[], by: SigningKey, now: Date): EndpointKey[] {
  const end = new Date(now.getTime() + OVERLAP_MS);
  const former = keys
    .filter(({ key, until }) => key.secret !== by.secret && (until === null || until > now))
    .map(({ key, until }) => ({ key, until: until ?? end }));
  return [...onlyKey(by), ...former].slice(0, MOST_KEYS);
}

export const goodKeys = (keys: readonly EndpointKey[], now: Date): SigningKey[] =>
  keys.filter(({ until }) => until === null || until > now).map(({ key }) => key);

/** Storage format: a line per key, with its expiry after a space. */
export const keysText = (keys: readonly EndpointKey[]): string =>
  keys.map(({ key, until }) => (until === null ? key.secret : `${key.secret} ${until.toISOString()}`)).join('\n');

/** Throws if a line does not hold a valid secret. */
export const keysOfText = (text: string): EndpointKey[] =>
  text.split('\n').map((line) => {
    const [secret = '', until] = line.split(' ');
    return { key: signingKeyOf(secret), until: until === undefined ? null : new Date(until) };
  });
