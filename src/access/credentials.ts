import { Secret } from '../platform/shared/secret.js';
import { PROBLEM_TEXTS } from '../platform/shared/problem.js';
import type { Problem } from '../platform/shared/problem.js';
import { refusedLogin } from './refused-login.js';

/** What a request shows to say who sends it; null: it does not show that. Nothing of it is checked yet. */
export interface Credentials {
  /** A JWT. */
  readonly bearer: Secret | null;
  readonly apiKey: Secret | null;
  readonly clientSecret: Secret | null;
  /** Not a credential: two requests of a guest with the same one are the same request. */
  readonly idempotencyKey: string | null;
}

/** Headers that say who is calling. Each may come once: of two, a proxy may have looked at the other one. */
const HEADERS = ['authorization', 'x-api-key', 'x-client-secret', 'idempotency-key'] as const;
type Header = (typeof HEADERS)[number];

/**
 * Reads the credentials out of a request's headers, `raw` as they came: names and values by turns. Throws `unauthenticated`
 * when it cannot be told who is meant: a header twice, a key beside a token, a scheme that is not Bearer.
 */
export function credentialsOf(raw: readonly string[]): Credentials {
  const found = new Map<Header, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = HEADERS.find((header) => header === raw[index]?.toLowerCase());
    if (name === undefined) continue;
    if (found.has(name)) throw unclear(PROBLEM_TEXTS.credentialTwice);
    found.set(name, raw[index + 1] ?? '');
  }
  const authorization = found.get('authorization');
  if (authorization !== undefined && found.has('x-api-key')) throw unclear(PROBLEM_TEXTS.tokenAndKey);
  return {
    bearer: authorization === undefined ? null : bearerOf(authorization),
    apiKey: secretOf(found.get('x-api-key')),
    clientSecret: secretOf(found.get('x-client-secret')),
    idempotencyKey: found.get('idempotency-key') ?? null,
  };
}

/** RFC 6750: the scheme's letter case does not count. */
function bearerOf(authorization: string): Secret {
  const [, token] = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw unclear(PROBLEM_TEXTS.notBearer);
  return new Secret(token);
}

/** An empty header is one that is there, and proves nothing. */
function secretOf(value: string | undefined): Secret | null {
  return value === undefined ? null : new Secret(value);
}

const unclear = (detail: string): Problem => refusedLogin('headers', 'unclear', detail);
