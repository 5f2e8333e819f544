import { signingKeyOf } from './webhook-signature.js';
import type { SigningKey } from './webhook-signature.js';

/** For so long after it was replaced messages are signed with a secret too. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;
/** Each is a signature in the header of every message: the oldest of more than these is given up. */
const MOST_KEYS = 10;

/** One of the keys of an endpoint. `until` null: it is the present one; else it was replaced, and counts until then. */
export interface EndpointKey {
  readonly key: SigningKey;
  readonly until: Date | null;
}

export const onlyKey = (key: SigningKey): EndpointKey[] => [{ key, until: null }];

/** The newest first. Each former one keeps its own end: a receiver may still have any of them. */
export function replaced(keys: readonly EndpointKey[], by: SigningKey, now: Date): EndpointKey[] {
  const end = new Date(now.getTime() + OVERLAP_MS);
  const former = keys
    .filter(({ key, until }) => key.secret !== by.secret && (until === null || until > now))
    .map(({ key, until }) => ({ key, until: until ?? end }));
  return [...onlyKey(by), ...former].slice(0, MOST_KEYS);
}

/** What a message is signed with now. */
export const goodKeys = (keys: readonly EndpointKey[], now: Date): SigningKey[] =>
  keys.filter(({ until }) => until === null || until > now).map(({ key }) => key);

/** As they are kept: a line for each, with its end behind a blank. */
export const keysText = (keys: readonly EndpointKey[]): string =>
  keys.map(({ key, until }) => (until === null ? key.secret : `${key.secret} ${until.toISOString()}`)).join('\n');

/** Throws when a line has no secret of ours. */
export const keysOfText = (text: string): EndpointKey[] =>
  text.split('\n').map((line) => {
    const [secret = '', until] = line.split(' ');
    return { key: signingKeyOf(secret), until: until === undefined ? null : new Date(until) };
  });
