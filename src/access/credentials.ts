import { Secret } from '../platform/callers/secret.js';
import { PROBLEM_TEXTS } from '../platform/problems/problem.js';
import type { Problem } from '../platform/problems/problem.js';
import { refusedLogin } from './refused-login.js';

/** The credentials of a request, unchecked; null: absent. */
export interface Credentials {
  readonly bearer: Secret | null;
  readonly apiKey: Secret | null;
  readonly clientSecret: Secret | null;
  /** Not a credential: requests with the same key come from the same guest. */
  readonly idempotencyKey: string | null;
}

/** Headers with credentials. Each may come once: a proxy may have checked the other of two. */
const HEADERS = ['authorization', 'x-api-key', 'x-client-secret', 'idempotency-key'] as const;
type Header = (typeof HEADERS)[number];

/**
 * Reads the credentials from a request's raw headers (names and values alternate). Throws `unauthenticated` for
 * ambiguous ones: a repeated header, a key beside a token, a scheme other than Bearer.
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

/** RFC 6750: the scheme is case-insensitive. */
function bearerOf(authorization: string): Secret {
  const [, token] = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw unclear(PROBLEM_TEXTS.notBearer);
  return new Secret(token);
}

/** An empty header counts as present, so that it is refused. */
function secretOf(value: string | undefined): Secret | null {
  return value === undefined ? null : new Secret(value);
}

const unclear = (detail: string): Problem => refusedLogin('headers', 'unclear', detail);
